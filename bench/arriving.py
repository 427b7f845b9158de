"""From a declaration that its table has accepted until the hub's page shows it, with fifty boxes at play."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

import psycopg
import pytest

from bench.figures import Measurement, scratch, seconds
from club.broker import topics
from club.broker.link import BrokerLink, Published
from club.courier.carrying import Courier
from club.store.database import ClubStore
from device.journal.store import Journal
from device.run.door import ClubDoor
from device.session.rows import JournalRow, RowKind
from device.table.clubpost import ClubPost
from device.table.events import Declared
from tests.club.brokers import HUB, Broker, mosquitto
from tests.club.databases import postgresql
from tests.club.doors import AnswersAtOnce
from tests.club.ports import free_port
from tests.games.registered import deal, written

BOXES = 50
DECLARATIONS = 200
"""As many are timed, of all boxes in turn."""

FIRST = 8
"""Lines that each box has when it begins."""

PAUSE_S = 0.05
"""Seconds between two declarations: three times as many as fifty tables have that declare every eight seconds."""

PATIENCE_S = 60.0
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def figures() -> Iterator[Measurement]:
    """One ratio of times that nineteen of twenty stay below; none where there is no Mosquitto or no PostgreSQL."""
    try:
        with scratch() as place, ExitStack() as opened:
            url = opened.enter_context(postgresql(durable=True))
            boxes = [f"box-{number}" for number in range(BOXES)]
            broker = opened.enter_context(mosquitto(*boxes, "probe"))
            ours, theirs = _times(place, broker, url, boxes)
    except pytest.skip.Exception:
        return
    name = f"from a table to the hub's page ÷ a QoS 1 round trip and an insert, {BOXES} boxes"
    yield Measurement(f"{name}, median", quantiles(ours)[1] / quantiles(theirs)[1], 3.0)
    yield Measurement(f"{name}, p95", quantiles(ours, n=20)[-1] / quantiles(theirs, n=20)[-1], 3.0)


def _times(place: Path, broker: Broker, url: str, names: list[str]) -> tuple[list[float], list[float]]:
    """Seconds of each declaration, and of each round trip with an insert, taken in turn."""
    with ExitStack() as opened:
        store = opened.enter_context(closing(ClubStore.open(url)))
        with store.transaction() as kept:
            for name in names:
                kept.boxes.add(name)
        browser = opened.enter_context(_hub(place, broker, url))
        page = opened.enter_context(closing(_Page(browser, broker, names)))
        sockets = Path(opened.enter_context(TemporaryDirectory()))
        boxes = [opened.enter_context(closing(_Box(name, place / name, sockets / name, broker))) for name in names]
        bare = opened.enter_context(closing(_Bare(broker, url)))
        for box in boxes:
            box.declare(FIRST)
        page.wait_for_all(boxes)
        ours, theirs = [], []
        for number in range(DECLARATIONS + BOXES):
            box = boxes[number % BOXES]
            time.sleep(PAUSE_S)
            box.declare(1)
            taken = seconds(lambda box=box: page.wait_for(box))  # type: ignore[misc]
            time.sleep(PAUSE_S)
            basis = seconds(bare.once)
            if number >= BOXES:
                ours.append(taken)
                theirs.append(basis)
        return ours, theirs


class _Box:
    """A table whose people declare one long game, with its journal, its door and its courier."""

    def __init__(self, name: str, place: Path, door: Path, broker: Broker) -> None:
        self.name, self.at = name, 0
        chosen = (("rounds", "99"),)
        lines = written("no-thanks", NAMES, chosen, deal("no-thanks", 1, len(NAMES), chosen))
        self._rows = [JournalRow(RowKind.RECORD, line) for line in lines]
        self._journal = Journal.open(place)
        self._game = self._journal.begin()
        self.identity = self._journal.lengths()[0].identity
        self._door = ClubDoor(door, AnswersAtOnce(place), post=ClubPost())
        self._courier = Courier(name, door, broker.address(name), lambda _: None)
        self._thread = threading.Thread(target=self._courier.run)
        self._thread.start()

    def declare(self, count: int) -> None:
        """So many lines more; they are durable when this returns."""
        rows = tuple(self._rows[self.at : self.at + count])
        self.at += count
        self._journal.append(self._game, rows)
        self._door.hear(Declared(rows, ()))

    def close(self) -> None:
        self._courier.stop()
        self._thread.join()
        self._door.close()
        self._journal.close()


class _Page:
    """A browser that asks for a game's page as soon as the hub says that it has something new of it.

    One that asked all the time would keep the hub from its work.
    """

    def __init__(self, connection: HTTPConnection, broker: Broker, boxes: list[str]) -> None:
        self._connection = connection
        self._link = BrokerLink(broker.address(HUB), "page", [topics.committed(box) for box in boxes])

    def wait_for_all(self, boxes: Sequence[_Box]) -> None:
        """Until the pages of all these show as many lines as they have."""
        until = time.monotonic() + PATIENCE_S
        for box in boxes:
            while self._lines(box) < box.at:
                assert time.monotonic() < until
                time.sleep(0.1)
        while self._link.next(0.5) is not None:
            pass  # what was committed so far

    def wait_for(self, box: _Box) -> None:
        """Until the page shows as many lines as the box has."""
        until = time.monotonic() + PATIENCE_S
        while self._link.next(1.0) is None or self._lines(box) < box.at:
            assert time.monotonic() < until, box.name

    def _lines(self, box: _Box) -> int:
        self._connection.request("GET", f"/games/{box.name}/{box.identity}")
        answer = self._connection.getresponse()
        _, found, record = answer.read().partition(b"<pre")
        return 1 + record.partition(b"</pre>")[0].count(b"\n") if found else 0

    def close(self) -> None:
        self._link.close()


class _Bare:
    """What any program would need: one message there and back at QoS 1, and one row that is committed."""

    def __init__(self, broker: Broker, url: str) -> None:
        self._topic = "tablekeeper/box/probe/said"
        self._link = BrokerLink(broker.address(HUB), "bare", [self._topic])
        self._wait_for(None)
        self._connection = psycopg.connect(url.replace("+psycopg", ""))
        self._connection.execute("CREATE TABLE bare_arrival (number bigint PRIMARY KEY, text text)")
        self._connection.commit()
        self._number = 0

    def once(self) -> None:
        """One message and one row."""
        self._number += 1
        said = f"{self._number} Ann pass".encode()
        self._link.publish(self._topic, said)
        self._wait_for(said)
        self._connection.execute("INSERT INTO bare_arrival VALUES (%s, %s)", (self._number, said.decode()))
        self._connection.commit()

    def _wait_for(self, said: bytes | None) -> None:
        """Until this has come back; nothing, until there is a connection."""
        until = time.monotonic() + PATIENCE_S
        while True:
            event = self._link.next(1.0)
            if event is not None and (said is None or (isinstance(event, Published) and event.payload == said)):
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
    hub = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert hub.stdout is not None
        while "The club is at" not in hub.stdout.readline():
            assert hub.poll() is None
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
            yield connection
    finally:
        hub.terminate()
        hub.communicate()
