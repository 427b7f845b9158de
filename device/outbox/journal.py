"""The journal as the outbox: what a courier asks of it, answered out of the file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.identity import key
from device.journal.store import Journal
from device.outbox.codec import INVENTORY_PAGE, Unreadable, decode, encode
from device.outbox.public import GameReader, gone, revision
from device.outbox.values import (
    ClubMessage,
    GameRevision,
    GameRows,
    NothingNew,
    OtherRecord,
    OutboxAsked,
    OutboxGames,
    RevisionAsked,
)


class JournalOutbox:
    """Answers out of the journal of a data directory, which the table goes on writing to."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._journal: Journal | None = None
        self._last: tuple[str, GameReader] = ("", GameReader())
        """The game that was asked for last, and who has read it."""

    def answer(self, asked: bytes) -> bytes | None:
        """The bytes of an answer; None for what is no question, and while the journal can't be read."""
        try:
            found = self._answered(decode(asked))
            return None if found is None else encode(found)
        except (Unreadable, JournalError):
            return None

    def close(self) -> None:
        """Close the file; a question opens it again."""
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    def _answered(self, asked: ClubMessage) -> ClubMessage | None:
        """Raises Unreadable and JournalError."""
        if self._journal is not None and self._journal.follows_file:
            with suppress(JournalError):
                return self._answer(asked, self._journal)
        self.close()  # another file, or damage: it is opened and looked at anew
        journal = Journal.read(self._data, whole=True)  # what the disk fails to read is not taken back
        try:
            return self._answer(asked, journal)
        finally:
            if journal.follows_file:
                self._journal = journal
            else:
                journal.close()

    def _answer(self, asked: ClubMessage, journal: Journal) -> ClubMessage | None:
        if isinstance(asked, OutboxAsked):
            return self._games(asked.page, journal)
        return self._revision(asked, journal) if isinstance(asked, RevisionAsked) else None

    def _games(self, page: int, journal: Journal) -> OutboxGames:
        games = [GameRows(one.identity, one.length) for one in reversed(journal.lengths())]
        pages = max(1, -(-len(games) // INVENTORY_PAGE))
        page = min(page, pages - 1)
        return OutboxGames(page, pages, tuple(games[page * INVENTORY_PAGE : (page + 1) * INVENTORY_PAGE]))

    def _revision(self, asked: RevisionAsked, journal: Journal) -> GameRevision | OtherRecord | NothingNew:
        numbers = {one.identity: one.number for one in journal.lengths()}
        number = numbers.get(asked.game)
        if number is None:
            return (None if asked.base is None else gone(asked.base)) or NothingNew(asked.game)
        if self._last[0] != asked.game:
            self._last = asked.game, GameReader()
        kept, begun, own = journal.kept_rows(number), journal.begun(number), key(journal.identity(number))
        return revision(asked.game, kept, asked.base, begun, self._last[1].read, own) or NothingNew(asked.game)
