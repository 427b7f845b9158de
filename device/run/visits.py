"""One other program at a time at a Unix socket: whole messages from it, and a bell for what it is to be told."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from threading import Event

from device.outbox.frames import Frames, FrameTooLong
from device.system.wakeup import Wakeup, readable
from values.named_tuple import NamedTuple

PATIENCE_S = 5.0
"""For how many seconds what is told waits for a program that does not read."""

MOST_A_SECOND = 50
"""Messages that are heard in a second."""

_READ = 16 * 1024


class VisitedDoor(NamedTuple):
    """A socket at which programs knock, a bell, and whether the door was `shut`; a message has so many bytes at most.

    `clock` tells seconds; `wait` waits for so many, or until the door is shut. After the bell has rung, so many seconds
    pass until it is looked what is to be told: what is told `together` costs less.
    """

    listening: socket.socket
    bell: Wakeup
    shut: Event
    longest: int
    together: float = 0.0
    clock: Callable[[], float] = time.monotonic
    wait: Callable[[float], object] | None = None

    def serve(self, talk: Callable[[socket.socket], None], *errors: type[Exception]) -> None:
        """Talk with each program that comes, one after the other, until the door is shut. One that fails, by OSError,
        FrameTooLong or such `errors`, is left alone."""
        with closing(self.listening), closing(self.bell):
            while not self.shut.is_set():
                if self.listening in readable(self.listening, self.bell):
                    with suppress(OSError, FrameTooLong, *errors):
                        peer, _ = self.listening.accept()
                        with closing(peer):
                            peer.settimeout(PATIENCE_S)
                            talk(peer)
                else:
                    self.bell.silence()

    def heard(self, peer: socket.socket) -> Iterator[bytes | None]:
        """What a program says until it goes, no more in a second than is heard; None before each wait, when it can be
        told something. Raises OSError and FrameTooLong."""
        frames = Frames(self.longest)
        begun, count = self.clock(), 0
        while not self.shut.is_set():
            message = frames.next()
            if message is None:
                yield None
                if not self._wait(peer, frames):
                    return
                continue
            count += 1
            if count > MOST_A_SECOND:
                self.pause(begun + 1.0)
                begun, count = self.clock(), 1
            yield message

    def pause(self, until: float) -> None:
        """Wait until a moment, or until the door is shut."""
        (self.wait or self.shut.wait)(max(0.0, until - self.clock()))

    def _wait(self, peer: socket.socket, frames: Frames) -> bool:
        """Wait for the program, or for the bell. False once the program has gone."""
        ready = readable(peer, self.bell)
        if self.bell in ready:
            self.bell.silence()
        if peer not in ready:
            if self.together:
                self.shut.wait(self.together)
            return True
        data = peer.recv(_READ)
        frames.feed(data)
        return bool(data)
