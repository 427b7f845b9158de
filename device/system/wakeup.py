"""A bell for who waits in `select`: any thread and a signal may ring it."""

from __future__ import annotations

import select
import socket
from contextlib import suppress

_READ = 4096


class Wakeup:
    """Readable for `select` from when it is rung until it is silenced."""

    def __init__(self) -> None:
        self._bell, self._rope = socket.socketpair()
        self._bell.setblocking(False)
        self._rope.setblocking(False)

    def fileno(self) -> int:
        """What `select` waits for."""
        return self._bell.fileno()

    def ring(self) -> None:
        """Wake who waits, now or when it waits next; after `close`, nobody."""
        # A full pipe has rung already.
        with suppress(OSError):
            self._rope.send(b"!")

    def silence(self) -> None:
        """Forget how often it was rung."""
        with suppress(OSError):
            while self._bell.recv(_READ):
                pass

    def close(self) -> None:
        """Let go of both ends."""
        self._bell.close()
        self._rope.close()


def readable(*waited_for: socket.socket | Wakeup) -> list[socket.socket | Wakeup]:
    """Wait until some of these can be read."""
    return select.select(waited_for, [], [])[0]
