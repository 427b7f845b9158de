"""The Unix socket for the club's courier in the table's program (the "door"). A separate process reads the journal.

The table's program only passes bytes on, in a thread of its own. Requests are answered from the journal, so a courier
that is killed, slow, hostile or never stops does not delay a press.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from device.outbox.club_messages import OutboxChanged
from device.outbox.codec import UnreadableMessage, decode, encode
from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableWishes
from device.outbox.frames import with_length
from device.run.client_door import TIMEOUT_S, ClientDoor
from device.system.unix_socket import listening_socket
from device.system.worker import WorkerClient
from device.table.club_mailbox import ClubMailbox
from device.table.events import TableEvent
from device.table.listeners import ROW_CHANGES
from hal.system.wakeup import Wakeup

MAX_REQUEST_LENGTH = 4096
"""Maximum size of a courier's request in bytes; the longest seating has three thousand."""

MIN_MESSAGE_INTERVAL_S = 0.2
"""Minimum seconds between two messages for the table itself: it does not look more often."""

_CHANGED = with_length(encode(OutboxChanged()))


class RequestAnswerer(Protocol):
    """Answers the courier's requests."""

    def answer(self, request: bytes) -> bytes | None:
        """Return the answer to a request; None if there is none."""

    def close(self) -> None:
        """Stop answering."""


class ClubDoor:
    """Listens at a socket for one courier at a time.

    It is also a listener of the table, to report changes to the courier.
    """

    name = "club"

    def __init__(
        self,
        path: Path,
        answerer: RequestAnswerer,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
        mailbox: ClubMailbox | None = None,
    ) -> None:
        """Create the socket. An old socket at `path` is removed first. Raises OSError if that fails.

        `clock` returns seconds; `wait` waits for a number of seconds, or until the socket is closed. Messages for the
        table itself go to `mailbox`, and its wishes to the courier come from there.
        """
        self._answerer = answerer
        self._path = path
        self._door = ClientDoor(
            listening_socket(path), Wakeup(), threading.Event(), MAX_REQUEST_LENGTH, clock=clock, wait=wait
        )
        self._mailbox = mailbox
        self._has_changes = False
        if mailbox is not None:
            mailbox.wake_courier = self._door.wakeup.wake_up
        self._thread = threading.Thread(
            target=self._door.serve, args=(self._serve_courier,), name="club door", daemon=True
        )
        self._thread.start()

    @classmethod
    def for_directory(cls, path: Path, data: Path, mailbox: ClubMailbox | None = None) -> ClubDoor:
        """Serve the journal of a data directory at `path`. Raises OSError."""
        worker = WorkerClient((sys.executable, "-m", "device.outbox.outbox_worker", str(data)))
        return cls(path, worker, mailbox=mailbox)

    def handle_event(self, event: TableEvent) -> None:
        """Note that the journal has changed, and wake the thread that tells the courier."""
        if isinstance(event, ROW_CHANGES):
            self._has_changes = True
            self._door.wakeup.wake_up()

    def close(self) -> None:
        """Close the socket, and remove it."""
        self._door.close_requested.set()
        self._door.wakeup.wake_up()
        self._answerer.close()
        self._thread.join(TIMEOUT_S)
        with suppress(OSError):
            self._path.unlink()

    def _serve_courier(self, peer: socket.socket) -> None:
        """Serve one courier until it disconnects. Raises OSError or FrameTooLong if it misbehaves."""
        last_passed_at = self._door.clock() - MIN_MESSAGE_INTERVAL_S
        wishes_sent = None
        for request in self._door.messages_of(peer):
            wishes_sent = self._tell_courier(peer, wishes_sent)
            if request is None:  # the thread woke up only to send news
                continue
            if self._pass_to_table(request):
                self._door.pause(last_passed_at + MIN_MESSAGE_INTERVAL_S)
                last_passed_at = self._door.clock()
                peer.sendall(with_length(b""))
            else:
                peer.sendall(with_length(self._answerer.answer(request) or b""))

    def _pass_to_table(self, request: bytes) -> bool:
        """Pass a message for the table itself to `mailbox`. Returns False for other messages, and for compressed ones.

        Compressed data is never read in the table's program.
        """
        if self._mailbox is None or request[:1] != b"{":
            return False
        try:
            message = decode(request)
        except UnreadableMessage:
            return False
        if not isinstance(message, DirectorWords | NextSeating | ClubStanding):
            return False
        self._mailbox.leave_message(message)
        return True

    def _tell_courier(self, peer: socket.socket, wishes_sent: TableWishes | None) -> TableWishes | None:
        """Tell the courier of changes, and of the table's wishes if they are new.

        Returns the wishes that it knows now.
        """
        if self._has_changes:
            self._has_changes = False
            peer.sendall(_CHANGED)
        if self._mailbox is None or self._mailbox.wishes == wishes_sent:
            return wishes_sent
        wishes = self._mailbox.wishes
        peer.sendall(with_length(encode(wishes)))
        return wishes
