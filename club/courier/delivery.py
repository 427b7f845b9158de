"""Decides which revisions of a box's games must be sent to the hub, and when. It uses neither network nor clock.

The box's journal is the outbox. A revision is delivered only once the hub confirms that it is in its store. The hub's
inventory is requested again at each connection, so that nothing needs to be stored here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple, Protocol

from club.courier import inventory
from club.courier.record_comparison import RecordComparison
from device.outbox.club_messages import (
    CommittedGame,
    ConflictingRecord,
    GameMark,
    GameRevision,
    HubInventoryRequest,
    Inventory,
)
from device.outbox.director import ClubDoubt

MAX_UNCONFIRMED_GAMES = 16
"""Maximum number of games with an unconfirmed revision: a box that was off for a month must not flood the hub."""


class JournalUnreadable(Exception):
    """The table can't answer now, because its journal can't be read."""


class Outbox(Protocol):
    """Access to a table's journal."""

    def next_revision(self, game: str, base: GameMark | None) -> GameRevision | ConflictingRecord | None:
        """What to send to a hub that has this game at `base`; None if the hub is up to date.

        Raises JournalUnreadable.
        """


class _UnconfirmedRevision(NamedTuple):
    row_count: int
    base_mark: GameMark | None
    sent_at: float


class DeliveryStatus(NamedTuple):
    """Whether the hub's inventory has arrived, how many games it lacks or has otherwise, and the problems found."""

    has_inventory: bool
    undelivered_game_count: int
    doubts: tuple[ClubDoubt, ...] = ()


