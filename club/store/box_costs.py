"""Measures the processor time and database space that each box's messages cost a hub."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from values.named_tuple import NamedTuple

FAILED_MESSAGE_COST_S = 0.25
"""Seconds charged for a failing message, which had to be found by bisection."""


class BoxCost(NamedTuple):
    """The cost of a box: seconds of processor time, and approximate bytes in the database."""

    processor_s: float = 0.0
    written_bytes: int = 0

    def plus(self, other: BoxCost) -> BoxCost:
        """The sum of both costs."""
        return BoxCost(self.processor_s + other.processor_s, self.written_bytes + other.written_bytes)


class BoxCosts:
    """Adds up the cost of each box within one transaction. `clock` returns seconds of processor time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_box: dict[str, BoxCost] = {}

    @property
    def by_box(self) -> Mapping[str, BoxCost]:
        """The costs so far, by box."""
        return self._by_box

    def add_cost(self, box: str, processor_s: float = 0.0, written_bytes: int = 0) -> None:
        """Add to the cost of a box: `processor_s` of processor time, and `written_bytes`."""
        self._by_box[box] = self._by_box.get(box, BoxCost()).plus(BoxCost(processor_s, written_bytes))

    @contextmanager
    def charge_to(self, box: str) -> Iterator[None]:
        """Charge the processor time of the `with` block to a box."""
        started_at = self._clock()
        try:
            yield
        finally:
            self.add_cost(box, self._clock() - started_at)

    @contextmanager
    def charge_to_all(self) -> Iterator[None]:
        """Charge the processor time of the `with` block to all boxes, in proportion to the bytes that they wrote.

        Nobody is charged if nothing was written, or if the block fails.
        """
        started_at = self._clock()
        yield
        seconds = self._clock() - started_at
        written_bytes = sum(cost.written_bytes for cost in self._by_box.values())
        for box, cost in tuple(self._by_box.items()) if written_bytes else ():
            self.add_cost(box, seconds * cost.written_bytes / written_bytes)
