"""Excludes impossible cards from the plays that were not declared (detail `tricks`).

A play can be any card that was not shown. Every trick excludes cards that would have won it for another player, or that
can't have led to it. A player who shows a suit later had it, and so had to follow it earlier. A player who did not
follow is out of the suit afterwards. If cards of a suit have no room elsewhere, its last ones are known to be in a
hand. Every remaining card must have a place: a play, a hand after the last trick, or the rest of the deck.

Whatever is excluded is certainly impossible. But not everything impossible is found: each play is examined by itself,
not together with another. Examining the cases of a trick finds such contradictions, too.

Sets of cards are numbers with a lane of bits for each suit, and the sets of all players lie side by side (`bits`). So a
number for each suit, such as its places, is counted in that suit's lane, for all players at once.
"""

from __future__ import annotations

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import (
    ALL_LOW_BITS,
    ALL_TOP_BITS,
    GETAWAY_BITS,
    LANE_WIDTH,
    SEAT_LOW_BITS,
    SEAT_MASK,
    SEAT_WIDTH,
    SUIT_BITS,
    SUIT_LOW_BITS,
    SUIT_TOP_BITS,
    cards_of_seat,
    nonempty_seats,
    pack_seats,
    restrict_seat,
    seats_in,
    suit_flags,
)
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.one_trick import NoPlayLeft, plays_if_led
from device.games.no_loose_ends.possible_plays import NO_LEAD, Impossible, PossiblePlays
from values.named_tuple import NamedTuple

PLAYS_PER_STEP = 4
"""How many plays are examined in a step of the budget."""


def prune(possible: PossiblePlays) -> None:
    """Exclude plays until no more can be excluded, or the budget is used up. Raises Impossible."""
    pruning = _Pruning(possible)
    while not possible.budget.is_used_up and pruning.sweep():
        pass


