"""The presses of a declaration, compared with the minimum for the choices of its question."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator
from typing import Any

from device.contract.declarations import Declaration
from device.contract.game import Game
from device.contract.keycodes import Choice, CompleteCode, Level, keys_for, meanings, parse_keys
from device.contract.prompt import Prompt
from device.contract.refusal import Refused
from display.words import Label

MAX_RATIO = 1.5
"""The limit for presses ÷ the fewest possible, over whole games at the level that the box offers first."""


def asked(game: Game[Any], state: Any) -> Prompt[Declaration]:
    """The game's question. There must be one."""
    prompt = game.prompt(state)
    assert prompt is not None
    return prompt


def reachable(game: Game[Any], state: Any, declaration: Declaration) -> bool:
    """Whether keys can declare this, with this meaning."""
    prompt = asked(game, state)
    for level in (prompt.level, *(level for choice in prompt.menu_choices if (level := choice.level()))):
        typed = keys_for(level, declaration)
        if typed is not None:
            return parse_keys(level, typed) == CompleteCode(declaration)
    return False


def legal(game: Game[Any], state: Any) -> int:
    """The number of the question's answers that the rules allow."""
    return sum(_allowed(game, state, declaration) for declaration in meanings(asked(game, state).level))


def fewest(game: Game[Any], state: Any) -> float:
    """The minimum number of presses of four keys for the legal choices, at least one."""
    return max(1.0, math.log(legal(game, state), 4))


def fewest_of_entry(level: Level[Declaration], typed: str, ruled_out: Container[Label]) -> float:
    """The same for an entry of any length, in which each cell on the way is a choice among its level's cells.

    Cells with `ruled_out` labels do not count, because the rules do not allow them.
    """
    least = 0.0
    while typed:
        options = {label: keys for keys, label in cells(level) if label not in ruled_out}
        least += max(1.0, math.log(len(options), 4))
        keys, choice = next((keys, choice) for keys, choice in choices(level) if typed.startswith(keys))
        typed = typed.removeprefix(keys)
        deeper = choice.level()
        level = level if deeper is None else deeper
    return least


def cells(level: Level[Any]) -> Iterator[tuple[str, Label]]:
    """The codes of a level, with their labels. Cells in a block of numbers have the block's keys before their own."""
    return ((keys, choice.label) for keys, choice in choices(level))


def choices(level: Level[Any]) -> Iterator[tuple[str, Choice[Any]]]:
    """The choices of a level with their codes, including those in blocks of numbers."""
    for choice in level.choices:
        keys, deeper = level.code(choice.slot), choice.means
        if isinstance(deeper, Level) and deeper.is_number_block:
            yield from ((keys + further, one) for further, one in choices(deeper))
        else:
            yield keys, choice


def ratio(game: Game[Any], costs: Iterable[tuple[Any, int]]) -> float:
    """The ratio of presses to the fewest possible, over states with the costs of their declarations."""
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
