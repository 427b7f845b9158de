"""A declaration of No Thanks!, with all its checks, beside a move in a public engine that checks nothing.

The engine is `no-thanks` 0.2.2 of PyPI. What it needs besides is for its own players only, so that it is installed
alone: `pip install --no-deps no-thanks==0.2.2`.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from bench.games import evening, played_through
from tools.figures import Measurement, NotTaken, seconds

GAMES = 60
PLAYERS = 4
REPEATS = 15
MOST = 4.0
"""A quarter of the engine's moves a second."""


def figures() -> Iterator[Measurement]:
    """How much longer a declaration takes than a move. Raises NotTaken where the engine is not installed."""
    if find_spec("no_thanks") is None:
        raise NotTaken("the engine is not installed: pip install --no-deps no-thanks==0.2.2")
    state, declarations, game = evening(4)
    scripts = [_script(seed) for seed in range(GAMES)]
    moves = sum(map(len, scripts))
    ratios = []
    for _ in range(REPEATS):
        ours = seconds(partial(played_through, state, declarations, game), time.process_time) / len(declarations)
        theirs = seconds(partial(_replay, scripts), time.process_time) / moves
        ratios.append(ours / theirs)
    name = "no-thanks: a declaration ÷ a move in a public engine that checks nothing"
    yield Measurement(name, statistics.median(ratios), MOST)


def _script(seed: int) -> list[Any]:
    """What players chose at random in one of the engine's games."""
    chosen = []

    def recorded(choose: Callable[[], Any]) -> Any:
        chosen.append(choose())
        return chosen[-1]

    players = _players()
    for player in players:
        player.action = partial(recorded, player.action)
    _play(players, seed)
    return chosen


def _replay(scripts: list[list[Any]]) -> None:
    """The same games, with players who only do what they chose then."""
    for seed, script in enumerate(scripts):
        players, left = _players(), iter(script)
        for player in players:
            player.action = partial(next, left)
        _play(players, seed)


def _players() -> list[Any]:
    from no_thanks.core import Player

    return [Player(f"P{number}") for number in range(PLAYERS)]


def _play(players: list[Any], seed: int) -> None:
    from no_thanks.core import Game

    random.seed(seed)
    Game(players).play()
