"""`select` that wakes for fingers, too, and lets one movement through at a time."""

from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT  # noqa: F401
from uselect import poll as _poll


class poll:
    def __init__(self):
        self._alone = _poll()
        self._both = None

    def register(self, stream, events):
        self._alone.register(stream, events)
        if not events & POLLIN:
            self.ipoll = self._alone.ipoll
        if events & POLLIN:
            import machine

            self._move = machine.move
            self._ready = machine.ready
            self._pins = machine.pins()
            self._both = _poll()
            self._both.register(stream, events)
            self._both.register(self._pins, POLLIN)

    def ipoll(self, milliseconds):
        if self._both is not None and self._ready():
            for entry in self._both.ipoll(milliseconds):
                if entry[0] is self._pins:
                    self._move()
        elif milliseconds:
            for _ in self._alone.ipoll(milliseconds):
                pass
        return self._alone.ipoll(0)
