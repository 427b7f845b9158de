"""`Arrangement`: the mutable form of an example, in which cards change places while a trick is fitted in."""

from __future__ import annotations

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import PLACE_OF, PLAIN_BITS, SUIT_BITS, TRUMP_BITS, bit
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.effort import Effort
from device.games.no_loose_ends.places import Misfit, lay

LAID = 2
"""The steps that it costs to find another place for a card (see `effort`)."""

MISFITTED = 6
"""The steps that it costs to find that there is none: all places are examined."""


class Arrangement:
    """The cards that each place can take (`takes`), and those that lie there (`lying`), as bit sets.

    The places are the hands, the rest, then the plays of each trick by seat.
    """

    def __init__(self, players: int, takes: list[int], lying: list[int], named: dict[int, int], effort: Effort) -> None:
        self.players = players
        self.effort = effort
        self.takes = takes
        self.lying = lying
        self.named = named  # declared cards that `takes` does not respect, by place

    def play(self, number: int, seat: Seat) -> int:
        """Return the place of a play."""
        return self.players + 1 + number * self.players + seat

    def later(self, number: int, seat: Seat) -> list[int]:
        """Return a player's places after a trick: the later plays, and the hand."""
        return [seat, *range(self.play(number + 1, seat), len(self.takes), self.players)]

    def kept(self) -> tuple[list[int], list[int]]:
        """Return a copy of the present arrangement, for `restore`."""
        return list(self.takes), list(self.lying)

    def restore(self, kept: tuple[list[int], list[int]]) -> None:
        """Restore an earlier arrangement."""
        self.takes[:], self.lying[:] = kept

    def carve(self, clue: Clue) -> bool:
        """Add one more trick: move a card of each hand to its play. The winner plays the declared card, if any.

        Returns False if the winner can't have the declared card.
        """
        named = 0 if clue.card is None else bit(clue.card)
        if named and not self._give(clue.winner, named):
            return False
        own = SUIT_BITS[PLACE_OF[clue.lead]] if clue.lead is not None else 0
        for seat in range(self.players):
            card = 0
            if not named or seat != clue.winner:
                card = strongest(self.lying[seat], own) if seat == clue.winner else weakest(self.lying[seat], own)
            self.lying[seat] ^= card
            self.takes.append(self.takes[seat] if card else 0)
            self.lying.append(card)
        return True

    def _give(self, seat: Seat, card: int) -> bool:
        """Have a hand play a certain card, which then lies nowhere. Returns False if that is impossible."""
        if not self.takes[seat] & card:
            return False
        where = next(place for place, cards in enumerate(self.lying) if cards & card)
        self.lying[where] ^= card
        return where == seat or self._hand_on(seat, where)

    def _hand_on(self, giver: int, goal: int) -> bool:
        """Move a card of the hand `giver`, so that the place `goal` gains one. Returns False if that is impossible."""
        free = self.lying[giver]
        while free:
            low = free & -free
            free ^= low
            self.lying[giver] ^= low
            try:
                lay(low, self.takes, self.lying, [goal])
            except Misfit:
                self.lying[giver] ^= low
                continue
            return True
        return False

    def holds(self, number: int, seat: Seat, own: int) -> bool:
        """Whether a player has a card of the suit `own` after a trick, as the cards lie now."""
        held = self.lying[seat]
        for cards in self.lying[self.play(number + 1, seat) :: self.players]:
            held |= cards
        return bool(held & own)

    def out_of(self, number: int, seat: Seat, own: int) -> bool:
        """Move all cards of the suit `own` from a player's places after a trick. Returns False if impossible."""
        later, wrong = self.later(number, seat), []
        for place in later:
            if self.named.get(place, 0) & own:
                return False
        for place in later:
            self.takes[place] &= ~own
            if self.lying[place] & own:
                wrong.append(place)
        return all(self.only(place, ~own) for place in wrong)

    def only(self, place: int, cards: int) -> bool:
        """Restrict a place to some cards; those that it loses change places. Returns False if that is impossible."""
        self.takes[place] &= cards
        wrong = self.lying[place] & ~cards
        while wrong:
            if self.effort.used_up:
                return False
            low = wrong & -wrong
            wrong ^= low
            self.lying[place] ^= low
            if not self.takes[place]:
                return False
            try:
                lay(low, self.takes, self.lying, [place])
            except Misfit:
                self.effort.steps -= MISFITTED
                return False
            self.effort.steps -= LAID
        return True


def strongest(hand: int, own: int) -> int:
    """Return the card of a hand most likely to win if the suit `own` is led; for 0, the highest trump."""
    cards = hand & own or hand & TRUMP_BITS or hand
    return 1 << cards.bit_length() - 1


def weakest(hand: int, own: int) -> int:
    """Return the card of a hand least likely to win if the suit `own` is led."""
    cards = hand & own or hand
    cards = cards & PLAIN_BITS or cards
    return cards & -cards
