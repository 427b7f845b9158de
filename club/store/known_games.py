"""A game of a box as the store has it, judged, and what may come after it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from club.store.games import StoredGame
from club.store.judged_record import JudgedRecord, RecordContradicts
from device.history.results import GameResult
from device.outbox.digest import digest
from device.outbox.values import GameMark, GameRevision
from display.words import text

RECENT = 16
"""Revisions of a game whose digests stay in memory: a box may have sent some before it heard of the last."""

NOTHING = digest(())
"""The digest of a record without lines."""

DigestOf = Callable[[int, int], str | None]
"""The digest of a game's revision, by their numbers, that was committed; None if there was none of that number."""


def mark_of(found: StoredGame) -> GameMark:
    """How far a game is in the store, as boxes say it."""
    return found.mark if found.length else GameMark(found.mark.game, found.mark.number, NOTHING)


class KnownGame:
    """A game of a box as the store has it. `game` is its number there.

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
        self._recent: OrderedDict[int, str] = OrderedDict({mark.number: mark.digest})
        """Digests of the last revisions, by number."""

    @property
    def size(self) -> int:
        """Bytes that it takes in memory, nearly."""
        return self.record.size

    @property
    def result(self) -> GameResult | None:
        """What the game has come to."""
        if len(self.record.lines) == self.length:
            return self.record.result
        return JudgedRecord.of(self.record.lines[: self.length]).result

    def advance(self, mark: GameMark, record: JudgedRecord) -> None:
        """The next revision is committed."""
        self.mark, self.record, self.length = mark, record, len(record.lines)
        self._recent[mark.number] = mark.digest
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def become(self, mark: GameMark, record: JudgedRecord) -> None:
        """Another record is committed, whatever was before."""
        self._recent.clear()
        self.advance(mark, record)

    def is_followed_by(self, revision: GameRevision, digest_of: DigestOf) -> bool:
        """Whether a revision comes after what is here, and says so. Raises RecordContradicts if it says otherwise."""
        said = revision.mark
        if said.number <= self.mark.number:
            self._has(said, digest_of)
            return False
        base = revision.base
        if base is None or not base.number:
            return not self.mark.number
        return base.number <= self.mark.number and self._has(base, digest_of)

    def _has(self, said: GameMark, digest_of: DigestOf) -> bool:
        """Whether this was committed. Raises RecordContradicts if another record was, by the same number."""
        if not said.number:
            return True
        committed = self._recent.get(said.number) or digest_of(self.game, said.number)
        if committed is not None and committed != said.digest:
            raise RecordContradicts(
                text(
                    "Revision {number} of this game contradicts what the box itself had said of it.", number=said.number
                )
            )
        return committed is not None
