"""Measures the memory of a courier while it carries many games to a broker."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from bench.processes import beside, peak_kib, run
from club.hub.hub import Hub
from club.store.database import ClubStore
from device.journal.store import Journal
from device.run.club_door import ClubDoor
from tests.club.brokers import HUB, Mosquitto, mosquitto
from tests.club.doors import AnswersAtOnce
from tests.club.histories import kept_rows
from tools.figures import Measurement, scratch

GAMES = 100
LIMIT_MB = 25.0
TIMEOUT_S = 900.0
"""The hub hears a box that says much only as fast as its budget allows: about eleven of these games a minute."""
BOX = "red"


def figures() -> Iterator[Measurement]:
    """The peak memory of a courier that has brought all games of its box to a hub.

    Python's own code is subtracted: courier and table share it.
    """
    with scratch() as place:
        whole = _peak_mb(place)
    yield Measurement(
        f"MB that a courier adds to a table's memory at most ({whole:.1f} alone)", whole - _shared_mb(), LIMIT_MB
    )


def _shared_mb() -> float:
    """The memory of file mappings of any Python process, in MiB."""
    program = "print(next(l.split()[1] for l in open('/proc/self/status') if l.startswith('RssFile')))"
    return int(run("-c", program)) / 1024


def _peak_mb(place: Path) -> float:
    with ExitStack() as opened:
        broker = opened.enter_context(mosquitto(BOX))
        store = opened.enter_context(closing(ClubStore.open(f"sqlite:///{place / 'club.db'}")))
        with store.transaction() as transaction:
            transaction.boxes.add_box(BOX)
        with closing(Journal.open(place / "box")) as journal:
            for number in range(GAMES):
                journal.begin_game(kept_rows(number % 4))
        opened.enter_context(closing(ClubDoor(place / "courier", AnswersAtOnce(place / "box"))))
        opened.enter_context(_hub_at_work(store, broker))
        courier = opened.enter_context(_courier(place, broker))
        _wait(lambda: _count_committed_games(store) == GAMES)
        return peak_kib(courier.pid) / 1024


@contextmanager
def _hub_at_work(store: ClubStore, broker: Mosquitto) -> Iterator[None]:
    hub = Hub(store, broker.address(HUB), lambda _: None)
    thread = threading.Thread(target=hub.run)
    thread.start()
    try:
        yield
    finally:
        hub.stop()
        thread.join()


@contextmanager
def _courier(place: Path, broker: Mosquitto) -> Iterator[subprocess.Popen[str]]:
    address, password = broker.address(BOX), place / "password"
    password.write_text(f"{address.password}\n", encoding="utf-8")
    given = {
        "--box": BOX,
        "--door": str(place / "courier"),
        "--broker": f"{address.host}:{address.port}",
        "--certificate": str(address.certificate),
        "--password": str(password),
    }
    command = [sys.executable, "-m", "device", "courier", *(word for pair in given.items() for word in pair)]
    # Allow compiled modules, as in an installation.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with beside(command, stdout=subprocess.DEVNULL, env=environment) as process:
        yield process


def _count_committed_games(store: ClubStore) -> int:
    with store.transaction() as transaction:
        return sum(game.line_count > 0 for game in transaction.games.list_games(BOX))


def _wait(what: Callable[[], bool]) -> None:
    until = time.monotonic() + TIMEOUT_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.1)
