"""Games as the history has them: each is worked out once, and again when something of it changes."""

from __future__ import annotations

from threading import Lock

from club.store.database import ClubStore
from club.store.games import StoredGame
from device.history.past import PastGame, seated
from device.outbox.values import GameMark
from device.people.people import People


def past_game(game: StoredGame) -> PastGame | None:
    """A game as the history has it; None before anybody sat down."""
    if game.result is None:
        return None
    begun = game.received if game.begun is None else game.begun
    return PastGame(game.number, game.mark.game, begun, 0, game.result, seated(game.result, People()))


class PastGames:
    """The games of one store that somebody has looked at. Any thread may ask."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[StoredGame, PastGame | None]] = {}
        self._lock = Lock()

    def all(self, store: ClubStore) -> list[tuple[StoredGame, PastGame]]:
        """All games that somebody sat down to, the first that came first. Raises StoreFailed."""
        with self._lock:
            with store.reading() as kept:
                marks = kept.games.all_marks()
                changed = kept.games.of([number for number, mark in marks.items() if mark != self._mark(number)])
            for game in changed:
                self._known[game.number] = game, past_game(game)
            found = [self._known[number] for number in marks]
        return [(game, past) for game, past in found if past is not None]

    def _mark(self, number: int) -> GameMark | None:
        known = self._known.get(number)
        return None if known is None else known[0].mark
