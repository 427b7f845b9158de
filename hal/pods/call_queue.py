"""A queue of functions for another thread to call, with a wakeup that ends its `select`."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from hal.system.wakeup import Wakeup


class CallQueue:
    """Functions that one thread puts, and another calls. The other one may wait in `select` for `wakeup`."""

    def __init__(self) -> None:
        self.wakeup = Wakeup()
        """Ends the other thread's wait, which closes it, too."""
        self._functions: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._put_count = 0
        """The number of functions put; set by the table's thread."""
        self._done_count = 0

    @property
    def is_done(self) -> bool:
        """Whether all functions have been called."""
        return self._put_count == self._done_count

    def put(self, function: Callable[[], None]) -> None:
        """Queue a function for the other thread."""
        self._put_count += 1
        self._functions.put(function)
        self.wakeup.wake_up()

    def call_all(self) -> None:
        """Call all queued functions, the oldest first. Called by the other thread."""
        while not self._functions.empty():
            self._functions.get()()
            self._done_count += 1
