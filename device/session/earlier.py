"""Choosing one of the games that were played before the one in play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from device.contract.keycodes import NONE, Choice, Level
from device.contract.pads import pad
from display.words import Label, text

MOST_LISTED = 100
"""How many games before the one in play are looked through for finished ones."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A meaning of codes: this game is to be looked at, and may be corrected; with None the game in play goes on."""

    number: int | None


@dataclass(frozen=True, slots=True)
class EarlierView:
    """The list of earlier games."""

    level: Level[OpenGame]


class ListedGame(NamedTuple):
    """A finished game by its number in the journal, and what the list calls it."""

    number: int
    label: Label


def listing(games: Iterable[ListedGame], *, back: bool) -> EarlierView:
    """The list of these games, which come the latest first; and with `back` the game in play."""
    cells = (Choice(place, game.label, OpenGame(game.number)) for place, game in enumerate(games, start=1))
    words = (Choice(NONE, text("the game in play"), OpenGame(None)),) if back else ()
    level = pad("earlier", text("which game"), cells, words, by_heart=False, more=text("games before these"))
    return EarlierView(level)
