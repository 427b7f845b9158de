"""What of a box's games the hub has, and what it must still be told: decided here, without network or clock.

The box's journal is the outbox. Nothing is taken for delivered but what the hub says is in its store, and all that is
known of that is asked for again at each connection, so that there is nothing to lose here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from device.outbox.values import CommitState, Committed, GameMark, GameRevision, Inventory, InventoryAsked

RETRY_S = 10.0
"""After how many seconds without an answer something is said again."""

MOST_UNDERWAY = 16
"""Games of which something is under way at a time: a box that was off for a month shall not flood the hub."""


class Outbox(Protocol):
    """What a table offers of its journal."""

    def revision(self, game: str, base: GameMark | None) -> GameRevision | None:
        """What a hub must hear that has a game at `base`; None where there is nothing to say."""


class _Underway(NamedTuple):
    number: int
    base: GameMark | None
    at: float


class Standing(NamedTuple):
    """How far everything has arrived: whether the hub has said what it has; of how many games it lacks something."""

    known: bool
    lacking: int


class GameDelivery:
    """Knows what is to be said to the hub, and when. `now` are seconds of any steady clock."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._kept: dict[str, int] = {}
        self._latest = ""
        """The game that went on last."""
        self._done: dict[str, int] = {}
        self._marks: dict[str, GameMark] = {}
        self._refused: dict[str, int] = {}
        self._underway: dict[str, _Underway] = {}
        self._state: CommitState | None = None
        self._pages: dict[int, Inventory] = {}
        self._asked_at: float | None = None
        self._ready = False

    @property
    def standing(self) -> Standing:
        """How far everything has arrived."""
        lacking = sum(1 for game in self._kept if self._lacks(game))
        return Standing(self._ready, lacking)

    def connected(self) -> None:
        """A connection has been made: what the hub has is to be asked for."""
        self._ask_anew()
        self._underway.clear()

    def kept(self, game: str, number: int) -> None:
        """The table keeps so many rows of a game. Of several the latest is said last."""
        if self._kept.get(game, 0) < number:
            self._latest = game
        self._kept[game] = number

    def gone(self, games: set[str]) -> None:
        """The table has no games but these."""
        for game in self._kept.keys() - games:
            del self._kept[game]
            self._underway.pop(game, None)

    def heard(self, message: Committed | Inventory) -> None:
        """What the hub says of its store."""
        if isinstance(message, Inventory):
            self._take_page(message)
        elif self._has_lost(message.state):
            self._ask_anew()
        else:
            self._state = message.state
            self._take_mark(message)

    def in_play(self, now: float) -> Iterator[GameRevision]:
        """What is to be said of the game that went on last, before it is known which games have: it is most likely that
        one. Nothing while something of it is under way."""
        game = self._latest
        if not self._ready or game not in self._kept or game in self._underway or len(self._underway) >= MOST_UNDERWAY:
            return
        revision = self._outbox.revision(game, self._marks.get(game))
        if revision is not None:
            self._kept[game] = revision.mark.number
            self._underway[game] = _Underway(revision.mark.number, self._marks.get(game), now)
            yield revision

    def due(self, now: float) -> Iterator[GameRevision | InventoryAsked]:
        """What is to be said now; each is under way once it is given."""
        if not self._ready:
            if self._asked_at is None or now - self._asked_at >= RETRY_S:
                self._asked_at = now
                yield InventoryAsked()
            return
        for game in filter(lambda game: self._may_be_said(game, now), list(self._kept)):
            revision = self._outbox.revision(game, self._marks.get(game))
            if revision is None:
                self._done[game] = self._kept[game]
                self._underway.pop(game, None)
            else:
                self._underway[game] = _Underway(revision.mark.number, self._marks.get(game), now)
                yield revision

    def _may_be_said(self, game: str, now: float) -> bool:
        """Whether the hub lacks something of a game, of which nothing as new is under way, or for long."""
        if not self._lacks(game):
            return False
        underway = self._underway.get(game)
        if underway is None:
            return len(self._underway) < MOST_UNDERWAY
        return underway.number < self._kept[game] or now - underway.at >= RETRY_S

    def _lacks(self, game: str) -> bool:
        """Whether the table has something of a game that was neither committed nor refused."""
        mark = self._marks.get(game)
        reached = max(self._done.get(game, 0), self._refused.get(game, 0), 0 if mark is None else mark.number)
        return self._kept[game] > reached

    def _has_lost(self, state: CommitState) -> bool:
        known = self._state
        return known is not None and (state.store != known.store or state.commits < known.commits)

    def _ask_anew(self) -> None:
        self._ready, self._asked_at = False, None
        self._pages.clear()

    def _take_mark(self, message: Committed) -> None:
        game = message.mark.game
        if self._marks.get(game) != message.mark:
            self._done.pop(game, None)
        self._marks[game] = message.mark
        if message.refused:
            self._refused[game] = message.refused
        else:
            self._refused.pop(game, None)
        underway = self._underway.get(game)
        if underway is not None and (
            max(message.mark.number, message.refused) >= underway.number or message.mark != underway.base
        ):
            # Else what was said last did not fit: it is said again, but not at once.
            del self._underway[game]

    def _take_page(self, page: Inventory) -> None:
        if any(other.state != page.state or other.pages != page.pages for other in self._pages.values()):
            self._pages.clear()
        self._pages[page.page] = page
        if len(self._pages) < page.pages:
            return
        self._marks = {mark.game: mark for one in self._pages.values() for mark in one.games}
        self._state, self._ready = page.state, True
        self._pages.clear()
        self._done.clear()
        self._refused.clear()
        self._underway.clear()
