"""Answers a courier's requests from the journal's file. The courier is the process that sends games to the club."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.identity import key_of
from device.journal.store import Journal
from device.outbox.club_messages import (
    ClubMessage,
    ConflictingRecord,
    GameRevision,
    GameRowCount,
    NothingNew,
    OutboxGames,
    OutboxRequest,
    RevisionRequest,
)
from device.outbox.codec import GAMES_PER_PAGE, UnreadableMessage, decode, encode
from device.outbox.revisions import GameReader, missing_game_message, next_revision


class JournalOutbox:
    """Answers requests from the journal of a data directory, while the table continues to write to it."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._journal: Journal | None = None
        self._last_game = ""
        """The game whose revision was requested last."""
        self._reader = GameReader()
        """The reader that has read it."""

    def answer(self, request_bytes: bytes) -> bytes | None:
        """The encoded answer; None if `request_bytes` is not a request, or while the journal can't be read."""
        try:
            answer = self._answer_request(decode(request_bytes))
            return None if answer is None else encode(answer)
        except (UnreadableMessage, JournalError):
            return None

    def close(self) -> None:
        """Close the file. The next request opens it again."""
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    def _answer_request(self, request: ClubMessage) -> ClubMessage | None:
        """The answer, from a journal that is opened if necessary. Raises UnreadableMessage and JournalError."""
        if self._journal is not None and self._journal.is_file_in_place:
            with suppress(JournalError):
                return self._answer_from(request, self._journal)
        self.close()  # the file was replaced or is damaged: open it again
        # A row that the disk fails to read must not look undone.
        journal = Journal.open_to_read(self._data, must_be_complete=True)
        try:
            return self._answer_from(request, journal)
        finally:
            if journal.is_file_in_place:
                self._journal = journal
            else:
                journal.close()

    def _answer_from(self, request: ClubMessage, journal: Journal) -> ClubMessage | None:
        if isinstance(request, OutboxRequest):
            return self._game_page(request.page, journal)
        return self._revision_answer(request, journal) if isinstance(request, RevisionRequest) else None

    def _game_page(self, page: int, journal: Journal) -> OutboxGames:
        games = [GameRowCount(game.identity, game.length) for game in reversed(journal.game_lengths())]
        page_count = max(1, math.ceil(len(games) / GAMES_PER_PAGE))
        page = min(page, page_count - 1)
        return OutboxGames(page, page_count, tuple(games[page * GAMES_PER_PAGE : (page + 1) * GAMES_PER_PAGE]))

    def _revision_answer(
        self, request: RevisionRequest, journal: Journal
    ) -> GameRevision | ConflictingRecord | NothingNew:
        number = next((game.number for game in journal.game_lengths() if game.identity == request.game), None)
        if number is None:
            missing_game = None if request.base is None else missing_game_message(request.base)
            return missing_game or NothingNew(request.game)
        if self._last_game != request.game:
            self._last_game, self._reader = request.game, GameReader()
        rows, began_at = journal.stored_rows(number), journal.began_at(number)
        key = key_of(journal.game_identity(number))
        revision = next_revision(request.game, rows, request.base, began_at, self._reader.read, key)
        return revision or NothingNew(request.game)
