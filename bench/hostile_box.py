"""A club in which one box says the worst that it can, as fast as it can: what the others notice of it."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import quantiles

import psycopg

from bench.figures import Measurement, scratch
from bench.processes import beside, peak_kib
from club.broker import topics
from club.broker.link import BrokerLink, Connected, Published
from club.store.database import ClubStore
from device.outbox.codec import decode, encode
from device.outbox.digest import digest
from device.outbox.values import Committed, GameMark, GameRevision
from device.session.rows import JournalRow, RowKind
from tests.club.brokers import HUB, Mosquitto, mosquitto
from tests.club.databases import postgresql
from tests.games.registered import deal, written

BOXES = 20
PACE_S = 2.0
"""Seconds between two declarations of a box, on average."""

SECONDS = 60.0
"""For so long it is measured, with the hostile box and without."""

AGAIN_S = 10.0
"""After so long without an answer a box says it again, as couriers do."""

HOSTILE = "hostile"
NAMES = ("Ann", "Ben", "Cleo", "Dan")
NICE = ("nice", "-n", "19")
"""The hostile box has a machine of its own; here it has what the others leave."""


def figures() -> Iterator[Measurement]:
    """How long honest boxes wait for their answers, and what the hub needs."""
    with scratch() as place, ExitStack() as opened:
        url = opened.enter_context(postgresql(durable=True))
        names = [f"box-{number}" for number in range(BOXES)]
        broker = opened.enter_context(mosquitto(HOSTILE, *names))
        with closing(ClubStore.open(url)) as store, store.transaction() as kept:
            for name in (HOSTILE, *names):
                kept.boxes.add(name)
        hub = opened.enter_context(_hub(place, broker, url))
        boxes = [opened.enter_context(closing(_HonestBox(broker, name, seed))) for seed, name in enumerate(names)]
        without, usual = _evening(boxes, url)
        with _hostile(broker):
            beside_it, grown = _evening(boxes, url)
        name = f"an answer to an honest box beside a hostile one ÷ without it, {BOXES} boxes, p95"
        yield Measurement(name, beside_it / without, 2.0)
        yield Measurement("memory of a hub with a hostile box (MiB)", peak_kib(hub.pid) / 1024, 200.0)
        minutes = SECONDS / 60
        yield Measurement("what a hostile box adds to the database (MB a minute)", (grown - usual) / 1e6 / minutes, 1.0)


def _evening(boxes: list[_HonestBox], url: str) -> tuple[float, int]:
    """Below how many seconds nineteen of twenty answers stay, and by how many bytes the database grows."""
    before, until = _size(url), time.monotonic() + SECONDS
    threads = [threading.Thread(target=box.declare, args=(until,)) for box in boxes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    waits = [one for box in boxes for one in box.waits()]
    return quantiles(waits, n=20)[-1], _size(url) - before


class _HonestBox:
    """Says one line after the other of a long game, and waits for each answer."""

    def __init__(self, broker: Mosquitto, name: str, seed: int) -> None:
        self._topic, self._game = topics.said(name), f"{seed:04x}"
        self._chance = random.Random(seed)
        chosen = (("rounds", "99"),)
        lines = written("no-thanks", NAMES, chosen, deal("no-thanks", 1, len(NAMES), chosen))
        self._rows = [JournalRow(RowKind.RECORD, line) for line in lines]
        self._at = 0
        self._base: GameMark | None = None
        self._waits: list[float] = []
        self._link = BrokerLink(broker.address(name), topics.told(name))
        while not isinstance(self._link.next(1.0), Connected):
            pass

    def declare(self, until: float) -> None:
        """Declare as people do until then."""
        self._waits.clear()
        while (pause := self._chance.expovariate(1 / PACE_S)) < until - time.monotonic():
            time.sleep(pause)
            begun = time.perf_counter()
            self._say(until + AGAIN_S)
            self._waits.append(time.perf_counter() - begun)

    def waits(self) -> list[float]:
        """How many seconds each answer took."""
        return self._waits

    def _say(self, until: float) -> None:
        """The next line, until it is answered, or all is over."""
        self._at += 1
        keeps = 0 if self._base is None else self._base.number
        mark = GameMark(self._game, self._at, digest(self._rows[: self._at]))
        said = encode(GameRevision(mark, self._base, keeps, tuple(self._rows[keeps : self._at])))
        while self._base != mark and time.monotonic() < until:
            self._link.publish(self._topic, said)
            self._wait(mark, time.monotonic() + AGAIN_S)

    def _wait(self, mark: GameMark, until: float) -> None:
        while self._base != mark and time.monotonic() < until:
            event = self._link.next(AGAIN_S)
            if isinstance(event, Published):
                told = decode(event.payload)
                if isinstance(told, Committed) and told.mark == mark:
                    self._base = mark

    def close(self) -> None:
        self._link.close()


def _size(url: str) -> int:
    """Bytes of the database."""
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as console:
        found = console.execute("SELECT pg_database_size(current_database())").fetchone()
    assert found is not None
    size: int = found[0]
    return size


@contextmanager
def _hostile(broker: Mosquitto) -> Iterator[None]:
    address = broker.address(HOSTILE)
    command = [
        *NICE, sys.executable, "-m", "bench.programs.hostile_box", str(broker.port), str(address.certificate), HOSTILE,
        str(address.password),
    ]  # fmt: skip
    with beside(command):
        yield


@contextmanager
def _hub(place: Path, broker: Mosquitto, url: str) -> Iterator[subprocess.Popen[str]]:
    address, password = broker.address(HUB), place / "hub.password"
    password.write_text(f"{address.password}\n", encoding="utf-8")
    command = [
        sys.executable, "-m", "device", "hub", "run", "--store", url, "--broker", f"{address.host}:{address.port}",
        "--certificate", str(address.certificate), "--password", str(password),
    ]  # fmt: skip
    with beside(command, stdout=subprocess.PIPE) as hub:
        assert hub.stdout is not None
        assert "connected" in hub.stdout.readline()
        yield hub
