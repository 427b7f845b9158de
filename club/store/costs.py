"""Measures the processor time and database space that each box's messages cost a hub."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

FAILED_S = 0.25
"""Seconds charged for a failing message, which had to be found by bisection."""


class BoxCost(NamedTuple):
    """The cost of a box: seconds of processor time, and approximate bytes in the database."""

    seconds: float = 0.0
    bytes: int = 0

    def plus(self, other: BoxCost) -> BoxCost:
        """The sum of both costs."""
        return BoxCost(self.seconds + other.seconds, self.bytes + other.bytes)


class Costs:
    """Adds up the cost of each box within one transaction. `clock` returns seconds of processor time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_box: dict[str, BoxCost] = {}

    @property
    def by_box(self) -> Mapping[str, BoxCost]:
        """The costs so far, by box."""
        return self._by_box

    def add(self, box: str, seconds: float = 0.0, size: int = 0) -> None:
        """Add to the cost of a box: `seconds` of processor time and `size` bytes."""
        self._by_box[box] = self._by_box.get(box, BoxCost()).plus(BoxCost(seconds, size))

    @contextmanager
    def charge_to(self, box: str) -> Iterator[None]:
        """Charge the processor time of the `with` block to a box."""
        begun = self._clock()
        try:
            yield
        finally:
            self.add(box, self._clock() - begun)

    @contextmanager
    def charge_to_all(self) -> Iterator[None]:
        """Charge the processor time of the `with` block to all boxes, in proportion to the bytes that they wrote."""
        begun = self._clock()
        yield
        seconds, written_bytes = self._clock() - begun, sum(cost.bytes for cost in self._by_box.values())
        for box, cost in tuple(self._by_box.items()):
            if written_bytes:
                self.add(box, seconds * cost.bytes / written_bytes)
