"""`make club`: everything plays together, and nothing is left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from device.outbox.director import DirectorWords, NextSeating, SeatPlace, TableReport, TableWishes
from device.table.club_mailbox import ClubMailbox
from tools.club import broker
from tools.club.broker import PROGRAM_PATH, CannotStartBroker, OwnBroker, free_port
from tools.club.people import Dealer
from tools.club.seats import Seats

TIMEOUT_S = 120.0


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder whose name leaves room for those of sockets."""
    with TemporaryDirectory(prefix="club-", dir="/tmp") as name:
        yield Path(name)


def fetched(browser: HTTPConnection) -> bytes:
    """The hub's first page."""
    browser.request("GET", "/")
    return browser.getresponse().read()


def test_tables_play_in_a_browser_and_after_ctrl_c_nothing_is_left(place: Path) -> None:
    if shutil.which("mosquitto", path=PROGRAM_PATH) is None:
        pytest.skip("mosquitto (Debian's package) is missing")
    port = free_port()
    command = (sys.executable, "-m", "tools.club", "--game", "no-thanks", "--pause", "0.05", "--port", str(port))
    club = subprocess.Popen(command, env=os.environ | {"TMPDIR": str(place)}, stdout=subprocess.PIPE, text=True)
    with club:
        try:
            assert club.stdout is not None
            # The program and its hub say two lines each, in any order.
            said = [club.stdout.readline() for _ in range(4)]
            assert f"The club is at http://127.0.0.1:{port}/\n" in said
            assert any(one.startswith("8 tables are playing.") for one in said)
            until = time.monotonic() + TIMEOUT_S
            # One connection serves for all: the hub refuses more of them than browsers make.
            with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as browser:
                while b'<a href="/games/' not in fetched(browser):
                    assert time.monotonic() < until
                    time.sleep(0.05)
        finally:
            club.send_signal(signal.SIGINT)
        assert club.wait(TIMEOUT_S) == 0
    assert list(place.iterdir()) == []
    assert not [one for one in Path("/proc").glob("[0-9]*/cmdline") if str(place).encode() in _bytes(one)]


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_people_sit_where_the_director_says_between_two_games() -> None:
    post = ClubMailbox()
    seats = Seats(("Ada", "Bea"), post)
    seats.change()
    assert seats.people == ("Ada", "Bea")
    post.leave_message(DirectorWords(7, written="Cake."))
    post.leave_message(NextSeating(8, 2, (SeatPlace("Ada", 1), SeatPlace("Cem", 2), SeatPlace("Bea", 2))))
    seats.change()
    assert seats.people == ("Cem", "Bea")
    assert post.wishes == TableWishes(TableReport(words_number=7, seating_number=8))
    post.leave_message(NextSeating(9, 2, ()))
    seats.change()
    assert seats.people == ("Cem", "Bea")


def test_people_play_what_they_are_enough_for() -> None:
    dealer = Dealer(1, ("no-thanks",))
    rows = dealer.game(("Ada", "Anton", "Bea"))
    assert rows is not None
    (players,) = (set(row.text.split()[1:]) for row in rows if row.text.startswith("players "))
    assert players == {"Ada", "Anton", "Bea"}
    assert dealer.game(("Ada", "Anton")) is None


def test_without_a_broker_it_says_what_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "PROGRAM_PATH", str(tmp_path))
    with pytest.raises(CannotStartBroker, match="sudo apt install mosquitto"):
        OwnBroker(tmp_path, ("red",))


def test_a_broker_that_takes_no_passwords_is_named_and_nobody_else_can_read_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mosquitto", "mosquitto_passwd"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\necho 'unknown option -U' >&2\nexit 1\n")
        program.chmod(0o755)
    monkeypatch.setattr(broker, "PROGRAM_PATH", str(tmp_path))
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    with pytest.raises(CannotStartBroker, match="mosquitto_passwd fails: unknown option -U"):
        OwnBroker(tmp_path, ("red",))
    assert (tmp_path / "passwords").stat().st_mode & 0o077 == 0
