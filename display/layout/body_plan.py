"""A part of a page before it is drawn."""

from __future__ import annotations

from collections.abc import Callable

from display.scene import Item
from values.named_tuple import NamedTuple


class BodyPlan(NamedTuple):
    """How a body goes into a box: it is drawn only if no other way loses less.

    `loss` counts what does not show: 0 is nothing, 1 or 2 a note that is shortened, from 10 on something is missing
    that people look for.
    """

    draw: Callable[[], list[Item]]
    loss: int
