"""Finds the player to whom each connected pod belongs."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.setup import Seat
from device.pods.seats import PodSeats
from hal.pods.events import PodIdentity
from hal.table.table import Table


class PodOwners:
    """The players of the current game to whom pods belong. `player_names` returns its players, by seat."""

    def __init__(self, table: Table, pod_seats: PodSeats, player_names: Callable[[], tuple[str, ...]]) -> None:
        self._table = table
        self._pod_seats = pod_seats
        self._player_names = player_names

    def seat(self, source: str) -> Seat | None:
        """The seat of the pod that is the source of an input; None if the source belongs to no single player."""
        identity = self.identity_of(source)
        if identity is None:
            return None
        # Two boards may have the same name and serial number. Then the seat may belong to another connected pod.
        seat = self._pod_seats.seat(identity, self.other_identities(source))
        return None if seat is None or seat >= len(self._player_names()) else seat

    def identity_of(self, source: str) -> PodIdentity | None:
        """The identity of the pod that is the source of an input; None if the source is not a pod."""
        return None if self._table.pods is None else self._table.pods.identity_of(source)

    def other_identities(self, source: str) -> tuple[PodIdentity, ...]:
        """The identities of all connected pods other than `source`."""
        sources = () if self._table.pods is None else self._table.pods.sources()
        identities = (self.identity_of(other) for other in sources if other != source)
        return tuple(identity for identity in identities if identity is not None)

    def owner_name(self, source: str) -> str | None:
        """The name of the player to whom the pod belongs; None if it belongs to no single player."""
        seat = self.seat(source)
        return None if seat is None else self._player_names()[seat]
