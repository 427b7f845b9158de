"""Of which kind a game is: of one kind are those that people call the same."""

from __future__ import annotations

from device import games
from device.contract.game import Variant
from device.history.results import GameResult
from device.session.names import seen_key
from display.words import ENGLISH
from values.named_tuple import NamedTuple


class GameKind(NamedTuple):
    """The word of a game, and what people call what was played of it, in English."""

    game: str
    title: str


def variant(result: GameResult) -> Variant:
    """What of its game was played; of a game that is not here any more, what it was called."""
    game = games.find(result.game)
    return Variant(games.called(result.game), False, None) if game is None else game.variant(result.table)


def kind(result: GameResult) -> GameKind:
    """The kind of game that this is."""
    return GameKind(result.game, ENGLISH.say(variant(result).title))


class ComparedKind(NamedTuple):
    """What games have in common whose points are compared: the word of the game, what was played as far as it can be
    told apart, as names are, and whether the fewest points win."""

    game: str
    title: str
    lowest_wins: bool


def compared(result: GameResult) -> ComparedKind:
    """With which games this one is compared."""
    played = variant(result)
    return ComparedKind(result.game, seen_key(ENGLISH.say(played.title)), played.lowest_wins)
