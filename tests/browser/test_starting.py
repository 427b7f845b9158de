"""How the page is started and ended: ports, tokens, sentences, exit statuses."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from PIL import Image

from guard.sockets import MAX_OTHER_PORTS, CannotServe, listening_socket, socket_url
from hal.browser.desk import Desk, DeskSettings
from hal.clock.clock import RealClock
from hal.system import install_hint
from tests.browser.desks import Served
from tests.browser.timeouts import TIMEOUT_S
from tests.preloaded_program import ROOT
from tests.scan_codes import decoded, needs_a_reader

WITHOUT = """
import sys
sys.modules["starlette"] = None
from device.cli.commands import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def run(*arguments: str, program: tuple[str, ...] = ("-m", "device")) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *program, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=TIMEOUT_S,
        check=False,
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_good_order(how: signal.Signals, tmp_path: Path) -> None:
    """As it is typed, with nothing loaded before."""
    command = [
        sys.executable,
        "-m",
        "device",
        "--hal",
        "desktop",
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert program.stdout is not None
    said = program.stdout.readline()
    program.send_signal(how)
    assert program.communicate(timeout=TIMEOUT_S) == ("", "")
    assert said.startswith("The table is at http://127.0.0.1:")
    assert "token" not in said
    assert program.returncode == 0


PHONE = ("-m", "device", "--hal", "desktop", "--phone", "--no-browser", "--port", "0", "--data")


@needs_a_reader
def test_a_phone_that_is_held_to_the_terminal_opens_the_table_with_its_keys(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    program = subprocess.Popen([sys.executable, *PHONE, str(tmp_path / "data")], stdout=theirs, cwd=ROOT)
    os.close(theirs)
    with open(ours, encoding="utf-8", newline="\r\n") as terminal:
        said = list(iter(lambda: terminal.readline().rstrip("\r\n"), LAST_OF_CODE))
        program.send_signal(signal.SIGTERM)
        assert program.wait(TIMEOUT_S) == 0
    rows = [line for line in said if set(line) <= set(QUARTERS)]
    address = read_code(rows, tmp_path / "code.png")
    assert address.startswith("http://")
    assert "/#token=" in address
    assert address.endswith("&phone")
    assert not address.startswith("http://127.")


LAST_OF_CODE = "A phone in this network that is held to the code opens the table, keys included."
QUARTERS = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
"""What a terminal shows of a character: its upper and its lower half."""


def read_code(rows: list[str], picture: Path) -> str:
    """What a phone reads off these lines of a terminal that writes white on black."""
    image = Image.new("L", (len(rows[0]), 2 * len(rows)))
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            for half, brightness in enumerate(QUARTERS[character]):
                image.putpixel((x, 2 * y + half), brightness)
    image.resize((4 * image.width, 4 * image.height), Image.Resampling.NEAREST).save(picture)
    (found,) = decoded([picture])
    return found


def test_where_nobody_can_hold_a_phone_to_it_no_code_is_printed(tmp_path: Path) -> None:
    """A log is no terminal, and the code would open the keys to whoever reads it."""
    command = [sys.executable, *PHONE, str(tmp_path)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert program.stdout is not None
    said = program.stdout.readline()
    program.send_signal(signal.SIGTERM)
    assert program.communicate(timeout=TIMEOUT_S)[0] == ""
    assert said.startswith("The table is at http://")


def test_from_another_address_the_token_is_said_where_only_the_table_reads_it(tmp_path: Path) -> None:
    with Served(tmp_path / "made", extra='[desktop]\naddress = "0.0.0.0"\n') as served:
        assert len(served.token) >= 16
        first = served.token
    with Served(tmp_path / "made", extra='[desktop]\naddress = "0.0.0.0"\n') as served:
        assert served.token != first
    with Served(tmp_path / "given", extra='[desktop]\naddress = "0.0.0.0"\ntoken = "a long secret"\n') as served:
        assert served.token == "a%20long%20secret"


def test_a_port_that_was_asked_for_is_that_one_or_none(taken: int, tmp_path: Path) -> None:
    done = run("--hal", "desktop", "--no-browser", "--port", str(taken), "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"port {taken} is taken by another program" in done.stderr
    assert "Traceback" not in done.stderr


def test_else_the_next_free_one_is_taken(taken: int) -> None:
    with listening_socket("127.0.0.1", taken, "--port", or_next=True) as found:
        assert taken < found.getsockname()[1] <= taken + MAX_OTHER_PORTS
        assert socket_url(found) == f"http://127.0.0.1:{found.getsockname()[1]}/"


def test_ports_that_are_all_taken_are_named_up_to_the_highest_one() -> None:
    with (
        listening_socket("127.0.0.2", 65534, "--port"),
        listening_socket("127.0.0.2", 65535, "--port"),
        pytest.raises(CannotServe, match=r"ports 65534 to 65535 are taken\. Choose another with --port"),
    ):
        listening_socket("127.0.0.2", 65534, "--port", or_next=True)
    with (
        listening_socket("127.0.0.2", 65535, "--port"),
        pytest.raises(CannotServe, match="port 65535 is taken by another program"),
    ):
        listening_socket("127.0.0.2", 65535, "--port", or_next=True)


def test_a_page_that_is_closed_before_it_is_served_leaves_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = uvicorn.Server.startup

    async def closed_meanwhile(self: uvicorn.Server, sockets: list[socket.socket] | None = None) -> None:
        await begin(self, sockets)
        self.should_exit = True

    monkeypatch.setattr(uvicorn.Server, "startup", closed_meanwhile)
    desk = Desk(RealClock(), DeskSettings(port=0))
    desk.close()
    with listening_socket("127.0.0.1", int(desk.url.rstrip("/").rpartition(":")[2]), "--port"):
        pass


@pytest.mark.parametrize("address", ["192.0.2.1", "no.such.name.invalid"])
def test_an_address_that_is_not_this_machines_gets_a_sentence(address: str) -> None:
    with pytest.raises(CannotServe, match=f"can't be served at {address}"):
        listening_socket(address, 0, "--port", or_next=True)


def test_everywhere_is_named_by_an_address_that_others_can_reach() -> None:
    with listening_socket("0.0.0.0", 0, "--port") as found:
        assert "0.0.0.0" not in socket_url(found)


def test_without_the_web_framework_there_is_a_sentence(tmp_path: Path) -> None:
    done = run("--hal", "desktop", "--data", str(tmp_path), program=("-c", WITHOUT))
    assert done.returncode == 2
    assert install_hint.install_command("desktop") in done.stderr
    assert "--hal terminal" in done.stderr
    assert "Traceback" not in done.stderr


def test_two_tables_do_not_share_a_journal(tmp_path: Path) -> None:
    with Served(tmp_path):
        done = run("--hal", "desktop", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert "another Tablekeeper is using" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--port", "http"), "no port"),
        (("--port", "70000"), "no port"),
        (("--panel", "poster"), "poster"),
        (("--frames", "x"), "--frames is for the mock hardware"),
        (("--keys", "-"), "--keys is for the mock hardware"),
    ],
)
def test_misuse_gets_a_sentence(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = run("--hal", "desktop", "--data", str(tmp_path), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
