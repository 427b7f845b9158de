"""Track ports that could not be used, and when to try them again."""

from __future__ import annotations

import math
from collections.abc import Container

from values.named_tuple import NamedTuple


class _Trial(NamedTuple):
    times: int
    after: float


class PortTrials:
    """Failed attempts by port. Times are seconds of the pods' clock."""

    def __init__(self) -> None:
        self._trials: dict[str, _Trial] = {}

    def is_due(self, port: str, now: float) -> bool:
        """Whether a port may be tried now."""
        trial = self._trials.get(port)
        return trial is None or now >= trial.after

    def note_failure(self, port: str, after: float) -> int:
        """Note that a port failed, to be tried again at time `after`. Returns how often it has failed."""
        before = self._trials.get(port)
        times = 1 if before is None else before.times + 1
        self._trials[port] = _Trial(times, after)
        return times

    def ignore_until_replugged(self, port: str) -> None:
        """Do not try a port again until it is plugged in again: it is no pod."""
        self._trials[port] = _Trial(self._trials[port].times, math.inf)

    def note_success(self, port: str) -> None:
        """Remove the failures of a port, because there is a pod at it."""
        self._trials.pop(port, None)

    def remove_missing(self, found: Container[str]) -> None:
        """Keep only the failures of ports that exist."""
        self._trials = {port: trial for port, trial in self._trials.items() if port in found}
