"""The newest view of a terminal, changed by many threads and drawn by one; views in between are skipped."""

from __future__ import annotations

import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from hal.terminal.screen import TerminalView


class NewestView:
    """The newest view, and a queue that wakes the thread that draws it."""

    def __init__(self) -> None:
        self.view: TerminalView | None = None
        """None before there is a table."""
        self._lock = threading.Lock()
        self._requests: SimpleQueue[bool] = SimpleQueue()

    def set_view(self, view: TerminalView) -> None:
        """Set the view of a new table; it is drawn at the first change."""
        with self._lock:
            self.view = view

    def replace_fields(self, **changes: Any) -> None:
        """Replace parts of the view, and request drawing."""
        with self._lock:
            if self.view is not None:
                self.view = self.view._replace(**changes)
        self._requests.put(True)

    def request_redraw(self) -> None:
        """Request drawing of the same view. May be called from a signal handler."""
        self._requests.put(True)

    def end_drawing(self) -> None:
        """End drawing."""
        self._requests.put(False)

    def wait_for_change(self) -> bool:
        """Wait until there is something to draw; False once drawing has ended."""
        return self._requests.get() and self._drain_queue()

    def _drain_queue(self) -> bool:
        """Remove all requests from the queue; False if the end is among them."""
        with suppress(Empty):
            while self._requests.get_nowait():
                continue
            return False
        return True
