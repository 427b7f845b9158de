"""What arrives from boxes: judged by the rules, written in one transaction, and only then answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from club.store.boxes import ClubBox
from club.store.database import ClubStore, StoreTransaction
from club.store.games import StoredGame
from club.store.judging import JudgedRecord, RecordDoubtful
from club.store.lines import NewLines
from club.store.recent_games import RememberedGames
from device.history.results import GameResult
from device.outbox.codec import INVENTORY_PAGE, Unreadable, decode
from device.outbox.digest import digest
from device.outbox.values import CommitState, Committed, GameMark, GameRevision, Inventory, InventoryAsked
from device.session.record import Record
from device.session.rows import JournalRow
from display.words import Text, text

REMEMBERED = 1_000_000
"""Lines of games whose state by the rules stays in memory, some 150 bytes each: of ten thousand usual games. Of others,
the lines are judged again when one comes."""

RECENT = 16
"""Revisions of a game whose digests stay in memory: a box may have sent some before it heard of the last."""

NOTHING = digest(())
"""The digest of a record without lines."""

Answer = Committed | Inventory


class Arrived(NamedTuple):
    """Bytes that a box has published; the broker vouches for which box it was."""

    box: str
    message: bytes


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
    """What came of what arrived: answers, each for a box, and the games that are other than they were."""

    answers: tuple[tuple[str, Answer], ...]
    moved: tuple[MovedGame, ...] = ()


class _Known:
    """A game of a box as the store has it, judged. `game` is its number there.

    Its record may have lines more, where judging them ended in a refusal: only the first `length` are committed.
    """

    def __init__(
        self, game: int, mark: GameMark, record: JudgedRecord, written: GameResult | None, *, dated: bool
    ) -> None:
        self.game = game
        self.mark = mark
        self.record = record
        self.written = written
        """What the store says that the game has come to."""
        self.length = len(record.lines)
        self.dated = dated
        self.recent: OrderedDict[int, str] = OrderedDict({mark.number: mark.digest})
        """Digests of the last revisions, by number."""

    def advance(self, mark: GameMark, record: JudgedRecord) -> None:
        """The next revision is committed."""
        self.mark, self.record, self.length = mark, record, len(record.lines)
        self.recent[mark.number] = mark.digest
        if len(self.recent) > RECENT:
            self.recent.popitem(last=False)

    @property
    def result(self) -> GameResult | None:
        """What the game has come to."""
        if len(self.record.lines) == self.length:
            return self.record.result
        return JudgedRecord.of(self.record.lines[: self.length]).result


class Receiver:
    """The one who writes for a hub. Not for several threads; several receivers of one store keep out of each other's
    way box by box."""

    def __init__(self, store: ClubStore, now: Callable[[], float], remembered: int = REMEMBERED) -> None:
        """`now` tells seconds since 1970; so many lines of games stay `remembered`."""
        self._store = store
        self._now = now
        self._known: RememberedGames[_Known] = RememberedGames(remembered)
        self._commits: dict[str, int] = {}

    def receive(
        self, arrived: Sequence[Arrived], prepare: Callable[[Sequence[MovedGame]], None] = lambda _: None
    ) -> Receipt:
        """Take what has arrived, in one transaction. What it says is durable when this returns.

        `prepare` may get the moved games while the database makes them durable, in whose time it costs nobody any; they
        are no news yet. Raises StoreFailed: then nothing was taken, and boxes will say it again.
        """
        try:
            with self._store.transaction() as kept:
                batch = _Batch(self, kept, {one.box for one in arrived})
                for one in arrived:
                    batch.take(one)
                receipt = batch.finish(prepare)
        except BaseException:
            # What is remembered may be ahead of what is in the store.
            self.forget()
            raise
        self._known.shrink()
        return receipt

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

    def behind(self) -> list[str]:
        """The boxes of which somebody else has changed something here. Raises StoreFailed."""
        with self._store.reading() as kept:
            return [box.name for box in kept.boxes.all() if self._commits.get(box.name, box.commits) != box.commits]

    def forget(self) -> None:
        """Forget all that is remembered: the store knows."""
        self._known.clear()
        self._commits.clear()

    def _recall(self, kept: StoreTransaction, box: str, game: str) -> _Known | None:
        known = self._known.get(box, game)
        if known is None:
            found = kept.games.find(box, game)
            if found is None:
                return None
            record = JudgedRecord.of(kept.lines.of(found.number))
            known = _Known(found.number, _mark(found), record, found.result, dated=found.begun is not None)
            self._known.put(box, game, known)
        return known


def _mark(found: StoredGame) -> GameMark:
    return found.mark if found.length else GameMark(found.mark.game, found.mark.number, NOTHING)


class _Batch:
    """One transaction of a receiver."""

    def __init__(self, receiver: Receiver, kept: StoreTransaction, names: set[str]) -> None:
        self._receiver = receiver
        self._kept = kept
        self._now = receiver._now()
        self._boxes, self._waiting = kept.boxes.held(names)
        self._commits = {name: box.commits for name, box in self._boxes.items()}
        self._changes: list[NewLines] = []
        self._moved: dict[int, _Known] = {}
        """Games with changes that are not written yet, by number."""
        self._games: dict[tuple[str, str], int] = {}
        """Games to answer for, with the number of a revision that was refused, or 0."""
        self._inventories: list[str] = []
        self._committed: dict[tuple[str, str], _Known] = {}
        """Games of which something is committed."""
        for name, commits in self._commits.items():
            if receiver._commits.get(name) != commits:
                receiver._known.drop_box(name)

    def take(self, one: Arrived) -> None:
        """One message of a box. Who is no box of the club, or none any more, says nothing."""
        box = self._boxes.get(one.box)
        if box is None or box.revoked:
            return
        try:
            message = decode(one.message)
        except Unreadable as unreadable:
            self._set_aside(box, GameMark("", 0, ""), unreadable.sentence, one.message)
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
        elif self._follows(known, revision) and known.record.fits(revision):
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
        record = JudgedRecord.of(revision.lines)
        number = self._kept.games.add(box.name, game, revision.begun, self._now)
        known = _Known(number, GameMark(game, 0, NOTHING), JudgedRecord(), None, dated=revision.begun is not None)
        self._receiver._known.put(box.name, game, known)
        self._commit(box, known, NewLines(number, revision.mark, 0, revision.lines, (), self._now), record)

    def _follows(self, known: _Known, revision: GameRevision) -> bool:
        """Whether a revision comes after what is here, and says so. Raises RecordDoubtful where it says otherwise."""
        said = revision.mark
        if said.number <= known.mark.number:
            self._compare(known, said)
            return False
        base = revision.base
        if base is None or not base.number:
            return not known.mark.number
        return base.number <= known.mark.number and self._compare(known, base)

    def _compare(self, known: _Known, said: GameMark) -> bool:
        """Whether this was committed. Raises RecordDoubtful if another record was, by the same number."""
        if not said.number:
            return True
        committed = known.recent.get(said.number)
        if committed is None:
            committed = self._kept.lines.digest_of(known.game, said.number)
        if committed is not None and committed != said.digest:
            raise RecordDoubtful(
                text(
                    "Revision {number} of this game contradicts what the box itself had said of it.", number=said.number
                )
            )
        return committed is not None

    def _advance(self, box: ClubBox, known: _Known, revision: GameRevision) -> None:
        before = tuple(known.record.lines[revision.keeps :])
        if before:
            self._write()  # these lines must be there to be taken back
        record = known.record.after(revision)
        change = NewLines(known.game, revision.mark, revision.keeps, revision.lines, before, self._now)
        if revision.begun is not None and not known.dated:
            self._kept.games.date(known.game, revision.begun)
            known.dated = True
        self._commit(box, known, change, record)

    def _commit(self, box: ClubBox, known: _Known, change: NewLines, record: JudgedRecord) -> None:
        known.advance(change.mark, record)
        self._receiver._known.count(box.name, change.mark.game)
        self._changes.append(change)
        self._moved[known.game] = self._committed[box.name, change.mark.game] = known
        self._commits[box.name] += 1
        if (box.name, change.mark.game) in self._waiting:
            self._kept.asides.settle(box.name, change.mark.game)

    def _set_aside(self, box: ClubBox, mark: GameMark, sentence: Text, message: bytes) -> None:
        self._kept.asides.keep(box.name, mark, sentence, message, self._now)
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

    def finish(self, prepare: Callable[[Sequence[MovedGame]], None]) -> Receipt:
        """Write everything; what is to be said once the transaction is durable."""
        moved: list[MovedGame] = []
        if not self._must_read():
            self._kept.only_write(lambda: prepare(moved))
        self._write()
        changed = {name: count for name, count in self._commits.items() if count != self._boxes[name].commits}
        self._kept.boxes.count_commits(changed)
        self._receiver._commits |= self._commits
        answers: list[tuple[str, Answer]] = [
            (box, Committed(self._state(box), self._reached(box, game), refused))
            for (box, game), refused in self._games.items()
        ]
        for box in self._inventories:
            answers += ((box, page) for page in self._inventory(box))
        moved += self._moved_games()
        return Receipt(tuple(answers), tuple(moved))

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

    def _reached(self, box: str, game: str) -> GameMark:
        known = self._receiver._known.get(box, game)
        if known is not None:
            return known.mark
        found = self._kept.games.find(box, game)
        return GameMark(game, 0, NOTHING) if found is None else _mark(found)

    def _inventory(self, box: str) -> list[Inventory]:
        marks = [
            mark if mark.digest else GameMark(mark.game, mark.number, NOTHING) for mark in self._kept.games.marks(box)
        ]
        pages = [tuple(marks[at : at + INVENTORY_PAGE]) for at in range(0, len(marks), INVENTORY_PAGE)] or [()]
        return [Inventory(self._state(box), number, len(pages), page) for number, page in enumerate(pages)]
