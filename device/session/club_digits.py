"""How a box joins a club: by digits that the hub shows."""

from __future__ import annotations

from values.named_tuple import NamedTuple

DIGITS = 8
"""As many: with five attempts in ten minutes nobody guesses them (docs/club.md)."""


class Join(NamedTuple):
    """The box joins the club whose hub shows these digits."""

    digits: str
