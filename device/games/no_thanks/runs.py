"""Cards as runs of consecutive numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Run = tuple[int, int]
"""The first and the last card of a run; a card on its own is both."""


def joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """The same cards in as few runs as possible, ascending. A card named twice stays there twice.

    Takes no longer for long runs than for short ones.
    """
    changes: dict[int, int] = {}
    for low, high in runs:
        changes[low] = changes.get(low, 0) + 1
        changes[high + 1] = changes.get(high + 1, 0) - 1
    begun: list[int] = []
    ended: list[Run] = []
    for card, change in sorted(changes.items()):
        begun.extend([card] * change)
        ended.extend((begun.pop(), card - 1) for _ in range(-change))
    return tuple(sorted(ended))


def runs_of(cards: Iterable[int]) -> tuple[Run, ...]:
    """The runs that these cards make, ascending."""
    return joined((card, card) for card in cards)


def cards_of(runs: Iterable[Run]) -> Iterator[int]:
    """Every card of some runs, one by one."""
    for low, high in runs:
        yield from range(low, high + 1)


def size(runs: Iterable[Run]) -> int:
    """How many cards there are in some runs."""
    return sum(high - low + 1 for low, high in runs)


def points(runs: Iterable[Run]) -> int:
    """What cards cost: of each run only its lowest card (No Thanks! rulebook, Game Progress)."""
    return sum(low for low, _ in runs)


def span(low: int, high: int) -> str:
    """Numbers from `low` to `high` as they are printed: joined by an en dash."""
    return f"{low}\N{EN DASH}{high}"


def named(runs: Iterable[Run]) -> str:
    """Runs as they are printed, beside each other."""
    return " ".join(str(low) if low == high else span(low, high) for low, high in runs)
