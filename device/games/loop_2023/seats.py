"""The rules for changing seats before a later round (rulebook, Loop Round 15).

Seats are called places here, 0, 1, … clockwise; people count them from 1.
"""

from __future__ import annotations

from device.contract.setup import Seat
from device.contract.tuples import with_entry
from values.named_tuple import NamedTuple

Place = int
"""A seat at the table, from 0, clockwise. Place p was player p's in round 1."""

_OWN_ALLOWED = 2  # players; with more, nobody may keep the seat they had


class Choosing(NamedTuple):
    """The players' choice of new seats.

    `waiting` are the players without a seat, the next to choose first; `taken` is the player who has taken each place.
    """

    before: tuple[Seat, ...]  # who sat in each place
    waiting: tuple[Seat, ...]
    taken: tuple[Seat | None, ...]

    @property
    def chooser(self) -> Seat:
        return self.waiting[0]

    def allowed(self) -> tuple[Place, ...]:
        """Return the places that the next player may choose."""
        return tuple(place for place in self._free(self.chooser) if self.sitting(place)._solvable())

    def sitting(self, place: Place) -> Choosing:
        """Return the choice after the next player has taken a place."""
        taken = with_entry(self.taken, place, self.chooser)
        return self._replace(waiting=self.waiting[1:], taken=taken)

    def own(self, player: Seat) -> Place:
        """Return the place that a player had in the last round."""
        return self.before.index(player)

    def keeps_out(self, player: Seat, place: Place) -> bool:
        """Whether the player must leave this place because it was theirs."""
        return len(self.before) > _OWN_ALLOWED and self.own(player) == place

    def _free(self, player: Seat) -> tuple[Place, ...]:
        return tuple(
            place for place, sitter in enumerate(self.taken) if sitter is None and not self.keeps_out(player, place)
        )

    def _solvable(self) -> bool:
        if not self.waiting:
            return True
        return any(self.sitting(place)._solvable() for place in self._free(self.chooser))


def choosing(before: tuple[Seat, ...], order: tuple[Seat, ...]) -> Choosing:
    """Return the choice after a round. `order` is the order in which players went out."""
    return Choosing(before, tuple(reversed(order)), (None,) * len(before))
