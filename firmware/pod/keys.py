"""The keys of a pod: reads the pins, and reports which keys have closed or opened."""

from .link import PodLink


class Keys:
    """The keys on `pins`, which have a `value()`, 0 while the key is down.

    A key that is down at the start is no press.
    """

    def __init__(self, pins: list) -> None:  # type: ignore[type-arg]
        self._pins = pins
        self._is_down = bytearray(not pin.value() for pin in pins)

    def report_edges(self, link: PodLink, now_ms: int) -> bool:
        """Pass changes since the last call to the link. Returns True if a key has closed."""
        has_closed = False
        for key in range(len(self._pins)):
            is_down = not self._pins[key].value()
            if is_down != self._is_down[key]:
                self._is_down[key] = is_down
                link.queue_edge(key, is_down, now_ms)
                has_closed = has_closed or is_down
        return has_closed
