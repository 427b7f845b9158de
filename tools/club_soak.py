"""`make clubsoak`: an evening of a club while all that can fail does.

The real couriers, hub, broker and database are killed and started, the network loses, doubles, swaps and delays
messages and is cut, and boxes lose power. Messages are spoilt by a network of our own (`tests/club/networks.py`), which
needs no rights.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from device.system.progress import Progress
from tests.club.bad_evening import ClubEvening, Differences
from tests.club.databases import postgresql_server
from tests.club.histories import dealt_rows
from tests.club.tables import EveningPlan
from tools.interruption import until_interrupted

GAMES = 36
"""So many different games are dealt: six of each kind."""

BOXES = 500
MINUTES = 20.0
APART = 8
"""Boxes of which table and courier are processes of their own, if there are as many."""

A_SECOND = 25.0
"""Declarations of all tables together."""

PAUSE_S = 8.0
"""Seconds between troubles, on an average."""

PATIENCE_S = 1800.0
"""For so many seconds of good weather it is waited until all has arrived."""

MEMORY = Path("/dev/shm")


def main() -> int:
    """Print figures. Returns 0 if the hub has exactly what the boxes have."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=BOXES)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for ending in (signal.SIGTERM, signal.SIGHUP):  # broker, database and boxes end with this program
        signal.signal(ending, lambda number, _: sys.exit(128 + number))
    dealing = Progress("games dealt", GAMES)
    deals = []
    for number in range(GAMES):
        deals.append(dealt_rows(number))
        dealing.step()
    dealing.clear()
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="clubsoak-", dir=where) as place, postgresql_server() as server:
        plan = EveningPlan(
            boxes=given.boxes,
            apart=min(APART, given.boxes // 2),
            deals=deals,
            pause_s=given.boxes / A_SECOND,
            seed=given.seed,
        )
        with closing(ClubEvening(Path(place), plan, server)) as evening:
            _fail(evening, given.minutes * 60, given.seed)
            evening.rest()
            begun = time.monotonic()
            found = _settled(evening)
            settled_s = time.monotonic() - begun
    _print(evening.done, found, given.boxes, given.minutes, settled_s)
    return 0 if found.none else 1


def _fail(evening: ClubEvening, seconds: float, seed: int) -> None:
    """So many seconds of bad weather and troubles."""
    chance = random.Random(seed)
    progress, begun = Progress("seconds of the evening", int(seconds)), time.monotonic()
    evening.weather("bad")
    next_trouble = chance.expovariate(1 / PAUSE_S)
    while (now := time.monotonic() - begun) < seconds:
        progress.at(int(now))
        if now >= next_trouble:
            evening.trouble()
            next_trouble = time.monotonic() - begun + chance.expovariate(1 / PAUSE_S)
        time.sleep(0.2)
    progress.clear()


def _settled(evening: ClubEvening) -> Differences:
    """Wait until all has arrived, or nothing more can be hoped for, and compare."""
    wanted = evening.records()
    begun = sum(1 for lines in wanted.values() if lines)
    progress, until = Progress("games arrived", begun), time.monotonic() + PATIENCE_S
    while (arrived := evening.arrived(wanted)) < begun and time.monotonic() < until:
        progress.at(arrived)
        time.sleep(1.0)
    progress.clear()
    return evening.differences(wanted)


def _print(done: Counter[str], found: Differences, boxes: int, minutes: float, settled_s: float) -> None:
    figures: list[tuple[str, object]] = [
        ("boxes", boxes),
        ("minutes of bad weather", minutes),
        ("seconds until all had arrived", round(settled_s)),
        *sorted(done.items()),
        ("games compared line by line", found.compared),
        ("games lost", found.lost),
        ("games doubled", found.doubled),
        ("games invented", found.invented),
        ("games with another result", found.other_results),
        ("set aside", found.aside),
        ("standings", "differ" if found.standings_differ else "equal"),
    ]
    for name, value in figures:
        print(f"{name:<40} {value:>12}")


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
