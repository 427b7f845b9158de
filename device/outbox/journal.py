"""The journal as the outbox: what a courier asks of it, answered out of the file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.store import Journal
from device.outbox.codec import INVENTORY_PAGE, Unreadable, decode, encode
from device.outbox.public import revision
from device.outbox.values import (
    ClubMessage,
    GameRevision,
    GameRows,
    NothingNew,
    OutboxAsked,
    OutboxGames,
    RevisionAsked,
)


class JournalOutbox:
    """Answers out of the journal of a data directory, which the table goes on writing to."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def answer(self, asked: bytes) -> bytes | None:
        """The bytes of an answer; None for what is no question, and while the journal can't be read."""
        try:
            found = self._answer(decode(asked))
            return None if found is None else encode(found)
        except (Unreadable, JournalError):
            return None

    def _answer(self, asked: ClubMessage) -> ClubMessage | None:
        if isinstance(asked, OutboxAsked):
            return self._games(asked.page)
        return self._revision(asked) if isinstance(asked, RevisionAsked) else None

    def _games(self, page: int) -> OutboxGames:
        with closing(Journal.read(self._data)) as journal:
            games = [GameRows(one.identity, one.length) for one in reversed(journal.lengths())]
        pages = max(1, -(-len(games) // INVENTORY_PAGE))
        page = min(page, pages - 1)
        return OutboxGames(page, pages, tuple(games[page * INVENTORY_PAGE : (page + 1) * INVENTORY_PAGE]))

    def _revision(self, asked: RevisionAsked) -> GameRevision | NothingNew:
        with closing(Journal.read(self._data)) as journal:
            numbers = {one.identity: one.number for one in journal.lengths()}
            number = numbers.get(asked.game)
            if number is None:
                return NothingNew(asked.game)
            kept, begun = journal.kept_rows(number), journal.begun(number)
        return revision(asked.game, kept, asked.base, begun) or NothingNew(asked.game)
