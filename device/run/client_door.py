"""Serves one client program at a time on a Unix socket: receives its messages, and sends it news after a wakeup."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from threading import Event

from device.outbox.frames import FrameSplitter, FrameTooLong
from hal.system.wakeup import Wakeup, wait_until_readable
from values.named_tuple import NamedTuple

TIMEOUT_S = 5.0
"""Timeout in seconds for sending to a client that does not read."""

MAX_MESSAGES_PER_SECOND = 50
"""The maximum number of messages handled per second."""

NO_DESCRIPTOR_PAUSE_S = 1.0
"""Seconds until the next attempt to accept a client if the program has no descriptor left for one."""

_READ_BYTES = 16 * 1024


class ClientDoor(NamedTuple):
    """A listening socket, a wakeup (`wakeup`), and an event that is set to close the socket (`close_requested`).

    A message has at most `max_message_bytes` bytes. `clock` returns seconds; `wait` waits for a number of seconds, or
    until `close_requested` is set. After a wakeup, `news_delay_s` seconds pass before news is sent, so that several
    pieces are sent at once.
    """

    listening_socket: socket.socket
    wakeup: Wakeup
    close_requested: Event
    max_message_bytes: int
    news_delay_s: float = 0.0
    clock: Callable[[], float] = time.monotonic
    wait: Callable[[float], object] | None = None

    def serve(self, serve_client: Callable[[socket.socket], None], *errors: type[Exception]) -> None:
        """Call `serve_client` for each client, one after the other, until `close_requested` is set.

        The connection is closed if `serve_client` raises OSError, FrameTooLong or one of `errors`.
        """
        with closing(self.listening_socket), closing(self.wakeup):
            while not self.close_requested.is_set():
                if self.listening_socket in wait_until_readable(self.listening_socket, self.wakeup):
                    self._serve_next(serve_client, errors)
                else:
                    self.wakeup.clear()

    def _serve_next(self, serve_client: Callable[[socket.socket], None], errors: tuple[type[Exception], ...]) -> None:
        try:
            peer, _ = self.listening_socket.accept()
        except OSError:
            # The client stays in the queue: without a pause, this thread would try again and again.
            self.pause(self.clock() + NO_DESCRIPTOR_PAUSE_S)
            return
        with suppress(OSError, FrameTooLong, *errors), closing(peer):
            peer.settimeout(TIMEOUT_S)
            serve_client(peer)

    def messages_of(self, peer: socket.socket) -> Iterator[bytes | None]:
        """Yield a client's messages until it disconnects, at most `MAX_MESSAGES_PER_SECOND`; None before each
        wait, to send news.

        Raises OSError and FrameTooLong.
        """
        frames = FrameSplitter(self.max_message_bytes)
        second_started_at, count = self.clock(), 0
        while not self.close_requested.is_set():
            message = frames.next_message()
            if message is None:
                yield None
                if not self._wait_for_data(peer, frames):
                    return
                continue
            if self.clock() >= second_started_at + 1.0:
                second_started_at, count = self.clock(), 0
            count += 1
            if count > MAX_MESSAGES_PER_SECOND:
                self.pause(second_started_at + 1.0)
                second_started_at, count = self.clock(), 1
            yield message

    def pause(self, until: float) -> None:
        """Wait until a moment, or until `close_requested` is set."""
        (self.wait or self.close_requested.wait)(max(0.0, until - self.clock()))

    def _wait_for_data(self, peer: socket.socket, frames: FrameSplitter) -> bool:
        """Wait for data of the client or for a wakeup. Returns False once the client has disconnected."""
        ready = wait_until_readable(peer, self.wakeup)
        if self.wakeup in ready:
            self.wakeup.clear()
        if peer not in ready:
            if self.news_delay_s:
                self.pause(self.clock() + self.news_delay_s)
            return True
        data = peer.recv(_READ_BYTES)
        frames.feed(data)
        return bool(data)
