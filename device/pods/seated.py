"""Which of the pods that are there speaks for which player."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.setup import Seat
from device.pods.seats import PodSeats
from hal.pods.events import PodIdentity
from hal.table.table import Table


class SeatedPods:
    """The seats that pods have in the game in play. `players` gives who plays it, by seat."""

    def __init__(self, table: Table, seats: PodSeats, players: Callable[[], tuple[str, ...]]) -> None:
        self._table = table
        self._seats = seats
        self._players = players

    def seat(self, source: str) -> Seat | None:
        """The seat that a source speaks for; None if it speaks for all."""
        who = None if self._table.pods is None or not source else self._table.pods.who(source)
        seat = None if who is None else self._seats.seat(who, self.others(source))
        return None if seat is None or seat >= len(self._players()) else seat

    def others(self, source: str) -> tuple[PodIdentity, ...]:
        """The pods that are there besides that of a source."""
        pods = self._table.pods
        found = () if pods is None else (pods.who(other) for other in pods.sources() if other != source)
        return tuple(who for who in found if who is not None)

    def owner(self, source: str) -> str | None:
        """The name of whose pod it is; None if it is everybody's."""
        seat = self.seat(source)
        return None if seat is None else self._players()[seat]