class GameDelivery:
    """Decides what to send to the hub, and when. A `game` is an identity; `now` is in seconds of a monotonic clock."""

    def __init__(self, outbox: Outbox, courier_id: str = "") -> None:
        """`courier_id` is the identifier that tells this courier from others of its box."""
        self._outbox = outbox
        self._courier_id = courier_id
        self._row_counts: dict[str, int] = {}
        self._latest_game = ""
        """The game that was changed last."""
        self._confirmed_row_counts: dict[str, int] = {}
        self._hub_marks: dict[str, GameMark] = {}
        self._refused_row_counts: dict[str, int] = {}
        self._unconfirmed_revisions: dict[str, _UnconfirmedRevision] = {}
        self._inventory = inventory.InventoryCollector()
        self._comparison = RecordComparison()

    @property
    def status(self) -> DeliveryStatus:
        """The status of the delivery."""
        undelivered = [game for game in self._row_counts if self._lacks(game) or self._comparison.is_differing(game)]
        doubts = self._comparison.doubts(is_copied=self._inventory.is_copied)
        return DeliveryStatus(self._inventory.is_complete, len(undelivered), doubts)

    def request_inventory_again(self) -> None:
        """Have the inventory requested again, after a connection to the broker."""
        self._inventory.reset()
        self._unconfirmed_revisions.clear()

    def note_row_count(self, game: str, row_count: int) -> None:
        """Note that the table has `row_count` rows of a game. Call this for the latest game last."""
        if self._row_counts.get(game, 0) < row_count:
            self._latest_game = game
        self._row_counts[game] = row_count

    def forget_games_except(self, games: set[str]) -> None:
        """Forget all games except these, which are all that the table has."""
        for game in self._row_counts.keys() - games:
            del self._row_counts[game]
            self._unconfirmed_revisions.pop(game, None)

    def handle_answer(self, answer: CommittedGame | Inventory) -> None:
        """Process an answer of the hub."""
        if isinstance(answer, Inventory):
            self._add_page(answer)
        elif self._inventory.has_lost(answer.state):
            self._inventory.reset()  # to see what it still has
        else:
            self._inventory.state = answer.state
            self._note_mark(answer)

    def latest_game_messages(self, now: float) -> Iterator[GameRevision | ConflictingRecord]:
        """Yield what to send of the game that was changed last, unless a revision of it is unconfirmed.

        After a change, this comes before the table is asked which game has changed: it most likely is the same again.
        """
        game = self._latest_game
        if not self._inventory.is_complete or game not in self._row_counts:
            return
        if game in self._unconfirmed_revisions or len(self._unconfirmed_revisions) >= MAX_UNCONFIRMED_GAMES:
            return
        with suppress(JournalUnreadable):
            message = self._prepare_message(game, now)
            if message is not None:
                self._row_counts[game] = message.mark.number
                yield message

    def due_messages(self, now: float) -> Iterator[GameRevision | ConflictingRecord | HubInventoryRequest]:
        """Yield the messages to send now. Each yielded revision counts as under way until the hub confirms it."""
        if not self._inventory.is_complete:
            if self._inventory.claim_request(now):
                yield HubInventoryRequest(self._courier_id, self._inventory.state)
            return
        with suppress(JournalUnreadable):
            yield from self._missing_revisions(now)
            yield from self._differing_revisions(now)

    def _missing_revisions(self, now: float) -> Iterator[GameRevision | ConflictingRecord]:
        """Yield what the hub lacks."""
        for game in list(self._row_counts):
            if not self._is_due(game, now):  # each message that was sent leaves room for one less
                continue
            message = self._prepare_message(game, now)
            if message is None:
                self._confirmed_row_counts[game] = self._row_counts[game]
                self._unconfirmed_revisions.pop(game, None)
            else:
                yield message

    def _prepare_message(self, game: str, now: float) -> GameRevision | ConflictingRecord | None:
        """What to send of a game, which then counts as under way; None if the hub is up to date."""
        base = self._hub_marks.get(game)
        message = self._outbox.next_revision(game, base)
        if message is not None:
            self._unconfirmed_revisions[game] = _UnconfirmedRevision(message.mark.number, base, now)
        self._comparison.note_result(game, message if isinstance(message, ConflictingRecord) else None, now)
        return message

    def _differing_revisions(self, now: float) -> Iterator[GameRevision | ConflictingRecord]:
        """Compare games that the hub has, and yield those that differ.

        Games of which the hub has more rows than the journal come first, as many as may be under way. Any other game
        comes only if nothing is under way.
        """
        is_idle = not self._unconfirmed_revisions
        while (
            len(self._unconfirmed_revisions) < MAX_UNCONFIRMED_GAMES
            and (game := self._comparison.pop_next(now, is_idle=is_idle)) is not None
        ):
            is_idle = False
            message = self._prepare_message(game, now)
            if message is not None:
                yield message

    def _is_due(self, game: str, now: float) -> bool:
        """Whether the hub lacks something of a game, and this is not under way, or has been for too long."""
        if not self._lacks(game):
            return False
        unconfirmed = self._unconfirmed_revisions.get(game)
        if unconfirmed is None:
            return len(self._unconfirmed_revisions) < MAX_UNCONFIRMED_GAMES
        return unconfirmed.row_count < self._row_counts[game] or now - unconfirmed.sent_at >= inventory.RETRY_S

    def _lacks(self, game: str) -> bool:
        """Whether the table has rows of a game that were neither committed nor refused."""
        mark = self._hub_marks.get(game)
        handled_row_count = max(self._confirmed_row_counts.get(game, 0), self._refused_row_counts.get(game, 0))
        return self._row_counts[game] > max(handled_row_count, 0 if mark is None else mark.number)

    def _note_mark(self, answer: CommittedGame) -> None:
        game = answer.mark.game
        if self._hub_marks.get(game) != answer.mark:
            self._confirmed_row_counts.pop(game, None)
        self._hub_marks[game] = answer.mark
        self._comparison.handle_answer(answer, self._row_counts)
        if answer.refused_number:
            self._refused_row_counts[game] = answer.refused_number
        else:
            self._refused_row_counts.pop(game, None)
        unconfirmed = self._unconfirmed_revisions.get(game)
        # A revision that did not fit the hub's state stays: it is sent again, but not at once.
        if unconfirmed is not None and (
            max(answer.mark.number, answer.refused_number) >= unconfirmed.row_count
            or answer.mark != unconfirmed.base_mark
        ):
            del self._unconfirmed_revisions[game]

    def _add_page(self, page: Inventory) -> None:
        marks = self._inventory.add_page(page)
        if marks is None:
            return
        self._hub_marks = marks
        self._comparison.queue_all(marks.values(), self._row_counts)
        self._confirmed_row_counts.clear()
        self._refused_row_counts.clear()
        self._unconfirmed_revisions.clear()
