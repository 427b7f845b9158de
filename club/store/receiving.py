"""What arrives from boxes: judged by the rules, written in one transaction, and only then answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from club.store import failing
from club.store.boxes import ClubBox
from club.store.costs import FAILED_S, BoxCost, Costs
from club.store.database import ClubStore, StoreTransaction
from club.store.failing import Arrived as Arrived
from club.store.judging import JudgedRecord, RecordDoubtful
from club.store.known_games import NOTHING as NOTHING
from club.store.known_games import KnownGame, mark_of
from club.store.lines import NewLines
from club.store.recent_games import RememberedGames
from device.history.results import GameResult
from device.outbox.codec import INVENTORY_PAGE, Unreadable, decode
from device.outbox.values import CommitState, Committed, GameMark, GameRevision, Inventory, InventoryAsked
from device.session.record import Record
from device.session.rows import JournalRow
from display.words import Text, text

REMEMBERED, REMEMBERED_OF_BOX = 64_000_000, 4_000_000
"""Bytes of games whose state by the rules stays in memory, of all boxes and of one: four thousand usual games. Of
others, the lines are judged again when one comes."""

MOST_GAMES, DAY_S = 2_000, 86_400.0
"""Games that a box may begin here within so many seconds: it would take twenty tables' years to play them."""

Answer = Committed | Inventory


