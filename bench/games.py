"""Measures the speed of the rules: whole random games, and a declaration late in a long evening."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from device.contract.declarations import Declaration
from tests.games.registered import GAMES, deal, header
from tools.figures import Measurement, seconds

SEEDS = range(12)
ENDLESS = "no-thanks"
FEW, MANY = 2, 200
ENOUGH = 20_000
REPEATS = 5
GROWTH_LIMIT = 1.2
MAX_MICROSECONDS = 10.0
"""Equal to a hundred thousand declarations a second and core."""
EXACT_GAME, MAX_EXACT_MICROSECONDS = "no-loose-ends", 50.0
"""The game whose declarations are checked against all possible deals, and its limit."""


def figures() -> Iterator[Measurement]:
    """Declarations and whole games a second, for each game."""
    yield from growth()
    for game_id in GAMES:
        declarations, taken = 0, 0.0
        for seed in SEEDS:
            dealt = _dealt(game_id, seed)
            # Processor time, and the least of several runs, so that other load of the machine is not counted.
            taken += min(seconds(partial(played_through, *dealt), time.process_time) for _ in range(REPEATS))
            declarations += len(dealt[1])
        yield Measurement(f"{game_id}: declarations checked a second", declarations / taken)
        most = MAX_EXACT_MICROSECONDS if game_id == EXACT_GAME else MAX_MICROSECONDS
        yield Measurement(f"{game_id}: microseconds a declaration", taken / declarations * 1e6, most)
        yield Measurement(f"{game_id}: whole random games a second", len(SEEDS) / taken)


def growth() -> Iterator[Measurement]:
    """The cost of a declaration late in a long evening, in a game with any number of rounds."""
    few, many = (evening(rounds) for rounds in (FEW, MANY))
    costs = [(_cost(*many), _cost(*few)) for _ in range(REPEATS)]
    value = statistics.median(a for a, _ in costs) / statistics.median(b for _, b in costs)
    yield Measurement(f"a declaration in an evening of {MANY} rounds ÷ in one of {FEW}", value, GROWTH_LIMIT)


def evening(rounds: int) -> tuple[Any, list[Declaration], Any]:
    """No Thanks! with this many rounds: the state before it, its declarations and the game."""
    names = ("Ann", "Bo", "Cleo", "Dan")
    chosen = (("rounds", str(rounds)),)
    record = header(ENDLESS, names, chosen)
    return record.state, deal(ENDLESS, 1, len(names), chosen), record.game


def _cost(state: Any, played: list[Declaration], game: Any) -> float:
    """Seconds for one declaration, over as many as a long evening has."""
    repeats = max(1, ENOUGH // len(played))
    begun = time.perf_counter()
    for _ in range(repeats):
        played_through(state, played, game)
    return (time.perf_counter() - begun) / repeats / len(played)


def played_through(state: Any, played: list[Declaration], game: Any) -> None:
    """Check a whole game."""
    for declaration in played:
        state = game.apply(state, declaration)


def _dealt(game_id: str, seed: int) -> tuple[Any, list[Declaration], Any]:
    players = 4
    names = tuple(f"P{number}" for number in range(players))
    record = header(game_id, names, ())
    return record.state, deal(game_id, seed, players), record.game
