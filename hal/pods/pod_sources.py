"""Assign sources to pods: the names such as `pod1` by which the table distinguishes their presses."""

from __future__ import annotations

from collections.abc import Container
from itertools import count

from hal.pods.events import PodIdentity

MAX_KNOWN = 64
"""At most so many pods have a source, connected or not; the oldest disconnected ones are dropped first."""


class PodSources:
    """The sources of all pods that have been connected."""

    def __init__(self) -> None:
        self._identities: dict[str, PodIdentity] = {}

    def identity_of(self, source: str) -> PodIdentity | None:
        """Return the pod of a source; None if the source is not a pod."""
        return self._identities.get(source)

    def source_for(self, identity: PodIdentity, taken: Container[str]) -> str:
        """Return the source of a pod; the same as before if it was connected before.

        `taken` are those of other pods.
        """
        source = self._free_source(identity, taken)
        self._identities[source] = identity
        return source

    def _free_source(self, identity: PodIdentity, taken: Container[str]) -> str:
        free = {source: old for source, old in self._identities.items() if source not in taken}
        known = [source for source, old in free.items() if old.may_be(identity)]
        if known:
            # A pod in the same socket is preferred to one that was moved.
            return min(known, key=lambda source: free[source] != identity)
        if len(self._identities) >= MAX_KNOWN:
            del self._identities[next(iter(free))]
        return next(source for source in map("pod{}".format, count(1)) if source not in self._identities)
