"""The four keys: what has closed and opened since the last look."""

from .link import Link


class Keys:
    """`pins` have a `value()`, 0 while the key is down. A key that is down at the start is nobody's press."""

    def __init__(self, pins: list) -> None:  # type: ignore[type-arg]
        self._pins = pins
        self._down = bytearray(len(pins))
        for key in range(len(pins)):
            self._down[key] = not pins[key].value()

    def look(self, link: Link, now: int) -> bool:
        """Tell the link what has changed; True if a key has closed."""
        closed = False
        for key in range(len(self._pins)):
            down = not self._pins[key].value()
            if down != self._down[key]:
                self._down[key] = down
                link.edge(key, down, now)
                closed = closed or down
        return closed
