"""The door for a courier: a Unix socket in the table's program, behind which a process of its own reads the journal.

The table itself only passes bytes on, in a thread that nobody waits for. Whatever comes in at the door is a question
to the journal; a courier that is killed, slow, hostile or without end costs the table no press.
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

from device.outbox.codec import Unreadable, decode, encode
from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableWishes
from device.outbox.frames import frame
from device.outbox.values import OutboxChanged
from device.run.visits import PATIENCE_S, VisitedDoor
from device.system.unix_socket import listening
from device.system.wakeup import Wakeup
from device.system.worker import Worker
from device.table.clubpost import ClubPost
from device.table.events import TableEvent
from device.table.listeners import CHANGES

LONGEST_QUESTION = 4096
"""Bytes of what a courier says: the longest seating has three thousand."""

TOLD_S = 0.2
"""Seconds between two things for the table itself: more often than that nobody looks at it."""

_CHANGED = frame(encode(OutboxChanged()))


class Answerer(Protocol):
    """Who answers questions."""

    def ask(self, asked: bytes) -> bytes | None:
        """The answer; None if there is none."""

    def close(self) -> None:
        """Answer no more."""


class ClubDoor:
    """Listens at a socket for one courier at a time. A listener of the table: it tells the courier of changes."""

    name = "club"

    def __init__(
        self,
        path: Path,
        answers: Answerer,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
        post: ClubPost | None = None,
    ) -> None:
        """Raises OSError if the socket can't be made. What is there by its name is taken away, if it is a socket.

        `clock` tells seconds; `wait` waits for so many, or until the door is shut. What is for the table itself goes to
        `post`, and what it wants of its courier comes from there.
        """
        self._answers = answers
        self._path = path
        self._door = VisitedDoor(listening(path), Wakeup(), threading.Event(), LONGEST_QUESTION, clock=clock, wait=wait)
        self._post = post
        self._changed = False
        if post is not None:
            post.ring = self._door.bell.ring
        self._thread = threading.Thread(target=self._door.serve, args=(self._talk,), name="club door", daemon=True)
        self._thread.start()

    @classmethod
    def of(cls, path: Path, data: Path, post: ClubPost | None = None) -> ClubDoor:
        """The door to the journal of a data directory. Raises OSError."""
        return cls(path, Worker((sys.executable, "-m", "device.outbox.answering", str(data))), post=post)

    def hear(self, event: TableEvent) -> None:
        """Ring the bell; whoever is at the door is told when there is time."""
        if isinstance(event, CHANGES):
            self._changed = True
            self._door.bell.ring()

    def close(self) -> None:
        """Shut the door."""
        self._door.shut.set()
        self._door.bell.ring()
        self._answers.close()
        self._thread.join(PATIENCE_S)
        with suppress(OSError):
            self._path.unlink()

    def _talk(self, peer: socket.socket) -> None:
        """Serve one courier until it goes. Raises OSError and FrameTooLong for one that is not to be served."""
        told = self._door.clock() - TOLD_S
        wished = None
        for question in self._door.heard(peer):
            wished = self._tell(peer, wished)
            if question is None:
                continue
            if self._told(question):
                self._door.pause(told + TOLD_S)
                told = self._door.clock()
                peer.sendall(frame(b""))
            else:
                peer.sendall(frame(self._answers.ask(question) or b""))

    def _told(self, said: bytes) -> bool:
        """Whether this is for the table itself, which has it then. Nothing compressed is: it is read in its program."""
        if self._post is None or said[:1] != b"{":
            return False
        try:
            message = decode(said)
        except Unreadable:
            return False
        if not isinstance(message, DirectorWords | NextSeating | ClubStanding):
            return False
        self._post.tell(message)
        return True

    def _tell(self, peer: socket.socket, wished: TableWishes | None) -> TableWishes | None:
        """Tell the courier of changes, and what the table wants of it, if that is something new."""
        if self._changed:
            self._changed = False
            peer.sendall(_CHANGED)
        if self._post is None or self._post.wishes == wished:
            return wished
        wishes = self._post.wishes
        peer.sendall(frame(encode(wishes)))
        return wishes
