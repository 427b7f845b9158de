"""What a declaration costs in presses, against the fewest that its question's choices would need."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from device.contract.declarations import Declaration
from device.contract.game import Game
from device.contract.keycodes import meanings
from device.contract.prompt import Prompt
from device.contract.refusal import Refused

MOST_RATIO = 1.5
"""Presses ÷ the fewest possible, over whole games at the level that the box offers first."""


def asked(game: Game[Any], state: Any) -> Prompt[Declaration]:
    """What the game asks now; it asks something."""
    prompt = game.prompt(state)
    assert prompt is not None
    return prompt


def legal(game: Game[Any], state: Any) -> int:
    """How many of the question's answers the rules allow."""
    return sum(_allowed(game, state, declaration) for declaration in meanings(asked(game, state).level))


def fewest(game: Game[Any], state: Any) -> float:
    """The presses of four keys that the legal choices would need at the least, and one in any case."""
    return max(1.0, math.log(legal(game, state), 4))


def ratio(game: Game[Any], costs: Iterable[tuple[Any, int]]) -> float:
    """Presses ÷ the fewest possible, over states and what their declarations cost."""
    presses, least = 0, 0.0
    for state, cost in costs:
        presses += cost
        least += fewest(game, state)
    return presses / least


def _allowed(game: Game[Any], state: Any, declaration: Declaration) -> bool:
    try:
        game.apply(state, declaration)
    except Refused:
        return False
    return True
