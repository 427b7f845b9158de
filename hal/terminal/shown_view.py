"""What a terminal shows, changed by many threads and drawn by one: however much has happened, only the newest."""

from __future__ import annotations

import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from hal.terminal.screen import View


class NewestView:
    """The newest view, and who waits to draw it."""

    def __init__(self) -> None:
        self.view: View | None = None
        """None before there is a table."""
        self._lock = threading.Lock()
        self._wake: SimpleQueue[bool] = SimpleQueue()

    def begin(self, view: View) -> None:
        """Show a table; it is drawn with the first change."""
        with self._lock:
            self.view = view

    def change(self, **changes: Any) -> None:
        """Replace parts of the view, and have it drawn."""
        with self._lock:
            if self.view is not None:
                self.view = self.view._replace(**changes)
        self._wake.put(True)

    def redraw(self) -> None:
        """Have it drawn once more. May be called from a signal handler."""
        self._wake.put(True)

    def end(self) -> None:
        """Nothing is drawn any more."""
        self._wake.put(False)

    def changed(self) -> bool:
        """Wait until there is something to draw; false once it is over."""
        return self._wake.get() and self._drain()

    def _drain(self) -> bool:
        """Forget what is waiting to be drawn; false if the end is among it."""
        with suppress(Empty):
            while self._wake.get_nowait():
                continue
            return False
        return True
