"""Joining a club by the digits that its hub shows."""

from __future__ import annotations

from values.named_tuple import NamedTuple

CLUB_DIGIT_COUNT = 8
"""The number of digits. With five attempts in ten minutes, nobody guesses them (docs/club.md)."""


class JoinClub(NamedTuple):
    """The box joins the club whose hub shows these digits."""

    digits: str
