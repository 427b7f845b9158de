"""Measures a hub's pages with 20,000 games and 2,000 people: their cost, and the delay for declarations."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection

from bench.honest_boxes import BOX_COUNT, HonestBox, hub_at_work, p95_of_answers
from bench.large_club import BOX_COUNT as ALL_BOX_COUNT
from bench.large_club import GAMES, PEOPLE, fill
from bench.processes import beside, peak_kib
from club.league.tally_updates import update_tallies
from club.store.database import ClubStore
from tests.club.brokers import mosquitto
from tests.club.databases import postgresql
from tests.club.ports import free_port
from tools.figures import Measurement, scratch

PATHS = (
    "/", "/games", "/games?before=9000", "/statistics", "/statistics?table=people&page=7", "/aside", "/evenings",
    "/evenings/50", "/evenings/50/travellers", "/evenings/50/travellers?page=9", "/seasons/2",
    "/seasons/2?table=league&page=12", "/people/Ann0", "/people/Ann0?evening=3", "/people/Tom99", "/pairings",
    f"/games/box-7/{10_007:012x}",
)  # fmt: skip
REQUESTS_PER_PAGE = 10
"""The number of timed requests for each page, after a first one."""

VISITORS = 10
NICE = ("nice", "-n", "19")
"""Visitors would use other machines; here they get only the processor time that the others leave."""

TALLY_BATCH_SIZE = 500


def figures() -> Iterator[Measurement]:
    """The cost of pages, and the times until answers to boxes with and without visitors."""
    with scratch() as place, ExitStack() as opened:
        url = opened.enter_context(postgresql(durable=True))
        fill(url)
        with closing(ClubStore.open(url)) as store:
            while update_tallies(store, TALLY_BATCH_SIZE):
                continue
        names = [f"box-{number}" for number in range(ALL_BOX_COUNT)][:BOX_COUNT]
        broker, port = opened.enter_context(mosquitto(*names)), free_port()
        hub = opened.enter_context(hub_at_work(place, broker, url, "--page", str(port)))
        boxes = [opened.enter_context(closing(HonestBox(broker, name, seed))) for seed, name in enumerate(names)]
        cost, size = _pages(hub.pid, port)
        club = f"{GAMES} games, {PEOPLE} people"
        yield Measurement(f"the processor's time of a hub's dearest page, {club} (ms)", 1000 * cost, 100.0)
        yield Measurement(f"a hub's largest page, {club} (kB)", size / 1000, 100.0)
        alone = p95_of_answers(boxes)
        with _visitors(port):
            beside_them = p95_of_answers(boxes)
        name = f"an answer to a box beside {VISITORS} visitors ÷ without them, {BOX_COUNT} boxes, p95"
        yield Measurement(name, beside_them / alone, 1.5)
        yield Measurement(f"memory of a hub that has shown its pages, {club} (MiB)", peak_kib(hub.pid) / 1024, 150.0)


def _pages(hub: int, port: int) -> tuple[float, int]:
    """The processor time of the most expensive page in seconds, and the size of the largest in bytes."""
    costs, sizes = [], []
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as browser:
        for path in PATHS:
            sizes.append(_request(browser, path))
            before = _processor_time(hub)
            for _ in range(REQUESTS_PER_PAGE):
                _request(browser, path)
            costs.append((_processor_time(hub) - before) / REQUESTS_PER_PAGE)
    return max(costs), max(sizes)


def _request(browser: HTTPConnection, path: str) -> int:
    browser.request("GET", path)
    answer = browser.getresponse()
    assert answer.status == 200, path
    return len(answer.read())


def _processor_time(process: int) -> float:
    """The processor time of a process so far, in seconds."""
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _visitors(port: int) -> Iterator[None]:
    with beside([*NICE, sys.executable, "-m", "bench.programs.visitors", str(port)], stdout=subprocess.PIPE) as begun:
        assert begun.stdout is not None
        assert begun.stdout.readline()
        yield


def visit(port: int, seed: int) -> Iterator[None]:
    """Act as one visitor, with an address of its own, who requests a random page about once a second."""
    chance = random.Random(seed)
    while True:
        time.sleep(chance.expovariate(1.0))
        with closing(HTTPConnection("127.0.0.1", port, 60, (f"127.0.0.{2 + seed}", 0))) as browser:
            _request(browser, chance.choice(PATHS))
        yield
