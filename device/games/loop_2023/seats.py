"""The rules for changing seats before a later round (rulebook, Loop Round 15).

Seats are called places here, 0, 1, … clockwise; people count them from 1.
"""

from __future__ import annotations

from device.contract.setup import Seat
from device.contract.tuples import with_entry
from values.named_tuple import NamedTuple

Player = Seat
"""A player, by the place in round 1."""

Place = int
"""A seat at the table, from 0, clockwise."""

_MAX_PLAYERS_KEEPING_SEATS = 2  # players; with more, nobody may keep the seat they had


class SeatChoice(NamedTuple):
    """The players' choice of new seats.

    `players_to_seat` are the players without a seat, the next to choose first; `sitters` is the player who has taken
    each place.
    """

    previous_seating: tuple[Player, ...]  # who sat in each place
    players_to_seat: tuple[Player, ...]
    sitters: tuple[Player | None, ...]

    @property
    def chooser(self) -> Player:
        return self.players_to_seat[0]

    def allowed_places(self) -> tuple[Place, ...]:
        """Return the places that the next player may choose."""
        return tuple(place for place in self._free_places(self.chooser) if self.after_choice(place)._can_complete())

    def after_choice(self, place: Place) -> SeatChoice:
        """Return the choice after the next player has taken a place."""
        sitters = with_entry(self.sitters, place, self.chooser)
        return self._replace(players_to_seat=self.players_to_seat[1:], sitters=sitters)

    def previous_place(self, player: Player) -> Place:
        """Return the place that a player had in the last round."""
        return self.previous_seating.index(player)

    def must_leave(self, player: Player, place: Place) -> bool:
        """Whether the player must leave this place because it was theirs."""
        return len(self.previous_seating) > _MAX_PLAYERS_KEEPING_SEATS and self.previous_place(player) == place

    def _free_places(self, player: Player) -> tuple[Place, ...]:
        return tuple(
            place for place, sitter in enumerate(self.sitters) if sitter is None and not self.must_leave(player, place)
        )

    def _can_complete(self) -> bool:
        if not self.players_to_seat:
            return True
        return any(self.after_choice(place)._can_complete() for place in self._free_places(self.chooser))


def start_choosing(previous_seating: tuple[Player, ...], order_out: tuple[Player, ...]) -> SeatChoice:
    """Return the choice after a round. `order_out` is the order in which all players went out."""
    return SeatChoice(previous_seating, tuple(reversed(order_out)), (None,) * len(previous_seating))
