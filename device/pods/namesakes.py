"""Namesakes: boards with the same name as a seated pod. The table is asked about each once."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.setup import Seat
from device.pods.owners import PodOwners
from device.pods.seats import PodSeats
from hal.pods.events import PodIdentity
from hal.table.table import Table
from values.named_tuple import NamedTuple


class Namesake(NamedTuple):
    """A board that has the name of a pod at a seat."""

    identity: PodIdentity
    seat: Seat


class Namesakes:
    """Finds connected namesakes about which the table has not been asked yet. `player_names` returns its players, by
    seat."""

    def __init__(
        self, table: Table, pod_seats: PodSeats, owners: PodOwners, player_names: Callable[[], tuple[str, ...]]
    ) -> None:
        self._table = table
        self._seats = pod_seats
        self._owners = owners
        self._player_names = player_names
        self._asked: set[str] = set()

    def take_new_namesakes(self) -> tuple[Namesake, ...]:
        """The namesakes to ask about now, each once while it is connected; none before players are seated."""
        sources = () if self._table.pods is None else self._table.pods.sources()
        namesake_by_source = {
            source: namesake for source in sources if (namesake := self._find_namesake(source)) is not None
        }
        new_namesakes = tuple(found for source, found in namesake_by_source.items() if source not in self._asked)
        self._asked = set(namesake_by_source)
        return new_namesakes

    def _find_namesake(self, source: str) -> Namesake | None:
        identity = self._owners.identity_of(source)
        if identity is None:
            return None
        seat = self._seats.seat_of_namesake(identity, self._owners.other_identities(source))
        return None if seat is None or seat >= len(self._player_names()) else Namesake(identity, seat)
