"""Measures a declaration of No Thanks!, with all its checks, against a move in a public engine that checks nothing.

The engine is `no-thanks` 0.2.2 of PyPI. Its dependencies are for its own players only, so it is installed without
them: `pip install --no-deps no-thanks==0.2.2`.
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

GAME_COUNT = 60
PLAYER_COUNT = 4
REPEAT_COUNT = 15
LIMIT = 4.0
"""That is, at least a quarter of the engine's moves a second."""


def figures() -> Iterator[Measurement]:
    """The ratio of the times of a declaration and a move. Raises NotTaken if the engine is not installed."""
    if find_spec("no_thanks") is None:
        raise NotTaken("the engine is not installed: pip install --no-deps no-thanks==0.2.2")
    state, declarations, game = evening(4)
    scripts = [_script(seed) for seed in range(GAME_COUNT)]
    moves = sum(map(len, scripts))
    ratios = []
    for _ in range(REPEAT_COUNT):
        ours = seconds(partial(played_through, state, declarations, game), time.process_time) / len(declarations)
        theirs = seconds(partial(_replay, scripts), time.process_time) / moves
        ratios.append(ours / theirs)
    name = "no-thanks: a declaration ÷ a move in a public engine that checks nothing"
    yield Measurement(name, statistics.median(ratios), LIMIT)


def _script(seed: int) -> list[Any]:
    """The choices of random players in one of the engine's games."""
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
    """Play the same games, with players who repeat these choices."""
    for seed, script in enumerate(scripts):
        players, left = _players(), iter(script)
        for player in players:
            player.action = partial(next, left)
        _play(players, seed)


def _players() -> list[Any]:
    from no_thanks.core import Player

    return [Player(f"P{number}") for number in range(PLAYER_COUNT)]


def _play(players: list[Any], seed: int) -> None:
    from no_thanks.core import Game

    random.seed(seed)
    Game(players).play()
