"""Kinds of games: games that people call the same are of one kind."""

from __future__ import annotations

from device import games
from device.contract.game import Variant
from device.history.results import GameResult
from device.session.names import visible_key
from display.words import ENGLISH
from values.named_tuple import NamedTuple


class GameKind(NamedTuple):
    """The id of a game, and the English title of what was played of it."""

    game_id: str
    title: str


def played_variant(result: GameResult) -> Variant:
    """The variant of its game that was played. If the game is not installed, only its name is known."""
    installed_game = games.find(result.game_id)
    if installed_game is None:
        return Variant(games.remembered_title(result.game_id), lowest_wins=False, bgg=None)
    return installed_game.variant(result.setup)


def game_kind(result: GameResult) -> GameKind:
    """The kind of game of a result."""
    return GameKind(result.game_id, ENGLISH.say(played_variant(result).title))


class ComparedKind(NamedTuple):
    """The key of games whose points are compared: the game's id, the title in the normalized form of names, and which
    way points count."""

    game_id: str
    title: str
    lowest_wins: bool


def compared_kind(result: GameResult) -> ComparedKind:
    """The key of the games with which this one is compared."""
    variant = played_variant(result)
    return ComparedKind(result.game_id, visible_key(ENGLISH.say(variant.title)), variant.lowest_wins)
