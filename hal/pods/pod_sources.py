"""Assign sources to pods: the names such as `pod1` by which the table distinguishes their presses."""

from __future__ import annotations

from collections.abc import Container
from itertools import count

from hal.pods.events import PodIdentity

MAX_KNOWN_PODS = 64
"""Maximum number of pods with a source, connected or not; the oldest disconnected ones are dropped first."""


class PodSources:
    """The sources of all pods that have been connected."""

    def __init__(self) -> None:
        self._identities: dict[str, PodIdentity] = {}

    def identity_of(self, source: str) -> PodIdentity | None:
        """Return the pod of a source; None if the source is not a pod."""
        return self._identities.get(source)

    def assign_source(self, identity: PodIdentity, taken_sources: Container[str]) -> str:
        """Return the source of a pod; the same as before if it was connected before.

        `taken_sources` are those of other pods.
        """
        source = self._free_source(identity, taken_sources)
        self._identities[source] = identity
        return source

    def _free_source(self, identity: PodIdentity, taken_sources: Container[str]) -> str:
        free_sources = {source: pod for source, pod in self._identities.items() if source not in taken_sources}
        earlier_sources = [source for source, pod in free_sources.items() if pod.may_be_same_board(identity)]
        if earlier_sources:
            # A pod in the same socket is preferred to one that was moved.
            return min(earlier_sources, key=lambda source: free_sources[source] != identity)
        if len(self._identities) >= MAX_KNOWN_PODS:
            del self._identities[next(iter(free_sources))]
        return next(source for source in map("pod{}".format, count(1)) if source not in self._identities)
