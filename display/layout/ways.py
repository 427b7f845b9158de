"""Ways to lay a thing out, what each of them gives up, and the one search for the way that gives up least."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from display.scene import Item
from values.named_tuple import NamedTuple


class GivenUp(NamedTuple):
    """What a way to lay a thing out gives up, what is missed most first: none of it is worth any of what comes before.

    `crowded` counts what is never cut and has no room, as codes beside totals; `missing` what people look for and is
    left out, as cards or columns; `unread` what is in type smaller than is read from a chair; `cut` names and labels
    that are shortened; `folded` runs of cards that are drawn as one; `unsaid` notes that are left out. `small` is by
    how many pixels type is smaller than it might be.
    """

    crowded: int = 0
    missing: int = 0
    unread: int = 0
    cut: int = 0
    folded: int = 0
    small: int = 0
    unsaid: int = 0


NOTHING = GivenUp()


def together(losses: Iterable[GivenUp]) -> GivenUp:
    """What several things give up that are shown together."""
    return GivenUp(*map(sum, zip(*losses, strict=True)))


class Way(NamedTuple):
    """A way to lay a thing out: what it gives up, what draws it, and in which type."""

    loss: GivenUp
    draw: Callable[[], Sequence[Item]]
    size: int = 0


def best(ways: Iterable[Way]) -> Way | None:
    """The first way that gives nothing up, or else the first of those that give up least; None without any."""
    found: Way | None = None
    for way in ways:
        if found is None or way.loss < found.loss:
            found = way
        if found.loss == NOTHING:
            break
    return found
