"""Games of a hub as the history has them."""

from __future__ import annotations

from club.store.games import StoredGame
from device.history.past import PastGame, seated
from device.people.people import People


def past_game(game: StoredGame) -> PastGame | None:
    """A game as the history has it; None before anybody sat down."""
    if game.result is None:
        return None
    begun = game.received if game.begun is None else game.begun
    return PastGame(game.number, game.mark.game, begun, 0, game.result, seated(game.result, People()))
