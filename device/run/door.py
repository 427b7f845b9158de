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
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

from device.outbox.codec import Unreadable, decode, encode
from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableWishes
from device.outbox.framing import Frames, FrameTooLong, frame
from device.outbox.values import OutboxChanged
from device.system.unix_socket import listening
from device.system.wakeup import Wakeup, readable
from device.system.worker import Worker
from device.table.clubpost import ClubPost
from device.table.events import TableEvent
from device.table.listeners import CHANGES

LONGEST_QUESTION = 4096
"""Bytes of what a courier says: the longest seating has three thousand."""

MOST_A_SECOND = 50
"""Questions that are answered in a second."""

TOLD_S = 0.2
"""Seconds between two things for the table itself: more often than that nobody looks at it."""

PATIENCE_S = 5.0
"""For how many seconds an answer waits for a courier that does not read."""

_CHANGED = frame(encode(OutboxChanged()))
_READ = 4096


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
        self._clock = clock
        self._path = path
        self._socket = listening(path)
        self._wakeup = Wakeup()
        self._closed = threading.Event()
        self._pause = self._closed.wait if wait is None else wait
        self._post = post
        self._changed = False
        if post is not None:
            post.ring = self._wakeup.ring
        self._thread = threading.Thread(target=self._serve, name="club door", daemon=True)
        self._thread.start()

    @classmethod
    def of(cls, path: Path, data: Path, post: ClubPost | None = None) -> ClubDoor:
        """The door to the journal of a data directory. Raises OSError."""
        return cls(path, Worker((sys.executable, "-m", "device.outbox.answering", str(data))), post=post)

    def hear(self, event: TableEvent) -> None:
        """Ring the bell; whoever is at the door is told when there is time."""
        if isinstance(event, CHANGES):
            self._changed = True
            self._wakeup.ring()

    def close(self) -> None:
        """Shut the door."""
        self._closed.set()
        self._wakeup.ring()
        self._answers.close()
        self._thread.join(PATIENCE_S)
        with suppress(OSError):
            self._path.unlink()

    def _serve(self) -> None:
        with closing(self._socket), closing(self._wakeup):
            while not self._closed.is_set():
                if self._socket in readable(self._socket, self._wakeup):
                    with suppress(OSError, FrameTooLong):
                        peer, _ = self._socket.accept()
                        with closing(peer):
                            peer.settimeout(PATIENCE_S)
                            self._talk(peer)
                else:
                    self._wakeup.silence()

    def _talk(self, peer: socket.socket) -> None:
        """Serve one courier until it goes. Raises OSError and FrameTooLong for one that is not to be served."""
        frames = Frames(LONGEST_QUESTION)
        begun, count = self._clock(), 0
        told = begun - TOLD_S
        wished = None
        while not self._closed.is_set():
            wished = self._tell(peer, wished)
            question = frames.next()
            if question is None:
                if not self._wait(peer, frames):
                    return
                continue
            count += 1
            if count > MOST_A_SECOND:
                self._pause(max(0.0, begun + 1.0 - self._clock()))
                begun, count = self._clock(), 1
            if self._told(question):
                self._pause(max(0.0, told + TOLD_S - self._clock()))
                told = self._clock()
                peer.sendall(frame(b""))
            else:
                peer.sendall(frame(self._answers.ask(question) or b""))

    def _wait(self, peer: socket.socket, frames: Frames) -> bool:
        """Wait for the courier, or for the bell. False once the courier has gone."""
        ready = readable(peer, self._wakeup)
        if self._wakeup in ready:
            self._wakeup.silence()
        if peer not in ready:
            return True
        data = peer.recv(_READ)
        frames.feed(data)
        return bool(data)

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
