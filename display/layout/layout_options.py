"""Alternative layouts, what each of them gives up, and the search for the one that gives up least."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from display.scene import Item
from values.named_tuple import NamedTuple

Option = TypeVar("Option")


class LayoutLoss(NamedTuple):
    """The losses of a layout, in order of importance: no amount of a later field outweighs an earlier one.

    `crowded` counts items that are never cut and have no room, such as codes beside totals; `missing` items that people
    look for and that are left out, such as cards or columns; `unread` items in type too small to read from a chair;
    `cut` shortened names and labels; `folded` shorter forms, such as a run of cards drawn as one; `unsaid` notes that
    are left out. `small` is the number of pixels by which type is smaller than it might be.
    """

    crowded: int = 0
    missing: int = 0
    unread: int = 0
    cut: int = 0
    folded: int = 0
    small: int = 0
    unsaid: int = 0


NO_LOSS = LayoutLoss()


def total_loss(losses: Iterable[LayoutLoss]) -> LayoutLoss:
    """Return the sum of what several items give up that are shown together."""
    return LayoutLoss(*map(sum, zip(*losses, strict=True)))


class LayoutOption(NamedTuple):
    """A layout: what it gives up, the function that draws it, and its type size."""

    loss: LayoutLoss
    draw: Callable[[], Sequence[Item]]
    size: int = 0


def best_option(options: Iterable[Option], loss: Callable[[Option], LayoutLoss]) -> Option | None:
    """Return the first option that gives nothing up, or else the first that gives up least; None without any."""
    best: Option | None = None
    for option in options:
        if best is None or loss(option) < loss(best):
            best = option
        if loss(best) == NO_LOSS:
            break
    return best


def best_layout(layouts: Iterable[LayoutOption]) -> LayoutOption | None:
    """Return the first layout that gives nothing up, or else the first that gives up least; None without any."""
    return best_option(layouts, lambda layout: layout.loss)
