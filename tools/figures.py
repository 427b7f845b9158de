"""A measurement with its limit, and functions that take ratios of times."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

WORKPLACE = Path("build")


class NotTaken(Exception):
    """A figure can't be taken here, or a process that it needs has died. The message says why."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One line of the output. `limit` is the highest value that is `ok`; None if there is no limit."""

    name: str
    value: float
    limit: float | None = None

    def __str__(self) -> str:
        if self.limit is None:
            return f"{self.name:<72} {self.value:>10.0f}"
        verdict = "ok" if self.value <= self.limit else "short"
        return f"{self.name:<72} {self.value:>10.2f} {self.limit:>8.2f} {verdict}"


@contextmanager
def scratch() -> Iterator[Path]:
    """A temporary directory on the project's disk: the system's own one may be in memory."""
    WORKPLACE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as directory:
        yield Path(directory)


def seconds(act: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The time of one call, by `clock`."""
    begun = clock()
    act()
    return clock() - begun


def ratio(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    runs: int,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """The ratio of the median times of two calls, measured alternately after one warm-up of each."""
    ours()
    theirs()
    pairs = [(seconds(ours, clock), seconds(theirs, clock)) for _ in range(runs)]
    return statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)
