"""Wakeup: interrupts a thread that waits in `select`. Any thread or signal handler may do so."""

from __future__ import annotations

import select
import socket
from contextlib import suppress

_READ_BYTES = 4096


class Wakeup:
    """A socket pair that `select` reports as readable from `wake_up` until `clear`."""

    def __init__(self) -> None:
        self._receiver, self._sender = socket.socketpair()
        self._receiver.setblocking(False)
        self._sender.setblocking(False)

    def fileno(self) -> int:
        """The file descriptor for `select`."""
        return self._receiver.fileno()

    def wake_up(self) -> None:
        """Wake the thread that waits, now or when it waits next. After `close`, this does nothing."""
        # If the socket's buffer is full, the thread will be woken anyway.
        with suppress(OSError):
            self._sender.send(b"!")

    def clear(self) -> None:
        """Discard all pending wake-ups."""
        with suppress(OSError):
            while self._receiver.recv(_READ_BYTES):
                pass

    def close(self) -> None:
        """Close both ends."""
        self._receiver.close()
        self._sender.close()


def wait_until_readable(*sources: socket.socket | Wakeup) -> list[socket.socket | Wakeup]:
    """Wait until some of these can be read, and return those."""
    return select.select(sources, [], [])[0]
