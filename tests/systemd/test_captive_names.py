"""In a box's own Wi-Fi every name leads to the box: Debian's dnsmasq, which NetworkManager starts, reads the file."""

from __future__ import annotations

import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from hal.browser.own_wifi import BOX_ADDRESS

NAMES = Path("systemd/tablekeeper.dnsmasq")
DNSMASQ = shutil.which("dnsmasq", path="/usr/sbin:/usr/bin:/usr/local/sbin")
A, AAAA, HTTPS = 1, 28, 65
TRIES, AGAIN_S = 100, 0.2


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Where it answers. A name server that it could ask is known, and does not answer."""
    if DNSMASQ is None:
        pytest.skip("no dnsmasq: apt install dnsmasq-base")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        found = free.getsockname()[1]
    (tmp_path / "resolv.conf").write_text("nameserver 192.0.2.53\n", encoding="utf-8")
    own = [f"--port={found}", "--listen-address=127.0.0.1", "--bind-interfaces", "--strict-order", "--no-hosts"]
    files = [f"--conf-file={NAMES}", f"--resolv-file={tmp_path / 'resolv.conf'}", "--pid-file"]
    with subprocess.Popen([DNSMASQ, "--keep-in-foreground", *files, *own], stderr=subprocess.DEVNULL) as daemon:
        yield found
        daemon.terminate()


def asked(port: int, name: str, kind: int) -> tuple[int, bytes]:
    """The code that is answered, 0 for well, and the end of the answer, which is the address where there is one."""
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    question = struct.pack("!6H", 7, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack("!2H", kind, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(AGAIN_S)
        for _ in range(TRIES):
            with suppress(TimeoutError):  # it does not listen yet
                client.sendto(question, ("127.0.0.1", port))
                answer = client.recv(512)
                return answer[3] & 0xF, answer[len(question) :][-4:]
    raise AssertionError("no answer")


@pytest.mark.parametrize("name", ["captive.apple.com", "connectivitycheck.gstatic.com", "tablekeeper", "a.b.example"])
def test_every_name_is_the_boxs_and_has_nothing_else(port: int, name: str) -> None:
    assert asked(port, name, A) == (0, socket.inet_aton(BOX_ADDRESS))
    assert asked(port, name, AAAA) == asked(port, name, HTTPS) == (0, b"")
