"""A stored game with its judged record, cached by the receiver, and the check whether a revision follows it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from club.store.games import StoredGame
from club.store.judged_record import JudgedRecord, RecordContradictsEarlier
from device.history.results import GameResult
from device.outbox.club_messages import GameMark, GameRevision
from device.outbox.digest import digest
from display.words import text

MAX_DIGESTS = 16
"""How many revisions of a game keep their digests in memory: a box may send some before it gets the last answer."""

EMPTY_DIGEST = digest(())
"""The digest of a record without lines."""

DigestFunction = Callable[[int, int], str | None]
"""Returns the digest of a committed revision, by the numbers of the game and the revision; None if there is none."""


def last_mark(game: StoredGame) -> GameMark:
    """The last committed revision of a stored game, as boxes express it: a record without lines has a digest too."""
    return game.mark if game.line_count else GameMark(game.mark.game, game.mark.number, EMPTY_DIGEST)


class KnownGame:
    """A game of a box as the store has it. `number` is its number there.

    The record may have more lines, if judging them ended in a refusal: only the first `committed_length` are committed.
    """

    def __init__(
        self, number: int, mark: GameMark, record: JudgedRecord, stored_result: GameResult | None, *, is_dated: bool
    ) -> None:
        self.number = number
        self.mark = mark
        self.record = record
        self.stored_result = stored_result
        """The result that is in the store."""
        self.committed_length = len(record.lines)
        self.is_dated = is_dated
        self._digests: OrderedDict[int, str] = OrderedDict({mark.number: mark.digest})
        """The digests of the last revisions, by number."""

    @property
    def size_bytes(self) -> int:
        """About how many bytes it takes in memory."""
        return self.record.size_bytes

    @property
    def result(self) -> GameResult | None:
        """The game's result by its committed lines."""
        if len(self.record.lines) == self.committed_length:
            return self.record.result
        return JudgedRecord.judge(self.record.lines[: self.committed_length]).result

    def advance(self, mark: GameMark, record: JudgedRecord) -> None:
        """Set the next committed revision."""
        self.mark, self.record, self.committed_length = mark, record, len(record.lines)
        self._digests[mark.number] = mark.digest
        if len(self._digests) > MAX_DIGESTS:
            self._digests.popitem(last=False)

    def replace_record(self, mark: GameMark, record: JudgedRecord) -> None:
        """Set another committed record, independent of the earlier one."""
        self._digests.clear()
        self.advance(mark, record)

    def is_followed_by(self, revision: GameRevision, digest_of: DigestFunction) -> bool:
        """Whether a revision is based on a committed one, and is newer than the last.

        Raises RecordContradictsEarlier if the revision, or its base, has the number of a committed one and another
        digest.
        """
        mark = revision.mark
        if mark.number <= self.mark.number:
            self._check_committed(mark, digest_of)
            return False
        base = revision.base
        if base is None or not base.number:
            # It has the game from its first line: the box did not know of what is stored, which must not be replaced.
            return not self.mark.number
        return base.number <= self.mark.number and self._check_committed(base, digest_of)

    def _check_committed(self, mark: GameMark, digest_of: DigestFunction) -> bool:
        """Whether a revision was committed; number 0 stands for the game before its first line.

        Raises RecordContradictsEarlier if another one with its number was.
        """
        if not mark.number:
            return True
        committed = self._digests.get(mark.number) or digest_of(self.number, mark.number)
        if committed is not None and committed != mark.digest:
            raise RecordContradictsEarlier(
                text(
                    "Revision {number} of this game contradicts what the box itself had said of it.", number=mark.number
                )
            )
        return committed is not None
