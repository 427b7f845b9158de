"""Processes messages from boxes: checks game records by the rules, writes them in one transaction, and answers.

Answers are returned only once the transaction is durable.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from club.store import failed_messages
from club.store.box_costs import FAILED_MESSAGE_COST_S, BoxCost, BoxCosts
from club.store.boxes import ClubBox
from club.store.claims import GameOfOtherBox, check_key, check_owner
from club.store.copied_boxes import CopyDetector
from club.store.database import ClubStore, StoreTransaction
from club.store.due_answers import Answer as Answer
from club.store.due_answers import DueAnswers
from club.store.failed_messages import BoxMessage as BoxMessage
from club.store.game_cache import GameCache
from club.store.games import StoredGame
from club.store.judged_record import GameNotInstalled, JudgedRecord, RecordContradictsEarlier, RecordRejected
from club.store.known_games import EMPTY_DIGEST as EMPTY_DIGEST
from club.store.known_games import KnownGame, last_mark
from club.store.lines import RevisionChange
from club.store.notices import NoticeKind
from club.store.pending_changes import ChangedGame as ChangedGame
from club.store.pending_changes import PendingChanges
from club.store.record_conflicts import ConflictOutcome, RecordConflict
from club.store.scores import recount_bytes
from club.store.set_aside_messages import MAX_MESSAGE_BYTES, MAX_RECORD_BYTES
from device import games
from device.journal.identity import is_key_of
from device.outbox.club_messages import (
    ConflictingRecord,
    GameMark,
    GameRevision,
    HubInventoryRequest,
    StoreState,
)
from device.outbox.codec import UnreadableMessage, decode
from display.words import Text, text
from values.common_prefix import common_prefix_length
from values.named_tuple import NamedTuple

CACHE_BYTES, BOX_CACHE_BYTES = 64_000_000, 4_000_000
"""Maximum bytes of game states cached in memory, of all boxes and of one box: about four thousand usual games. Lines
of other games are read and judged again when their next message arrives."""

MAX_NEW_GAMES, DAY_S = 2_000, 86_400.0
"""Maximum number of games that a box may send for the first time within `DAY_S` seconds: what twenty tables play in
a year."""

ChangesFunction = Callable[[Sequence[ChangedGame]], None]
"""Is called with the changed games while the database commits, or never. Nothing is durable yet then."""

WRONG_DIGEST = text("The lines of this game are not those that its digest is of.")


class Receipt(NamedTuple):
    """The result of processing messages: the answers to boxes, the changed games, and the cost of each box."""

    answers: tuple[tuple[str, Answer], ...] = ()
    changed_games: tuple[ChangedGame, ...] = ()
    costs: tuple[tuple[str, BoxCost], ...] = ()

    def plus(self, other: Receipt) -> Receipt:
        """Both receipts together, in this order."""
        return Receipt(self.answers + other.answers, self.changed_games + other.changed_games, self.costs + other.costs)


class Receiver:
    """Writes the boxes' messages to a hub's store. It is not thread-safe.

    Several receivers may share one store: they lock the rows of the boxes that they write.
    """

    def __init__(
        self,
        store: ClubStore,
        now: Callable[[], float],
        cache_bytes: int = CACHE_BYTES,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        """`now` returns seconds since 1970; `clock` returns seconds of processor time. `cache_bytes` is the cache's
        size in bytes."""
        self._store = store
        self._current_time = now
        self._cache: GameCache[KnownGame] = GameCache(cache_bytes, BOX_CACHE_BYTES)
        self._clock = clock
        self._known_commit_counts: dict[str, int] = {}
        self._copy_detector = CopyDetector()
        self._has_noticed_restore = False
        """Whether a box has known of later commits than the store has: it was restored from a backup."""

    def receive(self, messages: Sequence[BoxMessage], while_committing: ChangesFunction = lambda _: None) -> Receipt:
        """Process messages in one transaction, which is durable when this returns.

        The time of `while_committing` costs nothing, if it is called. A message that can't be written, or at which this
        program fails, is set aside, and the others are processed. Raises StoreFailed if the database fails: boxes then
        send the messages again.
        """

        def process(part: Sequence[BoxMessage]) -> Receipt:
            return self._transact(part, lambda batch: batch.process_all(part, while_committing))

        def set_aside(message: BoxMessage, error: Exception) -> Receipt:
            sentence = failed_messages.refusal_sentence(error)
            return self._transact([message], lambda batch: batch.refuse(message, sentence))

        whole_receipt = Receipt()
        for receipt in failed_messages.process_isolating_failures(messages, process, set_aside):
            whole_receipt = whole_receipt.plus(receipt)
        self._cache.shrink()
        return whole_receipt

    def _transact(self, messages: Sequence[BoxMessage], process: Callable[[_ReceiverTransaction], Receipt]) -> Receipt:
        copy_detector, has_noticed_restore = self._copy_detector.copy(), self._has_noticed_restore
        try:
            with self._store.transaction() as transaction:
                return process(_ReceiverTransaction(self, transaction, {message.box for message in messages}))
        except BaseException:
            # What was noted, and the cache, may be ahead of the store, which was rolled back.
            self._copy_detector, self._has_noticed_restore = copy_detector, has_noticed_restore
            for message in messages:
                self._cache.remove_box(message.box)
            raise

    def reset_game(self, box_name: str, identity: str) -> None:
        """Reset a game, so that its box sends all of it again, as the director wishes.

        The box learns of it by the inventory that the hub sends it once its commit count has changed. Raises
        StoreFailed, and KeyError for an unknown box.
        """
        self.clear_cache()
        with self._store.transaction() as transaction:
            commit_count = 1 + transaction.boxes.lock_boxes([box_name]).boxes[box_name].commit_count
            stored_game = transaction.games.find_game(box_name, identity)
            if stored_game is not None:
                transaction.games.reset_game(stored_game.number, self._current_time())
            transaction.set_aside_messages.delete(box_name, identity)
            transaction.boxes.set_commit_counts({box_name: commit_count})

    def judge_waiting_records(self) -> Receipt:
        """Judge records that waited for a game's package, if it is installed now. Raises StoreFailed.

        A record that was too long to be stored whole is requested from its box again.
        """
        with self._store.transaction() as transaction:
            waiting_records = transaction.set_aside_messages.records_without_game()
        messages = []
        for waiting_record in waiting_records:
            if games.find(waiting_record.game_id) is None:
                continue
            if len(waiting_record.message) >= MAX_RECORD_BYTES:
                self.reset_game(waiting_record.box, waiting_record.identity)
            else:
                messages.append(BoxMessage(waiting_record.box, waiting_record.message))
        return self.receive(messages) if messages else Receipt()

    def boxes_changed_elsewhere(self, boxes: Iterable[ClubBox]) -> list[str]:
        """The names of those boxes of which something in the store was changed by somebody else than this receiver.

        `boxes` are as they are in the store now.
        """
        return [
            box.name for box in boxes if self._known_commit_counts.get(box.name, box.commit_count) != box.commit_count
        ]

    def set_complaint_aside(self, box_names: Iterable[str], sentence: Text) -> None:
        """Set a sentence about each of these boxes, and about no game, aside for the director. Raises StoreFailed."""
        with self._store.transaction() as transaction:
            for box_name in transaction.boxes.lock_boxes(box_names).boxes:
                transaction.set_aside_messages.set_aside(
                    box_name, failed_messages.NO_GAME, sentence, b"", self._current_time()
                )

    def clear_cache(self) -> None:
        """Clear the cache. Everything is read from the store again."""
        self._cache.clear()
        self._known_commit_counts.clear()

    def _find_known_game(self, transaction: StoreTransaction, box_name: str, identity: str) -> KnownGame | None:
        known = self._cache.get(box_name, identity)
        if known is None:
            stored_game = transaction.games.find_game(box_name, identity)
            if stored_game is None:
                return None
            judged_record = JudgedRecord.judge(transaction.lines.lines_of_game(stored_game.number))
            mark, is_dated = last_mark(stored_game), stored_game.began_at is not None
            known = KnownGame(stored_game.number, mark, judged_record, stored_game.result, is_dated=is_dated)
            self._cache.put(box_name, identity, known)
        return known


class _ReceiverTransaction:
    """One transaction of a receiver."""

    def __init__(self, receiver: Receiver, transaction: StoreTransaction, box_names: set[str]) -> None:
        self._receiver = receiver
        self._transaction = transaction
        self._now = receiver._current_time()
        locked_boxes = transaction.boxes.lock_boxes(box_names)
        self._boxes, self._set_aside_games = locked_boxes.boxes, locked_boxes.set_aside_games
        self._pending = PendingChanges(transaction, receiver._cache, self._boxes, self._now)
        self._costs = BoxCosts(receiver._clock)
        self._answers = DueAnswers()
        for name, box in self._boxes.items():
            if receiver._known_commit_counts.get(name) != box.commit_count:
                receiver._cache.remove_box(name)

    def process_all(self, messages: Sequence[BoxMessage], while_committing: ChangesFunction) -> Receipt:
        """Process these messages, and write the changes."""
        for message in messages:
            with self._costs.charge_to(message.box):
                self._process_message(message)
        return self._finish(while_committing)

    def refuse(self, message: BoxMessage, sentence: Text) -> Receipt:
        """Set a message aside that can't be processed."""
        box = self._boxes.get(message.box)
        if box is not None and not box.is_revoked:
            mark = failed_messages.message_mark(message.payload)
            if mark.game:
                self._answers.add_refusal(box.name, mark.game, mark.number)
            self._set_aside(box, mark, sentence, message.payload)
        self._costs.add_cost(message.box, FAILED_MESSAGE_COST_S)
        return self._finish(lambda _: None)

    def _process_message(self, box_message: BoxMessage) -> None:
        """Process one message. A message of a box that is not in the club, or is revoked, is ignored."""
        box = self._boxes.get(box_message.box)
        if box is None or box.is_revoked:
            return
        try:
            message = decode(box_message.payload)
        except UnreadableMessage as unreadable:
            self._set_aside(box, failed_messages.NO_GAME, unreadable.sentence, box_message.payload)
            return
        if isinstance(message, GameRevision | ConflictingRecord):
            self._process_record(box, message, box_message.payload)
        elif isinstance(message, HubInventoryRequest):
            self._notify_of_copy_or_restore(box, message)
            self._answers.add_inventory(box.name)

    def _notify_of_copy_or_restore(self, box: ClubBox, request: HubInventoryRequest) -> None:
        """Notify the director if two boxes send as this one, or if it knows of later commits than the store has."""
        receiver, state = self._receiver, request.known_state
        if receiver._copy_detector.note_and_detect_copy(box.name, request.courier_id):
            self._transaction.notices.add_notice(NoticeKind.SENT_BY_TWO_BOXES, box.name, "", self._now, reopens=True)
        if state is not None and state.store == receiver._store.identity and state.commit_count > box.commit_count:
            is_new = not receiver._has_noticed_restore
            self._transaction.notices.add_notice(NoticeKind.RESTORED, box="", subject="", now=self._now, reopens=is_new)
            receiver._has_noticed_restore = True

    def _process_record(self, box: ClubBox, revision: GameRevision | ConflictingRecord, payload: bytes) -> None:
        identity, revision_number = revision.mark.game, revision.mark.number
        self._answers.add_game(box.name, identity)
        try:
            if isinstance(revision, ConflictingRecord):
                self._process_conflict(box, revision)
            else:
                self._process_revision(box, revision)
        except GameOfOtherBox:
            self._answers.add_refusal(box.name, identity, revision_number, belongs_elsewhere=True)
        except RecordRejected as rejected:
            if isinstance(rejected, RecordContradictsEarlier):
                self._transaction.notices.add_notice(NoticeKind.DIFFERS, box.name, identity, self._now)
            self._answers.add_refusal(box.name, identity, revision_number)
            self._pending.write_changes()  # earlier messages of the batch count
            self._receiver._cache.remove(box.name, identity)
            max_bytes = MAX_RECORD_BYTES if isinstance(rejected, GameNotInstalled) else MAX_MESSAGE_BYTES
            self._set_aside(box, revision.mark, rejected.sentence, payload, max_bytes)

    def _process_revision(self, box: ClubBox, revision: GameRevision) -> None:
        """Check and commit a revision. Raises RecordRejected if it is to be set aside."""
        known = self._receiver._find_known_game(self._transaction, box.name, revision.mark.game)
        if known is None:
            if revision.kept_line_count == 0:
                self._begin_game(box, revision)
        elif known.is_followed_by(revision, self._transaction.lines.digest_of) and known.record.digest_fits(revision):
            self._advance(box, known, revision)
        # A revision of another base than the stored one is ignored: the answer gives the stored mark, and the box
        # continues from there.

    def _process_conflict(self, box: ClubBox, record: ConflictingRecord) -> None:
        """Process a record that differs from the stored one. Raises RecordRejected and GameOfOtherBox."""
        known = self._receiver._find_known_game(self._transaction, box.name, record.mark.game)
        if known is None:
            if record.lines:
                self._begin_game(box, GameRevision(record.mark, None, 0, record.lines, record.began_at, record.key))
            return
        if known.mark != record.hub_mark:
            return  # the record was compared with an earlier state; the answer gives the present one
        judged_record = JudgedRecord.judge(record.lines)
        if judged_record.digest != record.mark.digest:
            raise RecordRejected(WRONG_DIGEST)
        self._pending.write_changes()
        conflict = RecordConflict(self._transaction, box.name, known, record, self._now)
        outcome = conflict.decide()
        self._costs.add_cost(box.name, written_bytes=conflict.written_bytes)
        if outcome is ConflictOutcome.SET_ASIDE:
            self._answers.add_refusal(box.name, record.mark.game, record.mark.number)
        elif outcome in (ConflictOutcome.CONTINUES, ConflictOutcome.REPLACES):
            kept_count = common_prefix_length(known.record.lines[: known.committed_length], record.lines)
            self._transaction.lines.cut_after(known.number, kept_count)
            self._pending.set_missing_date(known, record.began_at)
            known.replace_record(record.mark, judged_record)
            change = RevisionChange(known.number, record.mark, kept_count, record.lines[kept_count:], (), self._now)
            self._commit(box, known, change)

    def _begin_game(self, box: ClubBox, revision: GameRevision) -> None:
        identity = revision.mark.game
        check_key(identity, revision.key)
        other_game = self._transaction.games.find_in_other_box(box.name, identity)
        if other_game is not None:
            try:
                check_owner(self._transaction, box.name, other_game.box, identity, revision.key, self._now)
            except GameOfOtherBox:
                self._set_aside_record_of_copy(box, other_game, revision)
                raise
            self._pending.give_game(other_game, box.name)
            return  # the box sends its record next
        if not JudgedRecord().digest_fits(revision):
            raise RecordRejected(WRONG_DIGEST)
        if self._transaction.games.count_received_since(box.name, self._now - DAY_S) >= MAX_NEW_GAMES:
            raise RecordRejected(
                text(
                    "This box has sent {n} games within a day, as many as it may. Others come when it connects again"
                    " tomorrow.",
                    n=MAX_NEW_GAMES,
                )
            )
        judged_record = JudgedRecord.judge(revision.lines)
        game_number = self._transaction.games.add_game(box.name, identity, revision.began_at, self._now)
        mark, is_dated = GameMark(identity, 0, EMPTY_DIGEST), revision.began_at is not None
        known = KnownGame(game_number, mark, JudgedRecord(), None, is_dated=is_dated)
        self._receiver._cache.put(box.name, identity, known)
        known.advance(revision.mark, judged_record)
        self._commit(box, known, RevisionChange(game_number, revision.mark, 0, revision.lines, (), self._now))

    def _set_aside_record_of_copy(self, box: ClubBox, stored_game: StoredGame, revision: GameRevision) -> None:
        """Set aside the differing record of a game from a copy of another box's SD card."""
        if not is_key_of(revision.mark.game, revision.key) or revision.mark.digest == stored_game.mark.digest:
            return
        known = self._receiver._find_known_game(self._transaction, stored_game.box, stored_game.mark.game)
        if known is not None and JudgedRecord.judge(revision.lines).digest == revision.mark.digest:
            self._pending.write_changes()
            other_record = ConflictingRecord(revision.mark, known.mark, revision.lines)
            conflict = RecordConflict(self._transaction, stored_game.box, known, other_record, self._now)
            conflict.set_aside_record_of_copy()
            self._costs.add_cost(box.name, written_bytes=conflict.written_bytes)

    def _advance(self, box: ClubBox, known: KnownGame, revision: GameRevision) -> None:
        kept_line_count = revision.kept_line_count
        replaced_lines = tuple(known.record.lines[kept_line_count:])
        if replaced_lines:
            self._pending.write_changes()  # the lines to be replaced must be in the database
        judged_record = known.record.apply(revision)
        change = RevisionChange(known.number, revision.mark, kept_line_count, revision.lines, replaced_lines, self._now)
        self._pending.set_missing_date(known, revision.began_at)
        known.advance(change.mark, judged_record)
        self._commit(box, known, change)

    def _commit(self, box: ClubBox, known: KnownGame, change: RevisionChange) -> None:
        self._pending.add_change(box.name, known, change)
        self._costs.add_cost(box.name, written_bytes=change.size_bytes + recount_bytes(known.result))
        if (box.name, change.mark.game) in self._set_aside_games:
            self._transaction.set_aside_messages.delete(box.name, change.mark.game)

    def _set_aside(
        self, box: ClubBox, mark: GameMark, sentence: Text, payload: bytes, max_bytes: int = MAX_MESSAGE_BYTES
    ) -> None:
        size = self._transaction.set_aside_messages.set_aside(box.name, mark, sentence, payload, self._now, max_bytes)
        self._costs.add_cost(box.name, written_bytes=size)
        self._set_aside_games.add((box.name, mark.game))

    def _finish(self, while_committing: ChangesFunction) -> Receipt:
        """Write all changes. Returns the receipt, which must not be used before the transaction is durable."""
        changed_games: list[ChangedGame] = []  # complete when `while_committing` is called, after this method
        cache, pending = self._receiver._cache, self._pending
        if not (pending.must_read or self._answers.must_read(cache)):
            self._transaction.pipeline_writes(lambda: while_committing(changed_games))
        with self._costs.charge_to_all():
            pending.write_changes()
        pending.write_commit_counts()
        self._receiver._known_commit_counts |= pending.commit_counts
        answers = tuple(self._answers.answers(cache, self._transaction, self._commit_state))
        changed_games += pending.changed_games()
        return Receipt(answers, tuple(changed_games), tuple(self._costs.by_box.items()))

    def _commit_state(self, box_name: str) -> StoreState:
        return StoreState(self._receiver._store.identity, self._pending.commit_counts[box_name])
