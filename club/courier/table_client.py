"""The courier's client for the table's Unix socket (the "door"): it asks for games and revisions."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path

from club.courier.delivery import JournalUnreadable
from device.outbox.club_messages import (
    ClubMessage,
    ConflictingRecord,
    GameMark,
    GameRevision,
    GameRowCount,
    NothingNew,
    OutboxChanged,
    OutboxGames,
    OutboxRequest,
    RevisionRequest,
)
from device.outbox.codec import MAX_MESSAGE_SIZE, UnreadableMessage, decode, encode
from device.outbox.director import TableWishes, ToTable
from device.outbox.frames import FrameSplitter, FrameTooLong, with_length

ANSWER_TIMEOUT_S = 60.0
"""Timeout for an answer, in seconds. It is long because the process that answers has the lowest priority."""

RECONNECT_S = 2.0
"""Seconds between attempts to connect while the table cannot be reached."""

_MAX_READ_BYTES = 65536


class TableUnreachable(Exception):
    """The connection to the table cannot be made, or has broken."""


class TableClient:
    """An open connection to the table. It handles one request at a time."""

    def __init__(self, path: Path) -> None:
        """Connect to the socket at `path`. Raises TableUnreachable."""
        self._frames = FrameSplitter(MAX_MESSAGE_SIZE)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(ANSWER_TIMEOUT_S)
        self.has_changed = True
        """Whether something has changed at the table since this was last set to False."""
        self.wishes: TableWishes | None = None
        """The last wishes that the table sent; None until it has sent any."""
        self._answer_bytes = b""
        self._answer_message: ClubMessage | None = None
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            raise TableUnreachable(f"{path}: {error.strerror or error}") from error

    def fileno(self) -> int:
        """The socket's file descriptor, for `select`. Call `receive_news` when it is readable."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close the connection."""
        with suppress(OSError):
            self._socket.close()

    def receive_news(self) -> None:
        """Receive and handle messages that the table sends without being asked. Raises TableUnreachable."""
        self._receive()
        self._handle_buffered()

    def list_games(self, max_pages: int | None = None) -> list[GameRowCount]:
        """The games of the table, the latest first, with the number of rows of each. `max_pages` limits the pages asked
        for.

        Raises TableUnreachable; raises JournalUnreadable if the table did not list every game: others may still exist.
        """
        games: list[GameRowCount] = []
        page, page_count = 0, 1
        while page < (page_count if max_pages is None else min(page_count, max_pages)):
            answer = self._ask(OutboxRequest(page))
            if not isinstance(answer, OutboxGames) or answer.page != page:
                raise JournalUnreadable
            games += answer.games
            page, page_count = page + 1, answer.page_count
        return games

    def next_revision(self, game: str, base: GameMark | None) -> GameRevision | ConflictingRecord | None:
        """What to send to a hub that has this game at `base`; None if the hub is up to date.

        Raises TableUnreachable and JournalUnreadable.
        """
        answer = self._ask(RevisionRequest(game, base))
        if isinstance(answer, GameRevision | ConflictingRecord) and answer.mark.game == game:
            return answer
        if not isinstance(answer, NothingNew):
            raise JournalUnreadable
        return None

    def encode_message(self, message: ClubMessage) -> bytes:
        """A message for the hub as bytes. If the table has just sent this message, its original bytes are reused."""
        return self._answer_bytes if message is self._answer_message else encode(message)

    def send(self, message: ToTable) -> None:
        """Send the table a message and wait for its answer. Raises TableUnreachable."""
        self._ask(message)

    def _ask(self, question: ClubMessage) -> ClubMessage | None:
        try:
            self._socket.sendall(with_length(encode(question, compressed=False)))
        except OSError as error:
            raise TableUnreachable(str(error)) from error
        while True:
            while (message_bytes := self._next_message()) is not None:
                if not self._handle_unasked(message_bytes):
                    self._handle_buffered()
                    self._answer_bytes, self._answer_message = message_bytes, _try_decode(message_bytes)
                    return self._answer_message
            self._receive()

    def _handle_buffered(self) -> None:
        """Handle messages already received together with an answer: `select` would not report them again."""
        while (message_bytes := self._next_message()) is not None:
            self._handle_unasked(message_bytes)

    def _handle_unasked(self, message_bytes: bytes) -> bool:
        """Handle a message that the table sent without being asked. Returns False if it is an answer instead."""
        decoded = _try_decode(message_bytes)
        if isinstance(decoded, OutboxChanged):
            self.has_changed = True
        elif isinstance(decoded, TableWishes):
            self.wishes = decoded
        else:
            return False
        return True

    def _receive(self) -> None:
        try:
            data = self._socket.recv(_MAX_READ_BYTES)
        except OSError as error:
            raise TableUnreachable(str(error)) from error
        if not data:
            raise TableUnreachable("the table has shut its door")
        self._frames.feed(data)

    def _next_message(self) -> bytes | None:
        try:
            return self._frames.next_message()
        except FrameTooLong as error:
            raise TableUnreachable(str(error)) from error


def _try_decode(message_bytes: bytes) -> ClubMessage | None:
    try:
        return decode(message_bytes)
    except UnreadableMessage:
        return None