class MovedGame(NamedTuple):
    """A game after what has arrived of it: its number, its box, how far it is here, when that came in seconds since
    1970, what it has come to, its state by the rules and its last line."""

    number: int
    box: ClubBox
    mark: GameMark
    changed: float
    result: GameResult | None
    record: Record
    last: JournalRow | None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What came of what arrived: answers, each for a box, the games that are other than they were, and what each box
    has cost."""

    answers: tuple[tuple[str, Answer], ...] = ()
    moved: tuple[MovedGame, ...] = ()
    costs: tuple[tuple[str, BoxCost], ...] = ()

    def plus(self, other: Receipt) -> Receipt:
        """Both, in this order."""
        return Receipt(self.answers + other.answers, self.moved + other.moved, self.costs + other.costs)


class Receiver:
    """The one who writes for a hub. Not for several threads; several receivers of one store keep out of each other's
    way box by box."""

    def __init__(
        self,
        store: ClubStore,
        now: Callable[[], float],
        remembered: int = REMEMBERED,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        """`now` tells seconds since 1970; so many bytes of games stay `remembered`; `clock` tells seconds of the
        processor."""
        self._store = store
        self._now = now
        self._known: RememberedGames[KnownGame] = RememberedGames(remembered, REMEMBERED_OF_BOX)
        self._clock = clock
        self._commits: dict[str, int] = {}

    def receive(
        self, arrived: Sequence[Arrived], prepare: Callable[[Sequence[MovedGame]], None] = lambda _: None
    ) -> Receipt:
        """Take what has arrived, in one transaction. What it says is durable when this returns.

        `prepare` may get the moved games while the database makes them durable, in whose time it costs nobody any; they
        are no news yet. A message that can't be written, or at which this program fails, is set aside, and the others
        are taken. Raises StoreFailed where the database can't do it now: then boxes will say it again.
        """

        def together(some: Sequence[Arrived]) -> Receipt:
            return self._transact(some, lambda batch: batch.take_all(some, prepare))

        def refuse(one: Arrived, why: Exception) -> Receipt:
            return self._transact([one], lambda batch: batch.refuse(one, failing.sentence(why)))

        found = Receipt()
        for receipt in failing.apart(arrived, together, refuse):
            found = found.plus(receipt)
        self._known.shrink()
        return found

    def _transact(self, arrived: Sequence[Arrived], take: Callable[[_Batch], Receipt]) -> Receipt:
        try:
            with self._store.transaction() as kept:
                return take(_Batch(self, kept, {one.box for one in arrived}))
        except BaseException:
            # What is remembered may be ahead of what is in the store.
            for one in arrived:
                self._known.drop_box(one.box)
            raise

    def send_again(self, box: str, game: str) -> Committed:
        """Have a box send a game anew, in place of all that is here of it, as the director wishes. Returns what tells
        it so. Raises StoreFailed, and KeyError for a game or a box that is not here."""
        self.forget()
        with self._store.transaction() as kept:
            commits = 1 + kept.boxes.held([box]).boxes[box].commits
            found = kept.games.find(box, game)
            if found is not None:
                kept.games.forget(found.number, self._now())
            kept.asides.settle(box, game)
            kept.boxes.count_commits({box: commits})
        return Committed(CommitState(self._store.identity, commits), GameMark(game, 0, NOTHING))

    def behind(self, boxes: Iterable[ClubBox]) -> list[str]:
        """The boxes, of these as they are in the store, of which somebody else has changed something there."""
        return [box.name for box in boxes if self._commits.get(box.name, box.commits) != box.commits]

    def complain(self, boxes: Iterable[str], sentence: Text) -> None:
        """Tell the director something of these boxes that is of no game. Raises StoreFailed."""
        with self._store.transaction() as kept:
            for box in kept.boxes.held(boxes).boxes:
                kept.asides.keep(box, failing.UNKNOWN, sentence, b"", self._now())

    def forget(self) -> None:
        """Forget all that is remembered: the store knows."""
        self._known.clear()
        self._commits.clear()

    def _recall(self, kept: StoreTransaction, box: str, game: str) -> KnownGame | None:
        known = self._known.get(box, game)
        if known is None:
            found = kept.games.find(box, game)
            if found is None:
                return None
            record = JudgedRecord.of(kept.lines.of(found.number))
            known = KnownGame(found.number, mark_of(found), record, found.result, dated=found.begun is not None)
            self._known.put(box, game, known)
        return known


class _Batch:
    """One transaction of a receiver."""

    def __init__(self, receiver: Receiver, kept: StoreTransaction, names: set[str]) -> None:
        self._receiver = receiver
        self._kept = kept
        self._now = receiver._now()
        self._boxes, self._waiting = kept.boxes.held(names)
        self._commits = {name: box.commits for name, box in self._boxes.items()}
        self._costs = Costs(receiver._clock)
        self._changes: list[NewLines] = []
        self._moved: dict[int, KnownGame] = {}
        """Games with changes that are not written yet, by number."""
        self._games: dict[tuple[str, str], int] = {}
        """Games to answer for, with the number of a revision that was refused, or 0."""
        self._inventories: list[str] = []
        self._committed: dict[tuple[str, str], KnownGame] = {}
        """Games of which something is committed."""
        for name, commits in self._commits.items():
            if receiver._commits.get(name) != commits:
                receiver._known.drop_box(name)

    def take_all(self, arrived: Sequence[Arrived], prepare: Callable[[Sequence[MovedGame]], None]) -> Receipt:
        """Take these messages, and write what they come to."""
        for one in arrived:
            with self._costs.caused_by(one.box):
                self._take(one)
        return self._finish(prepare)

    def refuse(self, one: Arrived, sentence: Text) -> Receipt:
        """Set a message aside that can't be taken."""
        box = self._boxes.get(one.box)
        if box is not None and not box.revoked:
            mark = failing.mark_of(one.message)
            if mark.game:
                self._games[box.name, mark.game] = mark.number
            self._set_aside(box, mark, sentence, one.message)
        self._costs.add(one.box, FAILED_S)
        return self._finish(lambda _: None)

    def _take(self, one: Arrived) -> None:
        """One message of a box. Who is no box of the club, or none any more, says nothing."""
        box = self._boxes.get(one.box)
        if box is None or box.revoked:
            return
        try:
            message = decode(one.message)
        except Unreadable as unreadable:
            self._set_aside(box, failing.UNKNOWN, unreadable.sentence, one.message)
            return
        if isinstance(message, GameRevision):
            self._revise(box, message, one.message)
        elif isinstance(message, InventoryAsked) and box.name not in self._inventories:
            self._inventories.append(box.name)

    def _revise(self, box: ClubBox, revision: GameRevision, message: bytes) -> None:
        key = box.name, revision.mark.game
        self._games.setdefault(key, 0)
        try:
            self._judge(box, revision)
        except RecordDoubtful as doubtful:
            self._games[key] = max(self._games[key], revision.mark.number)
            self._write()  # what came before it counts
            self._receiver._known.drop(*key)
            self._set_aside(box, revision.mark, doubtful.sentence, message)

    def _judge(self, box: ClubBox, revision: GameRevision) -> None:
        """Raises RecordDoubtful for what is to be set aside."""
        known = self._receiver._recall(self._kept, box.name, revision.mark.game)
        if known is None:
            if revision.keeps == 0:
                self._begin(box, revision)
        elif known.is_followed_by(revision, self._kept.lines.digest_of) and known.record.fits(revision):
            self._advance(box, known, revision)
        # Of what goes on from something else than what is here, nothing is taken: the answer says what is, and the
        # box begins there.

    def _begin(self, box: ClubBox, revision: GameRevision) -> None:
        game = revision.mark.game
        other = self._kept.games.other_box(box.name, game)
        if other is not None:
            raise RecordDoubtful(text("This game is already here from another box, {box}.", box=other))
        if not JudgedRecord().fits(revision):
            raise RecordDoubtful(text("The lines of this game are not those that its digest is of."))
        if self._kept.games.received_since(box.name, self._now - DAY_S) >= MOST_GAMES:
            raise RecordDoubtful(
                text(
                    "This box has sent {n} games within a day, as many as it may. Others come when it connects again"
                    " tomorrow.",
                    n=MOST_GAMES,
                )
            )
        record = JudgedRecord.of(revision.lines)
        number = self._kept.games.add(box.name, game, revision.begun, self._now)
        known = KnownGame(number, GameMark(game, 0, NOTHING), JudgedRecord(), None, dated=revision.begun is not None)
        self._receiver._known.put(box.name, game, known)
        self._commit(box, known, NewLines(number, revision.mark, 0, revision.lines, (), self._now), record)

    def _advance(self, box: ClubBox, known: KnownGame, revision: GameRevision) -> None:
        before = tuple(known.record.lines[revision.keeps :])
        if before:
            self._write()  # these lines must be there to be taken back
        record = known.record.after(revision)
        change = NewLines(known.game, revision.mark, revision.keeps, revision.lines, before, self._now)
        if revision.begun is not None and not known.dated:
            self._kept.games.date(known.game, revision.begun)
            known.dated = True
        self._commit(box, known, change, record)

    def _commit(self, box: ClubBox, known: KnownGame, change: NewLines, record: JudgedRecord) -> None:
        known.advance(change.mark, record)
        self._receiver._known.count(box.name, change.mark.game)
        self._changes.append(change)
        self._costs.add(box.name, size=change.size)
        self._moved[known.game] = self._committed[box.name, change.mark.game] = known
        self._commits[box.name] += 1
        if (box.name, change.mark.game) in self._waiting:
            self._kept.asides.settle(box.name, change.mark.game)

    def _set_aside(self, box: ClubBox, mark: GameMark, sentence: Text, message: bytes) -> None:
        self._costs.add(box.name, size=self._kept.asides.keep(box.name, mark, sentence, message, self._now))
        self._waiting.add((box.name, mark.game))

    def _write(self) -> None:
        """Write what has been judged so far, within the transaction."""
        if self._changes:
            self._kept.lines.add(self._changes)
            self._kept.games.move({change.game: change for change in self._changes}.values())
            self._kept.games.update_results(self._new_results())
            self._changes.clear()
            self._moved.clear()

    def _new_results(self) -> list[tuple[int, GameResult | None]]:
        """What games have come to, by number, where that is something else than what is written."""
        found = []
        for known in self._moved.values():
            result = known.result
            if result != known.written:
                known.written = result
                found.append((known.game, result))
        return found

    def _finish(self, prepare: Callable[[Sequence[MovedGame]], None]) -> Receipt:
        """Write everything; what is to be said once the transaction is durable."""
        moved: list[MovedGame] = []
        if not self._must_read():
            self._kept.only_write(lambda: prepare(moved))
        with self._costs.shared():
            self._write()
        changed = {name: count for name, count in self._commits.items() if count != self._boxes[name].commits}
        self._kept.boxes.count_commits(changed)
        self._receiver._commits |= self._commits
        answers: list[tuple[str, Answer]] = [
            (box, Committed(self._state(box), _reached(self._receiver._known, self._kept, box, game), refused))
            for (box, game), refused in self._games.items()
        ]
        for box in self._inventories:
            answers += ((box, page) for page in _inventory(self._kept, box, self._state(box)))
        moved += self._moved_games()
        return Receipt(tuple(answers), tuple(moved), tuple(self._costs.of_boxes.items()))

    def _must_read(self) -> bool:
        """Whether something is still to be read: for an answer, or for the evening of a game that is over."""
        known = self._receiver._known
        return (
            bool(self._inventories)
            or any(known.get(box, game) is None for box, game in self._games)
            or any(one.result is not None and one.result.finished for one in self._moved.values())
        )

    def _moved_games(self) -> Iterator[MovedGame]:
        for (box, _), known in self._committed.items():
            lines = known.record.lines
            if len(lines) == known.length:  # else a line that was refused follows
                last = lines[-1] if lines else None
                yield MovedGame(
                    known.game, self._boxes[box], known.mark, self._now, known.written, known.record.record, last
                )

    def _state(self, box: str) -> CommitState:
        return CommitState(self._receiver._store.identity, self._commits[box])


def _inventory(kept: StoreTransaction, box: str, state: CommitState) -> list[Inventory]:
    marks = [mark if mark.digest else GameMark(mark.game, mark.number, NOTHING) for mark in kept.games.marks(box)]
    pages = [tuple(marks[at : at + INVENTORY_PAGE]) for at in range(0, len(marks), INVENTORY_PAGE)] or [()]
    return [Inventory(state, number, len(pages), page) for number, page in enumerate(pages)]


def _reached(known: RememberedGames[KnownGame], kept: StoreTransaction, box: str, game: str) -> GameMark:
    remembered = known.get(box, game)
    if remembered is not None:
        return remembered.mark
    found = kept.games.find(box, game)
    return GameMark(game, 0, NOTHING) if found is None else mark_of(found)
