"""Measures the time from an accepted declaration until the hub's page shows it, with fifty boxes playing."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

import psycopg

from bench.processes import beside
from club.broker import topics
from club.broker.link import BrokerLink, MessageArrived
from club.courier.courier import Courier
from club.store.database import ClubStore
from device.journal.store import Journal
from device.run.club_door import ClubDoor
from device.session.rows import JournalRow, RowKind
from device.table.club_mailbox import ClubMailbox
from device.table.events import Declared
from tests.club.brokers import HUB, PROBE, Broker, mosquitto
from tests.club.databases import postgresql
from tests.club.doors import AnswersAtOnce
from tests.club.ports import free_port
from tests.games.registered import deal, written
from tools.figures import Measurement, scratch, seconds

BOX_COUNT = 50
DECLARATIONS = 250
"""The number of timed declarations of all boxes together, and of timed round trips with an insert."""

FIRST = 8
"""The number of lines that each box has at the beginning."""

PACE_S = 8.0
"""Seconds between two declarations of a table, on average. Tables declare independently of each other."""

TIMEOUT_S = 60.0
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def figures() -> Iterator[Measurement]:
    """Ratios of the medians, and of the 95th percentiles."""
    with scratch() as place, ExitStack() as opened:
        url = opened.enter_context(postgresql(durable=True))
        boxes = [f"box-{number}" for number in range(BOX_COUNT)]
        broker = opened.enter_context(mosquitto(*boxes))
        ours, theirs = _times(place, broker, url, boxes)
    name = f"from a table to the hub's page ÷ a QoS 1 round trip and an insert, {BOX_COUNT} boxes"
    yield Measurement(f"{name}, median", quantiles(ours)[1] / quantiles(theirs)[1], 3.0)
    yield Measurement(f"{name}, p95", quantiles(ours, n=20)[-1] / quantiles(theirs, n=20)[-1], 3.0)


def _times(place: Path, broker: Broker, url: str, names: list[str]) -> tuple[list[float], list[float]]:
    """The seconds of each declaration, and of each round trip with an insert, taken at the same time."""
    with ExitStack() as opened:
        store = opened.enter_context(closing(ClubStore.open(url)))
        with store.transaction() as transaction:
            for name in names:
                transaction.boxes.add_box(name)
        browser = opened.enter_context(_hub(place, broker, url))
        page = _Page(browser)
        sockets = Path(opened.enter_context(TemporaryDirectory()))
        boxes = [
            opened.enter_context(closing(_Box(seat, name, place / name, sockets / name, broker)))
            for seat, name in enumerate(names, 1)
        ]
        bare = opened.enter_context(closing(_Bare(broker, url)))
        for box in boxes:
            box.declare(FIRST)
        for box in boxes:
            page.wait_for(box)
        bare.round_trip()
        theirs: list[float] = []
        beside = threading.Thread(target=lambda: theirs.extend(_round_trip_times(bare, random.Random(2))))
        beside.start()
        begun = {}
        for box in _declaring_boxes(boxes, random.Random(1)):
            accepted = box.declare(1)
            begun[box.seat, box.at] = accepted
        for box in boxes:
            page.wait_for(box)
        beside.join()
        return [(page.shown_at(*one) or math.inf) - accepted for one, accepted in begun.items()], theirs


def _declaring_boxes(boxes: Sequence[_Box], chance: random.Random) -> Iterator[_Box]:
    """Yield a box for each declaration, after a random pause."""
    for _ in range(DECLARATIONS):
        time.sleep(chance.expovariate(BOX_COUNT / PACE_S))
        yield chance.choice(boxes)


def _round_trip_times(bare: _Bare, chance: random.Random) -> Iterator[float]:
    for _ in range(DECLARATIONS):
        time.sleep(chance.expovariate(BOX_COUNT / PACE_S))
        yield seconds(bare.round_trip)


class _Box:
    """A table on which one long game is declared, with its journal, its socket and its courier."""

    def __init__(self, seat: int, name: str, place: Path, door: Path, broker: Broker) -> None:
        self.seat, self.name, self.at = seat, name, 0
        chosen = (("rounds", "99"),)
        lines = written("no-thanks", NAMES, chosen, deal("no-thanks", 1, len(NAMES), chosen))
        self._rows = [JournalRow(RowKind.RECORD, line) for line in lines]
        self._journal = Journal.open(place)
        self._game = self._journal.begin_game()
        self.identity = self._journal.game_lengths()[0].identity
        self._door = ClubDoor(door, AnswersAtOnce(place), mailbox=ClubMailbox())
        self._courier = Courier(name, door, broker.address(name), lambda _: None)
        self._thread = threading.Thread(target=self._courier.run)
        self._thread.start()

    def declare(self, count: int) -> float:
        """Declare `count` more lines. Returns the time at which they were durable."""
        rows = tuple(self._rows[self.at : self.at + count])
        self.at += count
        self._journal.append(self._game, rows)
        accepted = time.perf_counter()
        self._door.handle_event(Declared(rows, ()))
        return accepted

    def close(self) -> None:
        self._courier.stop()
        self._thread.join()
        self._door.close()
        self._journal.close()


class _Page:
    """A browser that watches the page of all tables."""

    def __init__(self, connection: HTTPConnection) -> None:
        connection.request("GET", "/changes")
        self._answer = connection.getresponse()
        assert self._answer.status == 200
        self.shown: list[tuple[float, int, int]] = []
        """For each update of a table's row on the page: the time, the table and the revision that it shows."""
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        with suppress(OSError, AttributeError):  # errors of a connection that is closed meanwhile
            self._read()

    def _read(self) -> None:
        while line := self._answer.readline():
            if line.startswith(b'data: {"table"'):
                update = json.loads(line.removeprefix(b"data: "))
                with self._news:
                    self.shown.append((time.perf_counter(), update["table"], update["revision"]))
                    self._news.notify_all()

    def shown_at(self, seat: int, revision: int) -> float | None:
        """When a table's row was first shown with this revision or a later one; None if it was not."""
        return next((at for at, table, shown in self.shown if table == seat and shown >= revision), None)

    def wait_for(self, box: _Box) -> None:
        """Wait until the page shows everything that the box has declared."""
        with self._news:
            assert self._news.wait_for(lambda: self.shown_at(box.seat, box.at) is not None, TIMEOUT_S), box.name


