"""The keys of a pod: reads the pins, and reports which keys have closed or opened."""

from .link import Link


class Keys:
    """The keys on `pins`, which have a `value()`, 0 while the key is down.

    A key that is down at the start is no press.
    """

    def __init__(self, pins: list) -> None:  # type: ignore[type-arg]
        self._pins = pins
        self._down = bytearray(len(pins))
        for key in range(len(pins)):
            self._down[key] = not pins[key].value()

    def report_edges(self, link: Link, now: int) -> bool:
        """Pass changes since the last call to the link. Returns True if a key has closed."""
        closed = False
        for key in range(len(self._pins)):
            down = not self._pins[key].value()
            if down != self._down[key]:
                self._down[key] = down
                link.put_edge(key, down, now)
                closed = closed or down
        return closed
