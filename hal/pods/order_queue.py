"""A queue of functions from the table's thread to the pods' thread, which a pipe wakes from its `select`."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue


class OrderQueue:
    """Orders given by one thread and carried out by another, which may wait in `select` for `fileno` to be readable."""

    def __init__(self) -> None:
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._put_count = 0
        """The number of orders put; set by the table's thread."""
        self._done_count = 0
        self._read_end, self._write_end = os.pipe()
        for end in (self._read_end, self._write_end):
            os.set_blocking(end, False)

    def fileno(self) -> int:
        """Return the descriptor that is readable once there is something to do."""
        return self._read_end

    @property
    def is_done(self) -> bool:
        """Whether all orders have been carried out."""
        return self._put_count == self._done_count

    def put(self, order: Callable[[], None]) -> None:
        """Queue an order for the other thread."""
        self._put_count += 1
        self._orders.put(order)
        self.wake()

    def wake(self) -> None:
        """End the other thread's wait."""
        # A full pipe wakes the thread, too.
        with suppress(OSError):
            os.write(self._write_end, b"\0")

    def run_all(self) -> None:
        """Carry out all queued orders, the oldest first. Called by the other thread."""
        while not self._orders.empty():
            self._orders.get()()
            self._done_count += 1

    def drain_pipe(self) -> None:
        """Empty the pipe after a wait, so that the next `wake` works. Called by the other thread."""
        with suppress(OSError):
            os.read(self._read_end, 4096)

    def close_writer(self) -> None:
        """Close the end that gives orders."""
        os.close(self._write_end)

    def close_reader(self) -> None:
        """Close the end that waits for orders."""
        os.close(self._read_end)
