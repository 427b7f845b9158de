"""Track ports that could not be used, and when to try them again."""

from __future__ import annotations

import math
from collections.abc import Container

from values.named_tuple import NamedTuple


class _PortFailures(NamedTuple):
    failure_count: int
    retry_at: float


class PortTrials:
    """Failed attempts by port. Times are seconds of the pods' clock."""

    def __init__(self) -> None:
        self._failures: dict[str, _PortFailures] = {}

    def is_due(self, port: str, now: float) -> bool:
        """Whether a port may be tried now."""
        failures = self._failures.get(port)
        return failures is None or now >= failures.retry_at

    def note_failure(self, port: str, retry_at: float) -> int:
        """Note that a port failed, to be tried again at time `retry_at`. Returns how often it has failed."""
        earlier_failures = self._failures.get(port)
        count = 1 if earlier_failures is None else earlier_failures.failure_count + 1
        self._failures[port] = _PortFailures(count, retry_at)
        return count

    def ignore_until_replugged(self, port: str) -> None:
        """Do not try a port again until it is plugged in again: it is no pod. Raises KeyError if it has not failed."""
        self._failures[port] = _PortFailures(self._failures[port].failure_count, math.inf)

    def note_success(self, port: str) -> None:
        """Remove the failures of a port, because there is a pod at it."""
        self._failures.pop(port, None)

    def remove_missing(self, port_names: Container[str]) -> None:
        """Keep only the failures of ports that exist."""
        self._failures = {port: failures for port, failures in self._failures.items() if port in port_names}
