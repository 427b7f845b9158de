"""Ports that could not be used, and when they are tried again."""

from __future__ import annotations

import math
from collections.abc import Container

from values.named_tuple import NamedTuple


class _Trial(NamedTuple):
    times: int
    after: float


class PortTrials:
    """What is known of ports that could not be used. Moments are seconds of the pods' clock."""

    def __init__(self) -> None:
        self._trials: dict[str, _Trial] = {}

    def is_due(self, port: str, now: float) -> bool:
        """Whether a port may be tried now."""
        trial = self._trials.get(port)
        return trial is None or now >= trial.after

    def failed(self, port: str, after: float) -> int:
        """A port could not be used, and is tried again after a moment. Returns how often that was so."""
        before = self._trials.get(port)
        times = 1 if before is None else before.times + 1
        self._trials[port] = _Trial(times, after)
        return times

    def leave_alone(self, port: str) -> None:
        """It is something else: leave it in peace until it is plugged in anew."""
        self._trials[port] = _Trial(self._trials[port].times, math.inf)

    def worked(self, port: str) -> None:
        """A pod is there."""
        self._trials.pop(port, None)

    def keep(self, found: Container[str]) -> None:
        """Only these ports are there."""
        self._trials = {port: trial for port, trial in self._trials.items() if port in found}
