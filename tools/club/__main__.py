"""`make club`: broker, store, hub and eight simulated tables on this machine, until Ctrl-C."""

from __future__ import annotations

import argparse
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from types import FrameType

from club.broker.link import BrokerAddress
from club.store.database import ClubStore
from device import games
from tools.club.broker import HUB, CannotStartBroker, OwnBroker, free_port
from tools.club.people import PEOPLE, Dealer
from tools.club.tables import SimulatedTable

BOXES = ("amber", "blue", "coral", "denim", "ebony", "fern", "grey", "hazel")
DIRECTOR = "director"
AT_A_TABLE = len(PEOPLE) // len(BOXES)
PAGE = 8090
PAUSE_S = 2.0
"""Seconds between two declarations of a table, on the average."""

MAX_PLACE_LENGTH = 50
"""The maximum length of a directory's name that leaves room for the paths of sockets in it."""

TIMEOUT_S = 20.0
"""Timeout in seconds for the hub to end."""


def run(kinds: tuple[str, ...], pause_s: float, port: int, over: threading.Event) -> int:
    """Run a club until `over` is set, or the hub ends. Returns the exit status."""
    with TemporaryDirectory(prefix="tablekeeper-club-", dir=_short_place()) as directory, ExitStack() as opened:
        place = Path(directory)
        try:
            broker = opened.enter_context(closing(OwnBroker(place, BOXES)))
        except CannotStartBroker as missing:
            print(missing, file=sys.stderr)
            return 1
        store = f"sqlite:///{place / 'club.db'}"
        password = _prepare(store)
        hub = opened.enter_context(_hub(store, broker, free_port(port)))
        for number, name in enumerate(BOXES):
            address = BrokerAddress("127.0.0.1", broker.port, name, broker.password_file(name).read_text())
            people = PEOPLE[number * AT_A_TABLE : (number + 1) * AT_A_TABLE]
            table = SimulatedTable(name, place / name, address, people, Dealer(number, kinds), pause_s)
            opened.enter_context(closing(table))
        print(f"To direct, log in as {DIRECTOR} with the password {password}.")
        print(f"{len(BOXES)} tables are playing. Ctrl-C ends it, and takes everything away.", flush=True)
        while not over.wait(0.5):
            if hub.poll() is not None:
                print("The hub has ended.", file=sys.stderr)
                return 1
    return 0


def _short_place() -> str:
    """The directory for temporary files, unless its name is too long for sockets in it."""
    usual = gettempdir()
    return usual if len(usual) <= MAX_PLACE_LENGTH else "/tmp"


def _prepare(store: str) -> str:
    """Add all boxes and people to the store, and begin an evening. Returns the director's password."""
    password, now = secrets.token_urlsafe(9), time.time()
    with closing(ClubStore.open(store)) as opened, opened.transaction() as transaction:
        for name in BOXES:
            transaction.boxes.add_box(name)
        transaction.directors.set_password(DIRECTOR, password)
        season = transaction.evenings.add_season("Season", now)
        evening = transaction.evenings.begin_evening("This evening", None if season is None else season.number, now)
        transaction.evenings.set_people_present(evening.number, PEOPLE)
    return password


@contextmanager
def _hub(store: str, broker: OwnBroker, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run the hub as a process of its own. It prints the address of its pages."""
    command = [
        sys.executable, "-m", "device", "hub", "run", "--store", store, "--broker", f"127.0.0.1:{broker.port}",
        "--password", str(broker.password_file(HUB)), "--page", f"127.0.0.1:{port}",
    ]  # fmt: skip
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main(words: list[str]) -> int:
    """What `make club` runs."""
    parser = argparse.ArgumentParser(prog="make club", description=__doc__)
    parser.add_argument("--pause", type=float, default=PAUSE_S, help="seconds between two declarations of a table")
    parser.add_argument("--port", type=int, default=PAGE, help="where the hub's pages are, if it is free")
    parser.add_argument("--game", choices=games.built_in_ids(), help="play nothing else")
    given = parser.parse_args(words)
    over = threading.Event()

    def end(_: int, __: FrameType | None) -> None:
        over.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    return run((given.game,) if given.game else games.built_in_ids(), given.pause, given.port, over)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