class _Pruning:
    """The state of the pruning of one `PossiblePlays`."""

    def __init__(self, possible: PossiblePlays) -> None:
        self._possible = possible
        self._plays, self._winning_by_lead = possible.plays, possible.winning_by_lead
        self._tricks = possible.tricks
        self._all_seats = pack_seats([1] * possible.constraints.player_count)
        self._unseen_counts = _suit_counts(possible.unseen)
        # For each trick, the plays that its last pruning left, and the suits to follow: while both are the same, it is
        # not pruned again.
        self._settled_input: dict[int, tuple[int, int]] = {}
        # For each trick, the players who did not follow suit and whose later plays are already reduced.
        self._excluded_voids = [0] * len(possible.clues)
        self._trick_suits = [self._suits_of(trick) for trick in range(len(possible.plays))]

    def _is_undeclared(self, trick: int, seat: Seat) -> bool:
        """Whether a play was not declared."""
        card = self._possible.clues[trick].card
        return card is None or (card != GETAWAY and self._possible.clues[trick].winner != seat)

    def sweep(self) -> bool:
        """Prune the tricks from the last to the first. Returns whether anything was excluded."""
        self._possible.budget.steps_left -= len(self._plays) * self._possible.constraints.player_count // PLAYS_PER_STEP
        # A player certainly holds a suit after a trick if one of the player's later places (plays, and the hand at the
        # end) takes no other suit. It is certain, too, if more of them take it than the suit has spare places: of all
        # places that take it, of any player and in the rest of the deck, its unseen cards fill as many. Those left are
        # spare, and no more can hold another suit.
        place_counts, held_suits = self._suits_in_hands()
        counts_needed = self._spare_places(place_counts) * SEAT_LOW_BITS + ALL_LOW_BITS
        if not self._possible.must_follow:
            held_suits = 0
        changed = False
        for trick in reversed(self._tricks):
            if self._possible.must_follow:
                # One subtraction compares all lanes. The top bit of each lane is set first, so that no lane borrows
                # from the next. It stays set where at least as many places take the suit as are needed, and is shifted
                # to the lane's lowest bit, which stands for the suit.
                held_suits |= ((place_counts | ALL_TOP_BITS) - counts_needed) >> (LANE_WIDTH - 1) & ALL_LOW_BITS
            if self._possible.clues[trick].has_winner:
                changed |= self._prune_trick(trick, held_suits)
            if self._possible.must_follow:
                changed |= self._exclude_void_suits(trick)
                suits = self._trick_suits[trick]
                place_counts += suits.possible
                held_suits |= suits.certain
        return changed

    def _suits_of(self, trick: int) -> _TrickSuits:
        """Compute the suits of a trick's plays as they are now."""
        card, plays = self._possible.clues[trick].card, self._plays[trick]
        suits, certain = _possible_and_certain_suits(plays)
        if card is not None and card != GETAWAY:
            return _TrickSuits(restrict_seat(suits, self._possible.clues[trick].winner, 0), certain)
        return _TrickSuits(suits, certain)

    def _suits_in_hands(self) -> tuple[int, int]:
        """Return how many places in hands after the tricks take each suit, and the suits that certainly lie there."""
        suits, certain = _possible_and_certain_suits(
            pack_seats(
                [
                    cards if room else 0
                    for cards, room in zip(self._possible.hand_cards, self._possible.hand_room, strict=True)
                ]
            )
        )
        return pack_seats(
            [cards_of_seat(suits, seat) * room for seat, room in enumerate(self._possible.hand_room)]
        ), certain

    def _spare_places(self, counts_in_hands: int) -> int:
        """Return how many more places take each suit than it has cards, by lanes. Raises Impossible if fewer do."""
        counts_by_seat = counts_in_hands + sum(suits.possible for suits in self._trick_suits)
        all_counts = suit_flags(self._possible.undealt_cards) * self._possible.constraints.undealt_count
        for seat in self._possible.seats:
            all_counts += cards_of_seat(counts_by_seat, seat)
        spare = (all_counts | SUIT_TOP_BITS) - self._unseen_counts
        if spare & SUIT_TOP_BITS != SUIT_TOP_BITS:
            crowded_suit = next(suit_bits for suit_bits in SUIT_BITS if not spare & suit_bits & SUIT_TOP_BITS)
            raise Impossible(cards=self._possible.unseen & crowded_suit)
        return spare ^ SUIT_TOP_BITS

    def _prune_trick(self, trick: int, held_suits: int) -> bool:
        """Exclude what one trick does not allow. Returns whether anything changed. Raises Impossible."""
        plays, winning_by_lead = self._plays[trick], self._winning_by_lead[trick]
        to_follow = self._suits_to_follow(trick, held_suits)
        if self._settled_input.get(trick) == (plays, to_follow):
            return False
        self._possible.budget.steps_left -= len(winning_by_lead)
        plays_left = 0
        seat_without_play = None
        for suit in tuple(winning_by_lead):
            try:
                plays_left |= self._plays_if_led(trick, suit, to_follow)
            except NoPlayLeft as no_play:
                seat_without_play = no_play.seat
                del winning_by_lead[suit]
        if not winning_by_lead:
            raise Impossible(trick, seat_without_play)
        # Pruning the same plays again would exclude nothing more, except sometimes plays that depend on who can have
        # played a getaway card. To leave those in is safe: it excludes too little, never a play that is possible.
        self._settled_input[trick] = (plays_left, to_follow)
        if plays_left == plays:
            return False
        self._plays[trick] = plays_left
        self._trick_suits[trick] = self._suits_of(trick)
        return True

    def _plays_if_led(self, trick: int, suit: int, to_follow: int) -> int:
        plays = self._plays[trick]
        if suit != NO_LEAD:
            clue, winning_cards = self._possible.clues[trick], self._winning_by_lead[trick][suit]
            return plays_if_led(clue, plays, self._all_seats, suit, winning_cards, to_follow, self._possible.getaways)
        plays &= GETAWAY_BITS * SEAT_LOW_BITS
        seats_without_play = self._all_seats ^ nonempty_seats(plays)
        if seats_without_play:
            raise NoPlayLeft(next(seats_in(seats_without_play)))
        return plays

    def _suits_to_follow(self, trick: int, held_suits: int) -> int:
        """Return the suits that players hold in a trick and have to follow, side by side."""
        double_crosser = self._possible.constraints.double_crosser
        if double_crosser is None or not self._possible.must_follow:
            return held_suits
        suits = self._suits_of_taken_back_cards(trick, double_crosser)
        return held_suits | suits << SEAT_WIDTH * double_crosser

    def _suits_of_taken_back_cards(self, trick: int, double_crosser: Seat) -> int:
        """Return the suits of which the double-crosser certainly holds a taken-back card before playing to a trick."""
        held_suits, taken_back = 0, self._possible.constraints.taken_back & self._possible.unseen
        for suit_bits in SUIT_BITS:
            cards = taken_back & suit_bits
            if not cards:
                continue
            earlier_plays = (
                cards_of_seat(self._plays[earlier_trick], double_crosser)
                for earlier_trick in self._tricks
                if earlier_trick < trick and self._is_undeclared(earlier_trick, double_crosser)
            )
            if cards.bit_count() > sum(bool(play & cards) for play in earlier_plays):
                held_suits |= suit_bits & SUIT_LOW_BITS
        return held_suits

    def _exclude_void_suits(self, trick: int) -> bool:
        """Exclude the lead suit from later plays of players who did not follow it. Returns whether anything changed."""
        winning_by_lead = self._winning_by_lead[trick]
        if len(winning_by_lead) != 1 or NO_LEAD in winning_by_lead:
            return False
        (suit,) = winning_by_lead
        following = (SUIT_BITS[suit] | GETAWAY_BITS) * SEAT_LOW_BITS
        void_seats = self._all_seats ^ nonempty_seats(self._plays[trick] & following) ^ self._excluded_voids[trick]
        if not void_seats:
            return False
        self._excluded_voids[trick] |= void_seats
        changed = False
        for seat in seats_in(void_seats):
            changed |= self._exclude_later(trick, seat, SUIT_BITS[suit])
        return changed

    def _exclude_later(self, trick: int, seat: Seat, cards: int) -> bool:
        changed = bool(self._possible.hand_cards[seat] & cards)
        self._possible.hand_cards[seat] &= ~cards
        if self._possible.hand_room[seat] and not self._possible.hand_cards[seat]:
            raise Impossible(trick, seat)
        for later_trick in self._tricks:
            if later_trick > trick and cards_of_seat(self._plays[later_trick], seat) & cards:
                changed = True
                self._plays[later_trick] = restrict_seat(self._plays[later_trick], seat, SEAT_MASK ^ cards)
                if not cards_of_seat(self._plays[later_trick], seat):
                    raise Impossible(later_trick, seat)
                self._trick_suits[later_trick] = self._suits_of(later_trick)
        return changed


class _TrickSuits(NamedTuple):
    """Suits of a trick's plays, for all players side by side."""

    possible: int
    """The suits that undeclared plays can be."""

    certain: int
    """The suits that plays must be, declared plays included."""


def _possible_and_certain_suits(sets: int) -> tuple[int, int]:
    """Return the suits in each player's set, and those that are the only suit of a set, side by side."""
    suits = suit_flags(sets)
    # The number of suits in each player's set, in its lowest bits. Of 0 to 4, only 1 is odd and lacks the bit of value
    # 2.
    count = suits + (suits >> LANE_WIDTH) + (suits >> 2 * LANE_WIDTH) + (suits >> 3 * LANE_WIDTH)
    has_one_suit = count & ~(count >> 1) & ~nonempty_seats(sets & GETAWAY_BITS * SEAT_LOW_BITS) & SEAT_LOW_BITS
    return suits, suits & has_one_suit * SEAT_MASK


def _suit_counts(cards: int) -> int:
    """Return the number of cards of each suit, by lanes."""
    return sum((cards & suit_bits).bit_count() << LANE_WIDTH * index for index, suit_bits in enumerate(SUIT_BITS))
