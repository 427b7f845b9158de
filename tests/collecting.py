"""In which order each of several workers collects the tests.

Modules that were never imported are compiled first, in a clean clone all of them. Workers that collect in one order
compile each at the same moment, each for itself. Those that begin at different places find what others have compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import pytest

Value = TypeVar("Value")


class Worker(NamedTuple):
    """One of the processes that run the tests."""

    number: int
    """From 0."""
    workers: int

    def in_own_order(self, values: Sequence[Value]) -> list[Value]:
        """All of these, from this worker's share on."""
        begin = len(values) * self.number // self.workers
        return [*values[begin:], *values[:begin]]


def worker_of(config: pytest.Config) -> Worker | None:
    """Which worker this process is; None where all tests run in one."""
    given = getattr(config, "workerinput", None)
    return None if given is None else Worker(int(given["workerid"].removeprefix("gw")), given["workercount"])
