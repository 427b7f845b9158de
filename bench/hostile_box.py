"""Measures a club in which one box sends the worst messages that it can, as fast as it can."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import psycopg

from bench.honest_boxes import BOX_COUNT, DURATION_S, HonestBox, hub_at_work, p95_of_answers
from bench.processes import beside, peak_kib
from club.store.database import ClubStore
from tests.club.brokers import Mosquitto, mosquitto
from tests.club.databases import postgresql
from tools.figures import Measurement, scratch

HOSTILE = "hostile"
NICE = ("nice", "-n", "19")
"""The hostile box would run on another machine; here it gets only the processor time that the others leave."""


def figures() -> Iterator[Measurement]:
    """The times until answers to honest boxes, and the memory and disk space of the hub."""
    with scratch() as place, ExitStack() as opened:
        url = opened.enter_context(postgresql(durable=True))
        names = [f"box-{number}" for number in range(BOX_COUNT)]
        broker = opened.enter_context(mosquitto(HOSTILE, *names))
        with closing(ClubStore.open(url)) as store, store.transaction() as transaction:
            for name in (HOSTILE, *names):
                transaction.boxes.add_box(name)
        hub = opened.enter_context(hub_at_work(place, broker, url))
        boxes = [opened.enter_context(closing(HonestBox(broker, name, seed))) for seed, name in enumerate(names)]
        without, usual = _evening(boxes, url)
        with _hostile(broker):
            beside_it, grown = _evening(boxes, url)
        name = f"an answer to an honest box beside a hostile one ÷ without it, {BOX_COUNT} boxes, p95"
        yield Measurement(name, beside_it / without, 2.0)
        yield Measurement("memory of a hub with a hostile box (MiB)", peak_kib(hub.pid) / 1024, 200.0)
        minutes = DURATION_S / 60
        yield Measurement("what a hostile box adds to the database (MB a minute)", (grown - usual) / 1e6 / minutes, 1.0)


def _evening(boxes: list[HonestBox], url: str) -> tuple[float, int]:
    """Measure once: the time until answers, in seconds, and the growth of the database in bytes."""
    before = _size(url)
    return p95_of_answers(boxes), _size(url) - before


def _size(url: str) -> int:
    """The size of the database in bytes."""
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
