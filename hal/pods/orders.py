"""What the table orders of its pods, handed to the thread that speaks with them."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue


class OrderQueue:
    """Orders from one thread, obeyed by another that may be waiting in `select` for `fileno` to be readable."""

    def __init__(self) -> None:
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._given = 0
        """How many orders were given; from the thread that owns the table."""
        self._obeyed = 0
        self._woken, self._wake = os.pipe()
        for end in (self._woken, self._wake):
            os.set_blocking(end, False)

    def fileno(self) -> int:
        """What can be read from once there is something to do."""
        return self._woken

    @property
    def all_obeyed(self) -> bool:
        """Whether everything that was ordered has been done."""
        return self._given == self._obeyed

    def give(self, order: Callable[[], None]) -> None:
        """Have the other thread do this."""
        self._given += 1
        self._orders.put(order)
        self.wake()

    def wake(self) -> None:
        """End the other thread's waiting."""
        # A full pipe will wake the thread, too.
        with suppress(OSError):
            os.write(self._wake, b"\0")

    def obey(self) -> None:
        """Do everything that was ordered, in its order; in the other thread."""
        while not self._orders.empty():
            self._orders.get()()
            self._obeyed += 1

    def awake(self) -> None:
        """The other thread waits no longer, and can be woken again."""
        with suppress(OSError):
            os.read(self._woken, 4096)

    def close_giving(self) -> None:
        """Nobody orders anything any more."""
        os.close(self._wake)

    def close_obeying(self) -> None:
        """Nobody waits any more."""
        os.close(self._woken)
