"""Serves one client program at a time on a Unix socket: receives its messages, and wakes up to send it news."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from threading import Event

from device.outbox.frames import Frames, FrameTooLong
from device.system.wakeup import Wakeup, wait_until_readable
from values.named_tuple import NamedTuple

TIMEOUT_S = 5.0
"""Timeout in seconds for sending to a client that does not read."""

MAX_A_SECOND = 50
"""The maximum number of messages handled per second."""

_READ = 16 * 1024


class VisitedDoor(NamedTuple):
    """A listening socket, a wakeup (`bell`), and an event that is set to close the socket (`shut`).

    A message has at most `longest` bytes. `clock` returns seconds; `wait` waits for a number of seconds, or until
    `shut` is set. After a wakeup, `max_clients` seconds pass before news is sent, so that several pieces are sent at
    once.
    """

    listening: socket.socket
    bell: Wakeup
    shut: Event
    longest: int
    max_clients: float = 0.0
    clock: Callable[[], float] = time.monotonic
    wait: Callable[[float], object] | None = None

    def serve(self, talk: Callable[[socket.socket], None], *errors: type[Exception]) -> None:
        """Call `talk` for each client, one after the other, until `shut` is set.

        The connection is closed if `talk` raises OSError, FrameTooLong or one of `errors`.
        """
        with closing(self.listening), closing(self.bell):
            while not self.shut.is_set():
                if self.listening in wait_until_readable(self.listening, self.bell):
                    with suppress(OSError, FrameTooLong, *errors):
                        peer, _ = self.listening.accept()
                        with closing(peer):
                            peer.settimeout(TIMEOUT_S)
                            talk(peer)
                else:
                    self.bell.clear()

    def messages_of(self, peer: socket.socket) -> Iterator[bytes | None]:
        """Yield a client's messages until it disconnects, at most `MAX_A_SECOND`; None before each wait, to send news.

        Raises OSError and FrameTooLong.
        """
        frames = Frames(self.longest)
        begun, count = self.clock(), 0
        while not self.shut.is_set():
            message = frames.next_message()
            if message is None:
                yield None
                if not self._wait_for_data(peer, frames):
                    return
                continue
            count += 1
            if count > MAX_A_SECOND:
                self.pause(begun + 1.0)
                begun, count = self.clock(), 1
            yield message

    def pause(self, until: float) -> None:
        """Wait until a moment, or until `shut` is set."""
        (self.wait or self.shut.wait)(max(0.0, until - self.clock()))

    def _wait_for_data(self, peer: socket.socket, frames: Frames) -> bool:
        """Wait for data of the client or for a wakeup. Returns False once the client has disconnected."""
        ready = wait_until_readable(peer, self.bell)
        if self.bell in ready:
            self.bell.clear()
        if peer not in ready:
            if self.max_clients:
                self.shut.wait(self.max_clients)
            return True
        data = peer.recv(_READ)
        frames.feed(data)
        return bool(data)
