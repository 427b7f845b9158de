"""Processes messages from boxes: checks game records by the rules, writes them in one transaction, and answers.

Answers are returned only once the transaction is durable.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from club.store import failed_messages
from club.store.boxes import ClubBox
from club.store.claims import GameElsewhere, check_key, check_owner
from club.store.contests import Contest, ContestOutcome
from club.store.costs import FAILED_S, BoxCost, Costs
from club.store.couriers import BoxCouriers
from club.store.database import ClubStore, StoreTransaction
from club.store.due_answers import Answer as Answer
from club.store.due_answers import DueAnswers
from club.store.failed_messages import BoxMessage as BoxMessage
from club.store.game_cache import GameCache
from club.store.games import StoredGame
from club.store.judged_record import JudgedRecord, RecordContradicts, RecordLacksGame, RecordRejected
from club.store.known_games import EMPTY_DIGEST as EMPTY_DIGEST
from club.store.known_games import KnownGame, mark_of
from club.store.lines import NewLines
from club.store.notices import NoticeKind
from club.store.pending_changes import ChangedGame as ChangedGame
from club.store.pending_changes import PendingChanges
from club.store.scores import recount_bytes
from club.store.set_aside_messages import MAX_LACKED_BYTES, MAX_MESSAGE_BYTES
from device import games
from device.journal.identity import is_key_of
from device.outbox.codec import Unreadable, decode
from device.outbox.values import CommitState, Committed, ConflictingRecord, GameMark, GameRevision, InventoryAsked
from display.words import Text, text
from values.common_prefix import common_prefix_length
from values.named_tuple import NamedTuple

CACHE_BYTES, CACHE_BYTES_OF_BOX = 64_000_000, 4_000_000
"""Most bytes of game states cached in memory, of all boxes and of one box: about four thousand usual games. The lines
of other games are read and judged again when their next message arrives."""

MAX_GAMES, DAY_S = 2_000, 86_400.0
"""Most games that a box may send for the first time within `DAY_S` seconds: what twenty tables play in a year."""

WRONG_DIGEST = text("The lines of this game are not those that its digest is of.")


class Receipt(NamedTuple):
    """The result of processing messages: the answers to boxes, the changed games, and the cost of each box."""

    answers: tuple[tuple[str, Answer], ...] = ()
    changed: tuple[ChangedGame, ...] = ()
    costs: tuple[tuple[str, BoxCost], ...] = ()

    def plus(self, other: Receipt) -> Receipt:
        """Both receipts together, in this order."""
        return Receipt(self.answers + other.answers, self.changed + other.changed, self.costs + other.costs)


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
        self._now = now
        self._cache: GameCache[KnownGame] = GameCache(cache_bytes, CACHE_BYTES_OF_BOX)
        self._clock = clock
        self._commits: dict[str, int] = {}
        self._couriers = BoxCouriers()
        self._reported_restored = False
        """Whether it is known that the store was restored from a backup, since boxes know later commits."""

    def receive(
        self, messages: Sequence[BoxMessage], prepare: Callable[[Sequence[ChangedGame]], None] = lambda _: None
    ) -> Receipt:
        """Process messages in one transaction, which is durable when this returns.

        `prepare` may be called with the changed games while the database commits, when its time costs nothing; nothing
        is durable yet then. A message that can't be written, or at which this program fails, is set aside, and the
        others are processed. Raises StoreFailed if the database fails: boxes then send the messages again.
        """

        def process(some: Sequence[BoxMessage]) -> Receipt:
            return self._transact(some, lambda batch: batch.process_all(some, prepare))

        def refuse(message: BoxMessage, why: Exception) -> Receipt:
            return self._transact([message], lambda batch: batch.refuse(message, failed_messages.refusal_sentence(why)))

        total = Receipt()
        for receipt in failed_messages.process_isolating_failures(messages, process, refuse):
            total = total.plus(receipt)
        self._cache.shrink()
        return total

    def _transact(self, messages: Sequence[BoxMessage], take: Callable[[_Batch], Receipt]) -> Receipt:
        try:
            with self._store.transaction() as transaction:
                return take(_Batch(self, transaction, {message.box for message in messages}))
        except BaseException:
            # The cache may be ahead of the store, which was rolled back.
            for message in messages:
                self._cache.remove_box(message.box)
            raise

    def send_again(self, box: str, game: str) -> Committed:
        """Reset a game, so that its box sends all of it again, as the director wishes. Returns the message for the box.

        Raises StoreFailed, and KeyError for an unknown box.
        """
        self.clear_cache()
        with self._store.transaction() as transaction:
            commits = 1 + transaction.boxes.lock([box]).boxes[box].commits
            stored = transaction.games.find(box, game)
            if stored is not None:
                transaction.games.reset(stored.number, self._now())
            transaction.asides.delete(box, game)
            transaction.boxes.count_commits({box: commits})
        return Committed(CommitState(self._store.identity, commits), GameMark(game, 0, EMPTY_DIGEST))

    def judge_again(self) -> Receipt:
        """Judge records that waited for a game's package, if it is installed now. Raises StoreFailed.

        A record that was too long to be stored whole is requested from its box again.
        """
        with self._store.transaction() as transaction:
            waiting = [record for record in transaction.asides.lacked_games() if games.find(record.game_id) is not None]
        for record in waiting:
            if len(record.message) >= MAX_LACKED_BYTES:
                self.send_again(record.box, record.game)
        messages = [
            BoxMessage(record.box, record.message) for record in waiting if len(record.message) < MAX_LACKED_BYTES
        ]
        return self.receive(messages) if messages else Receipt()

    def boxes_changed_elsewhere(self, boxes: Iterable[ClubBox]) -> list[str]:
        """The names of those boxes of which something in the store was changed by somebody else than this receiver.

        `boxes` are as they are in the store now.
        """
        return [box.name for box in boxes if self._commits.get(box.name, box.commits) != box.commits]

    def set_complaint_aside(self, boxes: Iterable[str], sentence: Text) -> None:
        """Set a sentence about each of these boxes, and about no game, aside for the director. Raises StoreFailed."""
        with self._store.transaction() as transaction:
            for box in transaction.boxes.lock(boxes).boxes:
                transaction.asides.set_aside(box, failed_messages.NO_GAME, sentence, b"", self._now())

    def clear_cache(self) -> None:
        """Clear the cache. Everything is read from the store again."""
        self._cache.clear()
        self._commits.clear()

    def _find_known_game(self, transaction: StoreTransaction, box: str, game: str) -> KnownGame | None:
        known = self._cache.get(box, game)
        if known is None:
            stored = transaction.games.find(box, game)
            if stored is None:
                return None
            record = JudgedRecord.judge(transaction.lines.of_game(stored.number))
            known = KnownGame(stored.number, mark_of(stored), record, stored.result, has_date=stored.begun is not None)
            self._cache.put(box, game, known)
        return known


class _Batch:
    """One transaction of a receiver."""

    def __init__(self, receiver: Receiver, transaction: StoreTransaction, names: set[str]) -> None:
        self._receiver = receiver
        self._transaction = transaction
        self._now = receiver._now()
        locked = transaction.boxes.lock(names)
        self._boxes, self._games_aside = locked.boxes, locked.games_aside
        self._pending = PendingChanges(transaction, receiver._cache, self._boxes, self._now)
        self._costs = Costs(receiver._clock)
        self._answers = DueAnswers()
        for name, box in self._boxes.items():
            if receiver._commits.get(name) != box.commits:
                receiver._cache.remove_box(name)

    def process_all(self, messages: Sequence[BoxMessage], prepare: Callable[[Sequence[ChangedGame]], None]) -> Receipt:
        """Process these messages, and write the changes."""
        for message in messages:
            with self._costs.charge_to(message.box):
                self._process(message)
        return self._finish(prepare)

    def refuse(self, message: BoxMessage, sentence: Text) -> Receipt:
        """Set a message aside that can't be processed."""
        box = self._boxes.get(message.box)
        if box is not None and not box.revoked:
            mark = failed_messages.mark_of(message.payload)
            if mark.game:
                self._answers.add_refusal(box.name, mark.game, mark.number)
            self._set_aside(box, mark, sentence, message.payload)
        self._costs.add(message.box, FAILED_S)
        return self._finish(lambda _: None)

    def _process(self, box_message: BoxMessage) -> None:
        """Process one message. A message of a box that is not in the club, or is revoked, is ignored."""
        box = self._boxes.get(box_message.box)
        if box is None or box.revoked:
            return
        try:
            message = decode(box_message.payload)
        except Unreadable as unreadable:
            self._set_aside(box, failed_messages.NO_GAME, unreadable.sentence, box_message.payload)
            return
        if isinstance(message, GameRevision | ConflictingRecord):
            self._process_record(box, message, box_message.payload)
        elif isinstance(message, InventoryAsked):
            self._note_courier(box, message)
            self._answers.add_inventory(box.name)

    def _note_courier(self, box: ClubBox, request: InventoryAsked) -> None:
        """Notify the director if two boxes send as this one, or if it knows of later commits than the store has."""
        receiver, state = self._receiver, request.known
        if receiver._couriers.detects_copy(box.name, request.courier):
            self._transaction.notices.add(NoticeKind.TWICE, box.name, "", self._now, anew=True)
        if state is not None and state.store == receiver._store.identity and state.commits > box.commits:
            self._transaction.notices.add(NoticeKind.RESTORED, "", "", self._now, anew=not receiver._reported_restored)
            receiver._reported_restored = True

    def _process_record(self, box: ClubBox, revision: GameRevision | ConflictingRecord, message: bytes) -> None:
        game, number = revision.mark.game, revision.mark.number
        self._answers.add_game(box.name, game)
        try:
            if isinstance(revision, ConflictingRecord):
                self._contest(box, revision)
            else:
                self._judge(box, revision)
        except GameElsewhere:
            self._answers.add_refusal(box.name, game, number, elsewhere=True)
        except RecordRejected as rejected:
            if isinstance(rejected, RecordContradicts):
                self._transaction.notices.add(NoticeKind.DIFFERS, box.name, game, self._now)
            self._answers.add_refusal(box.name, game, number)
            self._pending.write_changes()  # earlier messages of the batch count
            self._receiver._cache.remove(box.name, game)
            max_bytes = MAX_LACKED_BYTES if isinstance(rejected, RecordLacksGame) else MAX_MESSAGE_BYTES
            self._set_aside(box, revision.mark, rejected.sentence, message, max_bytes)

    def _judge(self, box: ClubBox, revision: GameRevision) -> None:
        """Check and commit a revision. Raises RecordRejected if it is to be set aside."""
        known = self._receiver._find_known_game(self._transaction, box.name, revision.mark.game)
        if known is None:
            if revision.keeps == 0:
                self._begin_game(box, revision)
        elif known.is_followed_by(revision, self._transaction.lines.digest_of) and known.record.fits(revision):
            self._advance(box, known, revision)
        # A revision of another base than the stored one is ignored: the answer gives the stored mark, and the box
        # continues from there.

    def _contest(self, box: ClubBox, sent: ConflictingRecord) -> None:
        """Process a record that differs from the stored one. Raises RecordRejected and GameElsewhere."""
        known = self._receiver._find_known_game(self._transaction, box.name, sent.mark.game)
        if known is None:
            if sent.lines:
                self._begin_game(box, GameRevision(sent.mark, None, 0, sent.lines, sent.begun, sent.key))
            return
        if known.mark != sent.against:
            return  # the record was compared with an earlier state; the answer gives the present one
        record = JudgedRecord.judge(sent.lines)
        if record.digest != sent.mark.digest:
            raise RecordRejected(WRONG_DIGEST)
        self._pending.write_changes()
        contest = Contest(self._transaction, box.name, known, sent, self._now)
        outcome = contest.decide()
        self._costs.add(box.name, size=contest.written_bytes)
        if outcome is ContestOutcome.KEPT:
            self._answers.add_refusal(box.name, sent.mark.game, sent.mark.number)
        elif outcome is not ContestOutcome.BEHIND:
            keeps = common_prefix_length(known.record.lines[: known.length], sent.lines)
            self._transaction.lines.cut_after(known.game, keeps)
            known.replace(sent.mark, record)
            self._commit(box, known, NewLines(known.game, sent.mark, keeps, sent.lines[keeps:], (), self._now))

    def _begin_game(self, box: ClubBox, revision: GameRevision) -> None:
        game = revision.mark.game
        check_key(game, revision.key)
        other = self._transaction.games.find_in_other_box(box.name, game)
        if other is not None:
            try:
                check_owner(self._transaction, box.name, other.box, game, revision.key, self._now)
            except GameElsewhere:
                self._keep_claimed(box, other, revision)
                raise
            self._pending.give_game(other, box.name)
            return
        if not JudgedRecord().fits(revision):
            raise RecordRejected(WRONG_DIGEST)
        if self._transaction.games.count_received_since(box.name, self._now - DAY_S) >= MAX_GAMES:
            raise RecordRejected(
                text(
                    "This box has sent {n} games within a day, as many as it may. Others come when it connects again"
                    " tomorrow.",
                    n=MAX_GAMES,
                )
            )
        record = JudgedRecord.judge(revision.lines)
        number = self._transaction.games.add(box.name, game, revision.begun, self._now)
        known = KnownGame(
            number, GameMark(game, 0, EMPTY_DIGEST), JudgedRecord(), None, has_date=revision.begun is not None
        )
        self._receiver._cache.put(box.name, game, known)
        known.advance(revision.mark, record)
        self._commit(box, known, NewLines(number, revision.mark, 0, revision.lines, (), self._now))

    def _keep_claimed(self, box: ClubBox, game: StoredGame, revision: GameRevision) -> None:
        """Keep the differing record of a game from a copy of another box's card, beside that box's own record."""
        if not is_key_of(revision.mark.game, revision.key) or revision.mark.digest == game.mark.digest:
            return
        known = self._receiver._find_known_game(self._transaction, game.box, game.mark.game)
        if known is not None and JudgedRecord.judge(revision.lines).digest == revision.mark.digest:
            self._pending.write_changes()
            other = ConflictingRecord(revision.mark, known.mark, revision.lines)
            contest = Contest(self._transaction, game.box, known, other, self._now)
            contest.keep_record_of_copy()
            self._costs.add(box.name, size=contest.written_bytes)

    def _advance(self, box: ClubBox, known: KnownGame, revision: GameRevision) -> None:
        replaced = tuple(known.record.lines[revision.keeps :])
        if replaced:
            self._pending.write_changes()  # the lines to be replaced must be in the database
        record = known.record.apply(revision)
        change = NewLines(known.game, revision.mark, revision.keeps, revision.lines, replaced, self._now)
        if revision.begun is not None and not known.has_date:
            self._transaction.games.set_date(known.game, revision.begun)
            known.has_date = True
        known.advance(change.mark, record)
        self._commit(box, known, change)

    def _commit(self, box: ClubBox, known: KnownGame, change: NewLines) -> None:
        self._pending.commit(box.name, known, change)
        self._costs.add(box.name, size=change.size + recount_bytes(known.result))
        if (box.name, change.mark.game) in self._games_aside:
            self._transaction.asides.delete(box.name, change.mark.game)

    def _set_aside(
        self, box: ClubBox, mark: GameMark, sentence: Text, message: bytes, max_bytes: int = MAX_MESSAGE_BYTES
    ) -> None:
        size = self._transaction.asides.set_aside(box.name, mark, sentence, message, self._now, max_bytes)
        self._costs.add(box.name, size=size)
        self._games_aside.add((box.name, mark.game))

    def _finish(self, prepare: Callable[[Sequence[ChangedGame]], None]) -> Receipt:
        """Write all changes. Returns the receipt, which must not be used before the transaction is durable."""
        changed: list[ChangedGame] = []
        cache, pending = self._receiver._cache, self._pending
        if not (pending.must_read or self._answers.must_read(cache)):
            self._transaction.pipeline_writes(lambda: prepare(changed))
        with self._costs.charge_to_all():
            pending.write_changes()
        pending.write_commits()
        self._receiver._commits |= pending.commits
        answers = tuple(self._answers.answers(cache, self._transaction, self._state))
        changed += pending.changed_games()
        return Receipt(answers, tuple(changed), tuple(self._costs.by_box.items()))

    def _state(self, box: str) -> CommitState:
        return CommitState(self._receiver._store.identity, self._pending.commits[box])
