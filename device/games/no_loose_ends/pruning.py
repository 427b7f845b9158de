"""Excludes impossible cards from the plays that were not declared (detail `tricks`).

A play can be any card that was not shown. Every trick excludes cards that would have won it for another player, or that
can't have led to it. A player who shows a suit later had it, and so had to follow it earlier. A player who did not
follow is out of the suit afterwards. If cards of a suit have no room elsewhere, its last ones are known to be in a
hand. Every remaining card must have a place: a play, a hand after the last trick, or the rest of the deck.

Whatever is excluded is certainly impossible. But not everything impossible is found: each play is examined by itself,
not together with another. Examining the cases of a trick finds such contradictions, too.
"""

from __future__ import annotations

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import (
    EACH_SEAT,
    EACH_SUIT,
    EVERY_SUIT,
    EVERY_TOP,
    GETAWAY_BITS,
    HAND,
    LANE,
    LANE_TOPS,
    SEAT,
    SUIT_BITS,
    holding,
    limited,
    of_seat,
    seats_in,
    side_by_side,
    suits_in,
)
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.one_trick import NoPlayLeft, with_lead
from device.games.no_loose_ends.possible_plays import NO_LEAD, Impossible, PossiblePlays
from values.named_tuple import NamedTuple

PLACES_SWEPT = 4
"""How many plays are examined in a step."""


def prune(known: PossiblePlays) -> None:
    """Exclude plays until no more can be excluded, or the effort is used up. Raises Impossible."""
    pruning = _Pruning(known)
    while not known.effort.used_up and pruning.sweep():
        pass


