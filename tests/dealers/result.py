"""What a dealt game comes to, worked out by its dealer from the real hands and not by the game's own code."""

from __future__ import annotations

from typing import NamedTuple

from device.contract.declarations import Declaration


class Result(NamedTuple):
    """Everybody's total after each round, and who wins; people are seats, from 0."""

    standings: list[tuple[int, ...]]
    winners: tuple[int, ...]


class Dealt(NamedTuple):
    """A whole game: what was declared, and what it comes to."""

    declarations: list[Declaration]
    result: Result
