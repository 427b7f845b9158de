"""The expected result of a dealt game, computed by its dealer from the real hands without the game's own code."""

from __future__ import annotations

from typing import NamedTuple

from device.contract.declarations import Declaration


class Result(NamedTuple):
    """Everybody's total after each round, and the winners, as seats from 0."""

    standings: list[tuple[int, ...]]
    winners: tuple[int, ...]


class Dealt(NamedTuple):
    """A whole game: its declarations, and the expected result."""

    declarations: list[Declaration]
    result: Result
