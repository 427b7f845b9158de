"""Which pod has which source: what its presses are known by at the table, as `pod1`."""

from __future__ import annotations

from collections.abc import Container
from itertools import count

from hal.pods.events import PodIdentity

MOST_KNOWN = 64
"""Pods that keep the name of their source while they are away; those that came first are forgotten first."""


class PodSources:
    """The sources of all pods that were there."""

    def __init__(self) -> None:
        self._who: dict[str, PodIdentity] = {}

    def who(self, source: str) -> PodIdentity | None:
        """Which pod a source is; None if it is none."""
        return self._who.get(source)

    def give(self, who: PodIdentity, taken: Container[str]) -> str:
        """The source of a pod: the one that it had before, if it was there before. `taken` are those of other pods."""
        source = self._free(who, taken)
        self._who[source] = who
        return source

    def _free(self, who: PodIdentity, taken: Container[str]) -> str:
        free = {source: old for source, old in self._who.items() if source not in taken}
        known = [source for source, old in free.items() if old.may_be(who)]
        if known:
            # That in the same socket before one that was moved.
            return min(known, key=lambda source: free[source] != who)
        if len(self._who) >= MOST_KNOWN:
            del self._who[next(iter(free))]
        return next(source for source in map("pod{}".format, count(1)) if source not in self._who)
