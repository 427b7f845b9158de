"""What of a box's games the hub has, and what it must still be told: decided here, without network or clock.

The box's journal is the outbox. Nothing is taken for delivered but what the hub says is in its store, and all that is
known of that is asked for again at each connection, so that there is nothing to lose here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple, Protocol

from club.courier.inventory import RETRY_S as RETRY_S
from club.courier.inventory import AskedInventory
from club.courier.record_comparison import RecordComparison
from device.outbox.director import ClubDoubt
from device.outbox.values import (
    Committed,
    GameMark,
    GameRevision,
    Inventory,
    InventoryAsked,
    OtherRecord,
)

MOST_UNDERWAY = 16
"""Games of which something is under way at a time: a box that was off for a month shall not flood the hub."""


class OutboxSilent(Exception):
    """The table can't say it now: its journal can't be read."""


class Outbox(Protocol):
    """What a table offers of its journal."""

    def revision(self, game: str, base: GameMark | None) -> GameRevision | OtherRecord | None:
        """What a hub must hear that has a game at `base`; None where there is nothing to say. Raises OutboxSilent."""


class _Underway(NamedTuple):
    number: int
    base: GameMark | None
    at: float


class Standing(NamedTuple):
    """How far everything has arrived: whether the hub has said what it has; of how many games it lacks something; what
    is in doubt."""

    known: bool
    lacking: int
    doubts: tuple[ClubDoubt, ...] = ()


class GameDelivery:
    """Knows what is to be said to the hub, and when. `now` are seconds of any steady clock."""

    def __init__(self, outbox: Outbox, courier: str = "") -> None:
        """`courier` is the word that tells this courier from others of its box."""
        self._outbox = outbox
        self._courier = courier
        self._kept: dict[str, int] = {}
        self._latest = ""
        """The game that went on last."""
        self._done: dict[str, int] = {}
        self._marks: dict[str, GameMark] = {}
        self._refused: dict[str, int] = {}
        self._underway: dict[str, _Underway] = {}
        self._inventory = AskedInventory()
        self._comparison = RecordComparison()

    @property
    def standing(self) -> Standing:
        """How far everything has arrived."""
        lacking = sum(1 for game in self._kept if self._lacks(game) or self._comparison.differs(game))
        return Standing(self._inventory.ready, lacking, self._comparison.doubts(twice=self._inventory.twice))

    def connected(self) -> None:
        """A connection has been made: what the hub has is to be asked for."""
        self._inventory.ask_anew()
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
        elif self._inventory.has_lost(message.state):
            self._inventory.ask_anew()
        else:
            self._inventory.state = message.state
            self._take_mark(message)

    def in_play(self, now: float) -> Iterator[GameRevision | OtherRecord]:
        """What is to be said of the game that went on last, before it is known which games have: it is most likely that
        one. Nothing while something of it is under way."""
        game = self._latest
        if not self._inventory.ready or game not in self._kept:
            return
        if game in self._underway or len(self._underway) >= MOST_UNDERWAY:
            return
        with suppress(OutboxSilent):
            revision = self._found(game, now)
            if revision is not None:
                self._kept[game] = revision.mark.number
                yield revision

    def due(self, now: float) -> Iterator[GameRevision | OtherRecord | InventoryAsked]:
        """What is to be said now; each is under way once it is given."""
        if not self._inventory.ready:
            if self._inventory.due(now):
                yield InventoryAsked(self._courier, self._inventory.state)
            return
        with suppress(OutboxSilent):
            yield from self._lacking(now)
            yield from self._compare(now)

    def _lacking(self, now: float) -> Iterator[GameRevision | OtherRecord]:
        """What the hub lacks."""
        for game in filter(lambda game: self._may_be_said(game, now), list(self._kept)):
            revision = self._found(game, now)
            if revision is None:
                self._done[game] = self._kept[game]
                self._underway.pop(game, None)
            else:
                yield revision

    def _found(self, game: str, now: float) -> GameRevision | OtherRecord | None:
        """What the hub must hear of a game, which is under way then."""
        base = self._marks.get(game)
        found = self._outbox.revision(game, base)
        if found is not None:
            self._underway[game] = _Underway(found.mark.number, base, now)
        self._comparison.compared(game, found if isinstance(found, OtherRecord) else None, now)
        return found

    def _compare(self, now: float) -> Iterator[GameRevision | OtherRecord]:
        """Say of games that the hub has, that they differ: of all of which it has more than the journal, and of one
        other, while nothing else is under way."""
        idle = not self._underway
        while len(self._underway) < MOST_UNDERWAY and (game := self._comparison.next(now, idle=idle)) is not None:
            idle = False
            found = self._found(game, now)
            if found is not None:
                yield found

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

    def _take_mark(self, message: Committed) -> None:
        game = message.mark.game
        if self._marks.get(game) != message.mark:
            self._done.pop(game, None)
        self._marks[game] = message.mark
        self._comparison.heard(message, self._kept)
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
        marks = self._inventory.take(page)
        if marks is None:
            return
        self._marks = marks
        self._comparison.begin(marks.values(), self._kept)
        self._done.clear()
        self._refused.clear()
        self._underway.clear()
