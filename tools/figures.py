"""A figure, and how ratios are taken."""

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
    """A figure can't be taken here, or a process that it needs has died; the message says why."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One line of the output. `limit` is the most that is `ok`; None where the figure is only printed."""

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
    """A directory on the disk that the project is on: the system's own for such things may be in memory."""
    WORKPLACE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as directory:
        yield Path(directory)


def seconds(act: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long one call takes, by a clock."""
    begun = clock()
    act()
    return clock() - begun


def ratio(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    runs: int,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """The median time of one call ÷ that of the other, taken in turn after a warm-up of each."""
    ours()
    theirs()
    pairs = [(seconds(ours, clock), seconds(theirs, clock)) for _ in range(runs)]
    return statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)
