"""What taking the messages of boxes costs a hub."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

FAILED_S = 0.25
"""Seconds that a message is held to have cost that had to be found among others."""


class BoxCost(NamedTuple):
    """What a box has cost: seconds of the processor, and bytes of the database, nearly."""

    seconds: float = 0.0
    bytes: int = 0

    def plus(self, other: BoxCost) -> BoxCost:
        """Both together."""
        return BoxCost(self.seconds + other.seconds, self.bytes + other.bytes)


class Costs:
    """Adds up what each box costs within one transaction. `clock` tells seconds of the processor."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._of_box: dict[str, BoxCost] = {}

    @property
    def of_boxes(self) -> Mapping[str, BoxCost]:
        """What each box has cost."""
        return self._of_box

    def add(self, box: str, seconds: float = 0.0, size: int = 0) -> None:
        """A box costs something more."""
        self._of_box[box] = self._of_box.get(box, BoxCost()).plus(BoxCost(seconds, size))

    @contextmanager
    def caused_by(self, box: str) -> Iterator[None]:
        """What is done meanwhile is done for this box."""
        begun = self._clock()
        try:
            yield
        finally:
            self.add(box, self._clock() - begun)

    @contextmanager
    def shared(self) -> Iterator[None]:
        """What is done meanwhile is done for all boxes: each has its share by what it has written."""
        begun = self._clock()
        yield
        seconds, written = self._clock() - begun, sum(cost.bytes for cost in self._of_box.values())
        for box, cost in tuple(self._of_box.items()):
            if written:
                self.add(box, seconds * cost.bytes / written)
