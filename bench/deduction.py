"""Measures the search for a deal that fits, for declarations late in a round of No Loose Ends."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from device.contract.declarations import Declaration
from device.contract.setup import TableSetup
from device.games.no_loose_ends import tricks
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import State
from tests.dealers import no_loose_ends as dealer
from tools.figures import Measurement, seconds

SEEDS = range(6)
PLAYERS = (3, 5)
REPEATS = 9
MAX_LENGTH, MORE_REPEATS = 20, 40
"""The number of longest times that are measured again, and how often: other load of the machine lengthens some."""

RATIO_LIMIT = 5.0
SLOWER = 20
"""Estimated factor by which the slowest Pi is slower than a desktop machine."""
MILLISECONDS_LIMIT = 30.0


class _Late(NamedTuple):
    """A declaration in the second half of a round's tricks, and the state before it."""

    state: State
    declared: Declaration


def figures() -> Iterator[Measurement]:
    """The median, the 99th percentile and the maximum, for both levels of detail."""
    for level in ("cards", "tricks"):
        late = [one for getaways in ("off", "on") for one in _late_declarations(level, getaways)]
        # Measured directly after each other, so that the processor has the same speed for both.
        pairs = [(_cost(one), _cost_without_deals(one)) for one in late]
        judged = _measured_again([cost for cost, _ in pairs], late)
        ratio = statistics.median(cost / plain for cost, plain in pairs)
        yield Measurement(f"no-loose-ends, {level}: late in a round ÷ without looking at deals", ratio, RATIO_LIMIT)
        median = statistics.median(judged) * 1000 * SLOWER
        yield Measurement(f"no-loose-ends, {level}: late in a round, ms × {SLOWER}", median, MILLISECONDS_LIMIT)
        most = sorted(judged)[len(judged) * 99 // 100] * 1000 * SLOWER
        yield Measurement(f"no-loose-ends, {level}: 99 of 100 late in a round, ms × {SLOWER}", most, MILLISECONDS_LIMIT)
        longest = max(judged) * 1000 * SLOWER
        yield Measurement(
            f"no-loose-ends, {level}: the longest late in a round, ms × {SLOWER}", longest, MILLISECONDS_LIMIT
        )


def _measured_again(costs: list[float], late: list[_Late]) -> list[float]:
    """The same costs, with the longest ones measured again."""
    dearest = sorted(range(len(costs)), key=costs.__getitem__)[-MAX_LENGTH:]
    again = {number: min(costs[number], _cost(late[number], MORE_REPEATS)) for number in dearest}
    return [again.get(number, cost) for number, cost in enumerate(costs)]


def _late_declarations(level: str, getaways: str) -> Iterator[_Late]:
    chosen = (("detail", level), ("getaway-cards", getaways), ("double-cross", "on"))
    for players in PLAYERS:
        names = tuple(f"P{number}" for number in range(players))
        for seed in SEEDS:
            state = GAME.start(TableSetup(names, chosen))
            for declared in dealer.play(Random(seed), players, chosen):
                round_ = state.round
                if round_ is not None and 0 < round_.total_trick_count <= 2 * round_.finished_trick_count:
                    yield _Late(state, declared)
                state = GAME.apply(state, declared)


def _cost(late: _Late, repeats: int = REPEATS) -> float:
    # Thread time, so that other load of the machine is not counted.
    act = partial(GAME.apply, late.state, late.declared)
    return min(seconds(act, time.thread_time) for _ in range(repeats))


def _cost_without_deals(late: _Late) -> float:
    """The cost of the same declaration without the search for deals."""
    with (
        patch.object(tricks, "check_possible_deal", lambda after, *rest, **more: after),
        patch.object(tricks, "add_clue", lambda state, round_, *rest, **more: round_),
        patch.object(tricks, "replace_last_clue", lambda state, round_, *rest, **more: round_),
    ):
        return _cost(late)
