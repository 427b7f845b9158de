"""`Arrangement`: one deal, with all plays so far, that proves that the declarations are possible, while it is repaired.

It is repaired for one more trick (`extend_example`), or for trick after trick when an example is built anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import PLAIN_BITS, SUIT_BITS, SUIT_INDEX, TRUMP_BITS, card_bit
from device.games.no_loose_ends.card_matching import Misfit, place_card
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.step_budget import StepBudget

MOVE_STEPS = 2
"""The steps that it costs to find another place for a card (see `step_budget`)."""

MISFIT_STEPS = 6
"""The steps that it costs to find that there is none: all places are examined."""


BitSets = Sequence[int]
"""Sets of cards as bits, by place."""


class Arrangement:
    """The cards that each place can take (`allowed_at`), and those that lie there (`cards_at`), as bit sets.

    The places are the hands, the rest (the cards that were not dealt), then the plays of each trick by seat. Both lists
    are copied. All cards that lie in a place are among those that it can take. A method that returns False may leave
    this untrue: the caller restores a snapshot, or drops the arrangement.

    `declared` are the cards declared as played, by place: the caller has closed these places in `allowed_at`, and the
    cards lie nowhere. The declared card of a trick that `add_trick` adds need not be among them, as no play comes
    after it.
    """

    def __init__(
        self, player_count: int, allowed_at: BitSets, cards_at: BitSets, declared: dict[int, int], budget: StepBudget
    ) -> None:
        self.player_count = player_count
        self.budget = budget
        self.allowed_at = list(allowed_at)
        self.cards_at = list(cards_at)
        self.declared_by_place = declared

    def play_place(self, trick: int, seat: Seat) -> int:
        """Return the place of a play."""
        return self.player_count + 1 + trick * self.player_count + seat

    def places_after(self, trick: int, seat: Seat) -> list[int]:
        """Return a player's places after a trick: the later plays, and the hand."""
        return [seat, *range(self.play_place(trick + 1, seat), len(self.allowed_at), self.player_count)]

    def snapshot(self) -> tuple[list[int], list[int]]:
        """Return a copy of the present arrangement, for `restore`."""
        return list(self.allowed_at), list(self.cards_at)

    def restore(self, snapshot: tuple[list[int], list[int]]) -> None:
        """Restore an earlier arrangement."""
        self.allowed_at[:], self.cards_at[:] = snapshot

    def add_trick(self, clue: Clue) -> bool:
        """Add one more trick: move a card of each hand to its play. The winner plays the declared card, if any.

        Returns False if the winner can't have the declared card.
        """
        declared_bit = 0 if clue.card is None else card_bit(clue.card)
        if declared_bit and not self._play_declared_card(clue.winner, declared_bit):
            return False
        for seat in range(self.player_count):
            card = _likely_play(self.cards_at[seat], clue, seat)
            self.cards_at[seat] ^= card
            self.allowed_at.append(self.allowed_at[seat] if card else 0)
            self.cards_at.append(card)
        return True

    def _play_declared_card(self, seat: Seat, card: int) -> bool:
        """Have a hand play a certain card, which then lies nowhere. Returns False if that is impossible."""
        if not self.allowed_at[seat] & card:
            return False
        place_of_card = next(place for place, cards in enumerate(self.cards_at) if cards & card)
        self.cards_at[place_of_card] ^= card
        return place_of_card == seat or self._move_from_hand(seat, place_of_card)

    def _move_from_hand(self, seat: int, place: int) -> bool:
        """Move a card of the hand `seat`, so that the place `place` gains one. Returns False if that is impossible."""
        untried = self.cards_at[seat]
        while untried:
            card = untried & -untried
            untried ^= card
            self.cards_at[seat] ^= card
            try:
                place_card(card, self.allowed_at, self.cards_at, [place])
            except Misfit:
                self.cards_at[seat] ^= card
                continue
            return True
        return False

    def has_suit_after(self, trick: int, seat: Seat, suit_bits: int) -> bool:
        """Whether a player has a card of the suit `suit_bits` after a trick, as the cards lie now."""
        held_cards = self.cards_at[seat]
        for cards in self.cards_at[self.play_place(trick + 1, seat) :: self.player_count]:
            held_cards |= cards
        return bool(held_cards & suit_bits)

    def exclude_absent_suit_after(self, trick: int, seat: Seat, suit_bits: int) -> bool:
        """Close a player's places after a trick to the suit `suit_bits`. Returns False if they still have it there."""
        later_places = self.places_after(trick, seat)
        for place in later_places:
            if (self.cards_at[place] | self.declared_by_place.get(place, 0)) & suit_bits:
                return False
        for place in later_places:
            self.allowed_at[place] &= ~suit_bits
        return True

    def remove_suit_after(self, trick: int, seat: Seat, suit_bits: int) -> bool:
        """Move all cards of the suit `suit_bits` from a player's places after a trick. Returns False if impossible."""
        later_places, crowded_places = self.places_after(trick, seat), []
        for place in later_places:
            if self.declared_by_place.get(place, 0) & suit_bits:
                return False
        for place in later_places:
            self.allowed_at[place] &= ~suit_bits
            if self.cards_at[place] & suit_bits:
                crowded_places.append(place)
        return all(self.restrict_place(place, ~suit_bits) for place in crowded_places)

    def restrict_place(self, place: int, cards: int) -> bool:
        """Restrict a place to some cards; those that it loses change places. Returns False if that is impossible."""
        self.allowed_at[place] &= cards
        excluded = self.cards_at[place] & ~cards
        while excluded:
            if self.budget.is_used_up:
                return False
            card = excluded & -excluded
            excluded ^= card
            self.cards_at[place] ^= card
            if not self.allowed_at[place]:
                return False
            try:
                place_card(card, self.allowed_at, self.cards_at, [place])
            except Misfit:
                self.budget.steps_left -= MISFIT_STEPS
                return False
            self.budget.steps_left -= MOVE_STEPS
        return True


def _likely_play(hand: int, clue: Clue, seat: Seat) -> int:
    """Return the card of a player's hand that fits a trick best; none (0) if the card that was played is declared."""
    if clue.declares_card_of(seat):
        return 0
    suit_bits = SUIT_BITS[SUIT_INDEX[clue.lead]] if clue.lead is not None else 0
    return _strongest(hand, suit_bits) if seat == clue.winner else _weakest(hand, suit_bits)


def _strongest(hand: int, suit_bits: int) -> int:
    """Return the card of a hand most likely to win if the suit `suit_bits` is led; for 0, the highest trump."""
    cards = hand & suit_bits or hand & TRUMP_BITS or hand
    return 1 << cards.bit_length() - 1


def _weakest(hand: int, suit_bits: int) -> int:
    """Return the card of a hand least likely to win if the suit `suit_bits` is led."""
    cards = hand & suit_bits or hand
    cards = cards & PLAIN_BITS or cards
    return cards & -cards