class _Bare:
    """The minimum that any program would need: one message there and back at QoS 1, and one committed row."""

    def __init__(self, broker: Broker, url: str) -> None:
        self._topic = f"{topics.ROOT}/{PROBE}"
        self._link = BrokerLink(broker.address(PROBE), [self._topic])
        self._wait_for(None)
        self._connection = psycopg.connect(url.replace("+psycopg", ""))
        self._connection.execute("CREATE TABLE bare_arrival (number bigint PRIMARY KEY, text text)")
        self._connection.commit()
        self._number = 0

    def round_trip(self) -> None:
        """Send and receive one message, and commit one row."""
        self._number += 1
        message = f"{self._number} Ann pass".encode()
        self._link.publish(self._topic, message)
        self._wait_for(message)
        self._connection.execute("INSERT INTO bare_arrival VALUES (%s, %s)", (self._number, message.decode()))
        self._connection.commit()

    def _wait_for(self, message: bytes | None) -> None:
        """Wait until this message has come back, or with None, until there is a connection."""
        until = time.monotonic() + TIMEOUT_S
        while True:
            event = self._link.next_event(1.0)
            if event is not None and (
                message is None or (isinstance(event, MessageArrived) and event.payload == message)
            ):
                return
            assert time.monotonic() < until

    def close(self) -> None:
        self._link.close()
        self._connection.close()


@contextmanager
def _hub(place: Path, broker: Broker, url: str) -> Iterator[HTTPConnection]:
    address, password, port = broker.address(HUB), place / "hub.password", free_port()
    password.write_text(f"{address.password}\n", encoding="utf-8")
    command = [
        sys.executable, "-m", "device", "hub", "run", "--store", url, "--broker", f"{address.host}:{address.port}",
        "--certificate", str(address.certificate), "--password", str(password), "--page", str(port),
    ]  # fmt: skip
    with beside(command, stdout=subprocess.PIPE) as hub:
        assert hub.stdout is not None
        while "The club is at" not in hub.stdout.readline():
            assert hub.poll() is None
        with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)) as connection:
            yield connection