class _Pruning:
    """The state of the pruning of one `PossiblePlays`."""

    def __init__(self, known: PossiblePlays) -> None:
        self._known = known
        self._plays, self._leads, self._tricks = known.plays, known.leads, known.tricks
        self._everyone = side_by_side([1] * known.dealt.players)
        self._suits_hidden = _counted(known.hidden)
        # For each trick, the plays and suits to follow with which pruning it last changed nothing more.
        self._settled: dict[int, tuple[int, int]] = {}
        # For each trick, the players who did not follow suit and whose later plays are already reduced.
        self._out = [0] * len(known.clues)
        self._suits = [self._suits_of(number) for number in range(len(known.plays))]

    def _open(self, number: int, seat: Seat) -> bool:
        """Whether a play was not declared."""
        card = self._known.clues[number].card
        return card is None or (card != GETAWAY and self._known.clues[number].winner != seat)

    def sweep(self) -> bool:
        """Prune the tricks from the last to the first. Returns whether anything was excluded."""
        self._known.effort.steps -= len(self._plays) * self._known.dealt.players // PLACES_SWEPT
        # A player certainly holds a suit after a trick if more places take it than are spare, or if one must take it.
        places, sure = self._hands()
        least = self._spare(places) * EACH_SEAT + EVERY_SUIT
        if not self._known.follow:
            sure = 0
        changed = False
        for number in reversed(self._tricks):
            if self._known.follow:
                sure |= (places | EVERY_TOP) - least >> LANE - 1 & EVERY_SUIT
            if self._known.clues[number].won:
                changed |= self._prune_trick(number, sure)
            if self._known.follow:
                changed |= self._out_of(number)
                suits = self._suits[number]
                places += suits.open
                sure |= suits.sure
        return changed

    def _suits_of(self, number: int) -> _Suits:
        """Compute the suits of a trick's plays as they are now."""
        card, plays = self._known.clues[number].card, self._plays[number]
        suits, sure = _suits(plays)
        if card is not None and card != GETAWAY:
            return _Suits(limited(suits, self._known.clues[number].winner, 0), sure)
        return _Suits(suits, sure)

    def _hands(self) -> tuple[int, int]:
        """Return how many places in hands after the tricks take each suit, and the suits that certainly lie there."""
        suits, sure = _suits(
            side_by_side([left if room else 0 for left, room in zip(self._known.left, self._known.room, strict=True)])
        )
        return side_by_side([of_seat(suits, seat) * room for seat, room in enumerate(self._known.room)]), sure

    def _spare(self, hands: int) -> int:
        """Return how many more places take each suit than it has cards, by lanes. Raises Impossible if fewer do."""
        side = hands + sum(suits.open for suits in self._suits)
        places = suits_in(self._known.rest) * self._known.dealt.rest
        for seat in self._known.seats:
            places += of_seat(side, seat)
        spare = (places | LANE_TOPS) - self._suits_hidden
        if spare & LANE_TOPS != LANE_TOPS:
            lacking = next(own for own in SUIT_BITS if not spare & own & LANE_TOPS)
            raise Impossible(cards=self._known.hidden & lacking)
        return spare ^ LANE_TOPS

    def _prune_trick(self, number: int, sure: int) -> bool:
        """Exclude what one trick does not allow. Returns whether anything changed. Raises Impossible."""
        plays, leads = self._plays[number], self._leads[number]
        must = sure if self._known.dealt.holder is None else self._must(number, sure)
        if self._settled.get(number) == (plays, must):
            return False
        self._known.effort.steps -= len(leads)
        found = 0
        wanting = None
        for suit in tuple(leads):
            try:
                found |= self._if_led(number, suit, must)
            except NoPlayLeft as none:
                wanting = none.seat
                del leads[suit]
        if not leads:
            raise Impossible(number, wanting)
        # Pruning the same plays again changes nothing, except for a few getaway cards.
        self._settled[number] = (found, must)
        if found == plays:
            return False
        self._plays[number] = found
        self._suits[number] = self._suits_of(number)
        return True

    def _if_led(self, number: int, suit: int, must: int) -> int:
        plays = self._plays[number]
        if suit != NO_LEAD:
            clue, won = self._known.clues[number], self._leads[number][suit]
            return with_lead(clue, plays, self._everyone, suit, won, must, self._known.getaways)
        plays &= GETAWAY_BITS * EACH_SEAT
        for seat in seats_in(self._everyone ^ holding(plays)):
            raise NoPlayLeft(seat)
        return plays

    def _must(self, number: int, sure: int) -> int:
        """Return the suits that players hold in a trick and have to follow, side by side."""
        holder = self._known.dealt.holder
        if holder is None or not self._known.follow:
            return sure
        return sure | self._taken_back(number, holder) << SEAT * holder

    def _taken_back(self, number: int, holder: Seat) -> int:
        """Return the suits of which a player certainly holds a taken-back card before playing to a trick."""
        found, back = 0, self._known.dealt.held & self._known.hidden
        for own in SUIT_BITS:
            held = back & own
            if not held:
                continue
            earlier = [trick for trick in self._tricks if trick < number and self._open(trick, holder)]
            if held.bit_count() > sum(bool(of_seat(self._plays[trick], holder) & held) for trick in earlier):
                found |= own & EACH_SUIT
        return found

    def _out_of(self, number: int) -> bool:
        """Exclude the lead suit from later plays of players who did not follow it. Returns whether anything changed."""
        leads = self._leads[number]
        if len(leads) != 1 or NO_LEAD in leads:
            return False
        (suit,) = leads
        follows = (SUIT_BITS[suit] | GETAWAY_BITS) * EACH_SEAT
        out = self._everyone ^ holding(self._plays[number] & follows) ^ self._out[number]
        if not out:
            return False
        self._out[number] |= out
        changed = False
        for seat in seats_in(out):
            changed |= self._strike_later(number, seat, SUIT_BITS[suit])
        return changed

    def _strike_later(self, number: int, seat: Seat, cards: int) -> bool:
        changed = bool(self._known.left[seat] & cards)
        self._known.left[seat] &= ~cards
        if self._known.room[seat] and not self._known.left[seat]:
            raise Impossible(number, seat)
        for later in self._tricks:
            if later > number and of_seat(self._plays[later], seat) & cards:
                changed = True
                self._plays[later] = limited(self._plays[later], seat, HAND ^ cards)
                if not of_seat(self._plays[later], seat):
                    raise Impossible(later, seat)
                self._suits[later] = self._suits_of(later)
        return changed


class _Suits(NamedTuple):
    """Suits of a trick's plays, for all players side by side."""

    open: int
    """The suits that undeclared plays can be."""

    sure: int
    """The suits that plays must be, declared plays included."""


def _suits(sets: int) -> tuple[int, int]:
    """Return the suits in each player's set, and those that are the only suit of a set, side by side."""
    suits = suits_in(sets)
    # The number of suits in each player's set, in its lowest bits. Of 0 to 4, only 1 is odd and lacks the bit of value
    # 2.
    count = suits + (suits >> LANE) + (suits >> 2 * LANE) + (suits >> 3 * LANE)
    one = count & ~(count >> 1) & ~holding(sets & GETAWAY_BITS * EACH_SEAT) & EACH_SEAT
    return suits, suits & one * HAND


def _counted(cards: int) -> int:
    """Return the number of cards of each suit, by lanes."""
    return sum((cards & own).bit_count() << LANE * place for place, own in enumerate(SUIT_BITS))
