"""Numbers on four keys: first the tens, then the last digit, and a digit's keys are always the same."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, Level
from device.games.no_thanks.cards import HIGHEST, LOWEST
from device.games.no_thanks.runs import span
from display.words import Label, text

DIGITS = 10

Cells = tuple[Choice[Declaration], ...]
Entry = Level[Declaration]
Means = Declaration | Entry | Callable[[], Entry]
Admits = Callable[[object], bool]


def spans() -> tuple[str, ...]:
    """The labels of the cards' tens: the first holds the cards below 10."""
    return span(LOWEST, 9), span(10, 19), span(20, 29), span(30, HIGHEST)


def cells(
    tens: int, last: range, means: Callable[[int], Means], admits: Callable[[int], Admits] | None = None
) -> Cells:
    """Cells for the numbers of some last digits above `tens`; what they open may be limited by `admits`."""
    return tuple(
        Choice(digit, str(digit), means(tens + digit), admits(tens + digit) if admits else None) for digit in last
    )


def digits(tens: int, means: Callable[[int], Means], admits: Callable[[int], Admits] | None = None) -> Entry:
    """The level of the last digit, for the ten numbers from `tens`."""
    return Level("digit", text("Last digit"), DIGITS, cells(tens, range(DIGITS), means, admits))


def numbers(name: str, title: Label, labels: tuple[str, ...], means: Callable[[int], Declaration]) -> Entry:
    """A level for numbers from 0, ten to a cell; `labels` are those cells'."""
    pages: Cells = tuple(Choice(page, label, digits(DIGITS * page, means)) for page, label in enumerate(labels))
    return Level(name, title, max(4, len(labels)), pages)
