"""`make clubsoak`: plays an evening of a club in which everything fails that can.

The real couriers, hub, broker and database are killed and started, the network loses, doubles, swaps and delays
messages and is cut, and boxes lose power. Cards are restored from old copies, are copied and move into other boxes, the
database is restored from a backup some minutes old, and a hostile box claims the games of others. What was pressed is
known from those who pressed it (`tests/club/pressing.py`), and is compared with journals and hub. Messages are spoilt
by a network of our own (`tests/club/networks.py`), which needs no rights.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from device.system.progress import Progress
from tests.club.bad_evening import ClubEvening
from tests.club.checking import Differences, pressed_games
from tests.club.databases import postgresql_server
from tests.club.faults import FAULTS
from tests.club.histories import dealt_rows
from tests.club.tables import EveningPlan
from tools.interruption import until_interrupted

GAMES = 36
"""The number of different games dealt: six of each kind."""

BOXES = 500
MINUTES = 20.0
MAX_SEPARATE_BOXES = 8
"""The number of boxes whose table and courier are processes of their own: at most half of the boxes."""

DECLARATIONS_PER_SECOND = 25.0
"""The rate of all tables together."""

PAUSE_S = 8.0
"""Seconds between troubles, on average."""

CARD_FAULT_BOXES = 12
"""The number of boxes whose cards are restored, are copied or move: a third of them each."""

TIMEOUT_S = 1800.0
"""Timeout in seconds, without further troubles, until everything has arrived."""

MEMORY_FOLDER = Path("/dev/shm")


def main() -> int:
    """Print figures. Returns 0 if journals and hub have exactly what was pressed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=BOXES)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", choices=("", *FAULTS), default="", help="have the hub do something wrong")
    given = parser.parse_args()
    for ending in (signal.SIGTERM, signal.SIGHUP):  # broker, database and boxes end with this program
        signal.signal(ending, lambda number, _: sys.exit(128 + number))
    dealing = Progress("games dealt", GAMES)
    deals = []
    for number in range(GAMES):
        deals.append(dealt_rows(number))
        dealing.step()
    dealing.clear()
    base = MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="clubsoak-", dir=base) as folder, postgresql_server(durable=True) as server:
        plan = EveningPlan(
            boxes=given.boxes,
            apart=min(MAX_SEPARATE_BOXES, given.boxes // 2),
            deals=deals,
            pause_s=given.boxes / DECLARATIONS_PER_SECOND,
            seed=given.seed,
            fault=given.fault,
        )
        with closing(ClubEvening(Path(folder), plan, server)) as evening:
            # The hostile guest is gone before the comparison, which reads the data twice and needs it unchanged.
            with ExitStack() as guest_stack:
                _cause_trouble(evening, guest_stack, given.minutes * 60, given.seed)
            evening.stop_declaring()
            begun = time.monotonic()
            found = _settled(evening)
            settled_s = time.monotonic() - begun
    _print(evening.done, found, given.boxes, given.minutes, settled_s)
    return 0 if found.is_empty else 1


def _cause_trouble(evening: ClubEvening, guest_stack: ExitStack, seconds: float, seed: int) -> None:
    """Bad network and troubles for this many seconds, including a hostile guest."""
    rng = random.Random(seed)
    progress, begun = Progress("seconds of the evening", int(seconds)), time.monotonic()
    evening.weather("bad")
    planned = _planned(evening, guest_stack, seconds)
    next_trouble = rng.expovariate(1 / PAUSE_S)
    while (now := time.monotonic() - begun) < seconds:
        progress.set_done(int(now))
        if planned and now >= planned[0][0]:
            planned.pop(0)[1]()
        elif now >= next_trouble:
            evening.cause_random_trouble()
            next_trouble = time.monotonic() - begun + rng.expovariate(1 / PAUSE_S)
        time.sleep(0.2)
    for _, step in planned:
        step()
    progress.clear()


def _planned(evening: ClubEvening, guest_stack: ExitStack, seconds: float) -> list[tuple[float, Callable[[], None]]]:
    """The events that happen once, with their times: some cards are restored, others are copied, others move."""
    boxes = list(range(0, len(evening.plans), max(1, len(evening.plans) // CARD_FAULT_BOXES)))[:CARD_FAULT_BOXES]
    restored, cloned, moved = boxes[0::3], boxes[1::3], boxes[2::3]
    steps: list[Callable[[], None]] = [lambda: guest_stack.enter_context(evening.hostile_guest())]
    steps += [partial(evening.back_up_card, number) for number in restored]
    steps.append(evening.keep_database)
    steps += [partial(evening.clone_card, number) for number in cloned]
    steps += [partial(evening.restore_card, number) for number in restored]
    steps += [partial(evening.move, number) for number in moved]
    steps.append(evening.restore_database)
    return [(seconds * (index + 1) / (len(steps) + 2), step) for index, step in enumerate(steps)]


def _settled(evening: ClubEvening) -> Differences:
    """Wait until everything has arrived, or until it times out, and compare."""
    progress = Progress("games arrived", pressed_games(evening.plans))
    found = evening.settle(TIMEOUT_S, progress.set_done)
    progress.clear()
    return found


def _print(done: Counter[str], found: Differences, boxes: int, minutes: float, settled_s: float) -> None:
    figures: list[tuple[str, object]] = [
        ("boxes", boxes),
        ("minutes of bad weather", minutes),
        ("seconds until all had arrived", round(settled_s)),
        *sorted(done.items()),
        ("games compared line by line", found.compared),
        ("rows pressed and acknowledged", found.rows),
        ("journals that can't be read", found.unreadable),
        ("games that lack acknowledged rows at a box", found.missing),
        ("games lost", found.lost),
        ("games doubled", found.doubled),
        ("games invented", found.invented),
        ("games that are not with their box", found.strayed),
        ("games with another result", found.other_results),
        ("games of copied cards and cards gone back", found.contested),
        ("of these, the director knows nothing of", found.untold),
    ]
    for name, value in figures:
        print(f"{name:<44} {value:>12}")
    for words in found.first:
        print(words)


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
