"""Where cards lie while an example is made, and how they change places."""

from __future__ import annotations

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import PLACE_OF, PLAIN_BITS, SUIT_BITS, TRUMP_BITS, bit
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.effort import Effort
from device.games.no_loose_ends.places import Misfit, lay

LAID = 2
"""Steps of finding a card another place."""

MISFITTED = 6
"""Steps of finding out that there is none: all places are looked at for it."""


class Arrangement:
    """What each place takes, and what lies there. Places: hands, the rest, then each trick's plays by seat."""

    def __init__(self, players: int, takes: list[int], lying: list[int], named: dict[int, int], effort: Effort) -> None:
        self.players = players
        self.effort = effort
        self.takes = takes
        self.lying = lying
        self.named = named  # the cards that were said and that `takes` does not respect, by place

    def play(self, number: int, seat: Seat) -> int:
        """The place of a play."""
        return self.players + 1 + number * self.players + seat

    def later(self, number: int, seat: Seat) -> list[int]:
        """A player's places after a trick: the plays that follow, and the hand."""
        return [seat, *range(self.play(number + 1, seat), len(self.takes), self.players)]

    def kept(self) -> tuple[list[int], list[int]]:
        """How it is now, for `restore`."""
        return list(self.takes), list(self.lying)

    def restore(self, kept: tuple[list[int], list[int]]) -> None:
        """Have it as it was."""
        self.takes[:], self.lying[:] = kept

    def carve(self, clue: Clue) -> bool:
        """Take a card for each play of one more trick out of the hands, the winning one if it was said."""
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
        """Have a hand play a certain card: it lies nowhere then, and the hand has one less."""
        if not self.takes[seat] & card:
            return False
        where = next(place for place, cards in enumerate(self.lying) if cards & card)
        self.lying[where] ^= card
        return where == seat or self._hand_on(seat, where)

    def _hand_on(self, giver: int, goal: int) -> bool:
        """Have a hand give a card away, so that another place has one more."""
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
        """Whether a player has a card of a suit after a trick, as the cards lie."""
        held = self.lying[seat]
        for cards in self.lying[self.play(number + 1, seat) :: self.players]:
            held |= cards
        return bool(held & own)

    def out_of(self, number: int, seat: Seat, own: int) -> bool:
        """Leave a player no card of a suit after a trick. Whether that can be."""
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
        """Leave a place only some cards, others changing places with those it loses. Whether that can be."""
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
    """The card of a hand that wins most if a suit is led; if it is not known which, the highest trump."""
    cards = hand & own or hand & TRUMP_BITS or hand
    return 1 << cards.bit_length() - 1


def weakest(hand: int, own: int) -> int:
    """The card of a hand that wins least if a suit is led."""
    cards = hand & own or hand
    cards = cards & PLAIN_BITS or cards
    return cards & -cards
