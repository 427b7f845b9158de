"""Converts between cards and runs of consecutive numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Run = tuple[int, int]
"""The first and the last card of a run; a single card is both."""


def merge_runs(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Return the same cards in as few runs as possible, ascending. A card named twice stays twice.

    Long runs take no more time than short ones.
    """
    changes: dict[int, int] = {}
    for low, high in runs:
        changes[low] = changes.get(low, 0) + 1
        changes[high + 1] = changes.get(high + 1, 0) - 1
    open_starts: list[int] = []
    merged: list[Run] = []
    for card, change in sorted(changes.items()):
        open_starts.extend([card] * change)
        merged.extend((open_starts.pop(), card - 1) for _ in range(-change))
    return tuple(sorted(merged))


def runs_of(cards: Iterable[int]) -> tuple[Run, ...]:
    """Return the runs that these cards make, ascending."""
    return merge_runs((card, card) for card in cards)


def cards_of(runs: Iterable[Run]) -> Iterator[int]:
    """Yield every card of some runs."""
    for low, high in runs:
        yield from range(low, high + 1)


def count_cards(runs: Iterable[Run]) -> int:
    """Return the number of cards in some runs."""
    return sum(high - low + 1 for low, high in runs)


def points_of_runs(runs: Iterable[Run]) -> int:
    """Return the points of runs: only the lowest card of each (No Thanks! rulebook, Game Progress)."""
    return sum(low for low, _ in runs)


def span_text(low: int, high: int) -> str:
    """Return a run as it is printed: a single card, or a range with an en dash."""
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"
