"""Converts a hub's stored games to `device.history.past_game.PastGame`."""

from __future__ import annotations

from club.store.games import StoredGame
from device.history.past_game import PastGame, person_names
from device.people.people import People


def past_game(game: StoredGame) -> PastGame | None:
    """A stored game as a `PastGame`; None before anybody is seated."""
    if game.result is None:
        return None
    began_at = game.received_at if game.began_at is None else game.began_at
    names = person_names(game.result, People())  # a hub knows of no renamed people
    # `boot` orders games of a box without a clock; a hub has one.
    return PastGame(
        number=game.number, identity=game.mark.game, began_at=began_at, boot=0, result=game.result, people=names
    )
