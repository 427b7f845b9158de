"""What each play that was not declared can have been, by striking out what it cannot (detail `tricks`).

A play can be of the cards that nobody showed. Every trick strikes out what would have won it for another player, or
not led to it at all. Who shows a suit later had it, and so had to follow it earlier; who did not follow is out of it
afterwards. Where a suit's cards have no room elsewhere, its last ones are known to be in a hand. What is left must
find a place for every card: plays, what hands have left, and the rest of the deck.

Everything struck out is sure, so that what is called impossible is. Some of what is impossible is not found: each play
is looked at by itself, and not what two of them can be together. Cases of a trick find that, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

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
    PLACE_OF,
    SEAT,
    SUIT_BITS,
    bit,
    holding,
    limited,
    of_seat,
    seats_in,
    side_by_side,
    suits_in,
)
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.clues import Clue, Dealt
from device.games.no_loose_ends.effort import SEARCH_STEPS, Effort
from device.games.no_loose_ends.one_trick import NoPlayLeft, winning_bits, with_lead
from device.games.no_loose_ends.places import Misfit, fit

NO_LEAD = -1
"""The lead suit of a trick of getaway cards only."""

FITTED = 10
"""Steps of finding all cards a place, and of what else each case takes."""

PLACES_SWEPT = 4
"""Plays that are passed over in a step."""


class Impossible(Exception):
    """Nothing makes everything true.

    Where it showed: in a `trick` (from 0), for want of a card that `seat` can have played to it; or for want of room
    for `cards`.
    """

    def __init__(self, trick: int | None = None, seat: Seat | None = None, cards: int = 0) -> None:
        super().__init__(trick, seat, cards)
        self.trick = trick
        self.seat = seat
        self.cards = cards


class Pruning:
    """The plays of a round, and what each can be.

    With `follow` everybody followed suit. `left` is what hands after the last trick can hold, `room` how many cards
    they do, `rest` what the rest of the deck can. `effort` is what is left of it for all that is done with them.
    """

    def __init__(self, dealt: Dealt, clues: tuple[Clue, ...], *, follow: bool) -> None:
        self.effort = Effort(SEARCH_STEPS)
        self.dealt = dealt
        self.clues = clues
        self.follow = follow
        self.seats = range(dealt.players)
        self.hidden = _unseen(dealt, clues)
        self.getaways = self.hidden & GETAWAY_BITS
        self.rest = self.hidden & ~dealt.held
        self.left = [self.hidden if seat == dealt.holder else self.rest for seat in self.seats]
        self.room = [left - len(clues) for left in dealt.left]
        self.tricks = [number for number, clue in enumerate(clues) if clue.card != GETAWAY]
        self.leads = [winning_bits(clue) if clue.won and clue.card != GETAWAY else {} for clue in clues]
        self._everyone = side_by_side([1] * dealt.players)
        # Of each trick what all can have played, side by side.
        self.plays = [self._at_first(clue, leads) for clue, leads in zip(clues, self.leads, strict=True)]
        self._suits_hidden = _counted(self.hidden)
        # With which plays and suits to follow a trick was seen to lose nothing.
        self._settled: dict[int, tuple[int, int]] = {}
        # Who did not follow suit in a trick, of whom the suit is struck out later.
        self._out = [0] * len(clues)
        self._suits: list[_Suits] = []

    def prune(self) -> None:
        """Strike out until nothing more can be, or the effort is used up. Raises Impossible."""
        self._suits = [self._suits_of(number) for number in range(len(self.plays))]
        while not self.effort.used_up and self._sweep():
            pass

    def fit(self, start: Sequence[int] = ()) -> list[int]:
        """Where every card can lie by itself, by `places`, most of them where they lie at the `start`.

        Raises Impossible.
        """
        self.effort.steps -= FITTED
        takes, room = self.places()
        try:
            return fit(self.hidden, takes, room, start)
        except Misfit as misfit:
            raise Impossible(cards=misfit.cards) from None

    def places(self) -> tuple[list[int], list[int]]:
        """What hands, the rest and the plays in their order take, and how many; a declared play takes nothing."""
        takes, room = [*self.left, self.rest], [*self.room, self.dealt.rest]
        for clue, plays in zip(self.clues, self.plays, strict=True):
            own = [of_seat(plays, seat) for seat in self.seats]
            places = [1] * self.dealt.players
            if clue.card == GETAWAY:
                places = [0] * self.dealt.players
            elif clue.card is not None:
                own[clue.winner] = places[clue.winner] = 0
            takes += own
            room += places
        return takes, room

    def cases(self, number: int) -> Iterator[Pruning]:
        """The same in the cases that a trick can be, one by one; none if it is known card by card."""
        leads = self.leads[number]
        if len(leads) > 1:
            for suit, won in leads.items():
                yield self._case(number, leads={suit: won})
            return
        for seat in self.seats:
            play = of_seat(self.plays[number], seat)
            for part in (_following(leads), _half(play)):
                if play & part and play & ~part:
                    yield self._case(number, seat, part)
                    yield self._case(number, seat, ~part)
                    return

    def _case(self, number: int, seat: Seat = 0, cards: int = -1, leads: dict[int, int] | None = None) -> Pruning:
        case = Pruning(self.dealt, self.clues, follow=self.follow)
        case.effort = self.effort
        case.left = list(self.left)
        case.leads = [dict(own) for own in self.leads]
        case.plays = list(self.plays)
        case.plays[number] = limited(self.plays[number], seat, cards & HAND)
        if leads is not None:
            case.leads[number] = leads
        return case

    def _at_first(self, clue: Clue, leads: dict[int, int]) -> int:
        """What the plays of a trick can be by themselves. Where only getaway cards may have been played, notes that."""
        if clue.card == GETAWAY:
            return 0
        plays = list(self.left)
        if clue.card is not None:
            plays[clue.winner] = bit(clue.card)
        elif clue.won:
            if self._only_getaways(clue):
                leads[NO_LEAD] = self.getaways
            won = 0
            for cards in leads.values():
                won |= cards
            plays[clue.winner] &= won
        if not clue.won and clue.lead is not None and clue.leader != clue.winner and not self.getaways:
            plays[clue.leader] &= SUIT_BITS[PLACE_OF[clue.lead]]
        return side_by_side(plays)

    def _only_getaways(self, clue: Clue) -> bool:
        enough = self.getaways.bit_count() >= self.dealt.players
        return enough and clue.winner == clue.leader and clue.lead is None and clue.covered is None

    def _open(self, number: int, seat: Seat) -> bool:
        """Whether a play was not declared."""
        card = self.clues[number].card
        return card is None or (card != GETAWAY and self.clues[number].winner != seat)

    def _sweep(self) -> bool:
        """Go through the tricks from the last to the first. Whether anything was struck out."""
        self.effort.steps -= len(self.plays) * self.dealt.players // PLACES_SWEPT
        # Suits that players are sure to hold after a trick: one more place takes them than is spare, or one must.
        places, sure = self._hands()
        least = self._spare(places) * EACH_SEAT + EVERY_SUIT
        if not self.follow:
            sure = 0
        changed = False
        for number in reversed(self.tricks):
            if self.follow:
                sure |= (places | EVERY_TOP) - least >> LANE - 1 & EVERY_SUIT
            if self.clues[number].won:
                changed |= self._prune_trick(number, sure)
            if self.follow:
                changed |= self._out_of(number)
                suits = self._suits[number]
                places += suits.open
                sure |= suits.sure
        return changed

    def _suits_of(self, number: int) -> _Suits:
        """The suits of a trick's plays as they are now."""
        card, plays = self.clues[number].card, self.plays[number]
        suits, sure = _suits(plays)
        if card is not None and card != GETAWAY:
            return _Suits(limited(suits, self.clues[number].winner, 0), sure)
        return _Suits(suits, sure)

    def _hands(self) -> tuple[int, int]:
        """How many places in hands after the tricks take each suit, and suits that are sure to lie there."""
        suits, sure = _suits(
            side_by_side([left if room else 0 for left, room in zip(self.left, self.room, strict=True)])
        )
        return side_by_side([of_seat(suits, seat) * room for seat, room in enumerate(self.room)]), sure

    def _spare(self, hands: int) -> int:
        """How many more places take each suit than it has cards, by lanes. Raises Impossible where there are fewer."""
        side = hands + sum(suits.open for suits in self._suits)
        places = suits_in(self.rest) * self.dealt.rest
        for seat in self.seats:
            places += of_seat(side, seat)
        spare = (places | LANE_TOPS) - self._suits_hidden
        if spare & LANE_TOPS != LANE_TOPS:
            lacking = next(own for own in SUIT_BITS if not spare & own & LANE_TOPS)
            raise Impossible(cards=self.hidden & lacking)
        return spare ^ LANE_TOPS

    def _prune_trick(self, number: int, sure: int) -> bool:
        """Strike out what one trick does not allow. Whether there was any; raises Impossible if nothing is left."""
        plays, leads = self.plays[number], self.leads[number]
        must = sure if self.dealt.holder is None else self._must(number, sure)
        if self._settled.get(number) == (plays, must):
            return False
        self.effort.steps -= len(leads)
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
        # Striking out the same a second time does nothing, but for a few getaway cards.
        self._settled[number] = (found, must)
        if found == plays:
            return False
        self.plays[number] = found
        self._suits[number] = self._suits_of(number)
        return True

    def _if_led(self, number: int, suit: int, must: int) -> int:
        plays = self.plays[number]
        if suit != NO_LEAD:
            clue, won = self.clues[number], self.leads[number][suit]
            return with_lead(clue, plays, self._everyone, suit, won, must, self.getaways)
        plays &= GETAWAY_BITS * EACH_SEAT
        for seat in seats_in(self._everyone ^ holding(plays)):
            raise NoPlayLeft(seat)
        return plays

    def _must(self, number: int, sure: int) -> int:
        """Suits that players hold in a trick, and have to follow, side by side."""
        holder = self.dealt.holder
        if holder is None or not self.follow:
            return sure
        return sure | self._taken_back(number, holder) << SEAT * holder

    def _taken_back(self, number: int, holder: Seat) -> int:
        """Suits of which a player is sure to hold a card that was taken back, before playing to a trick."""
        found, back = 0, self.dealt.held & self.hidden
        for own in SUIT_BITS:
            held = back & own
            if not held:
                continue
            earlier = [trick for trick in self.tricks if trick < number and self._open(trick, holder)]
            if held.bit_count() > sum(bool(of_seat(self.plays[trick], holder) & held) for trick in earlier):
                found |= own & EACH_SUIT
        return found

    def _out_of(self, number: int) -> bool:
        """Strike out later what players are out of who did not follow suit. Whether there was anything."""
        leads = self.leads[number]
        if len(leads) != 1 or NO_LEAD in leads:
            return False
        (suit,) = leads
        follows = (SUIT_BITS[suit] | GETAWAY_BITS) * EACH_SEAT
        out = self._everyone ^ holding(self.plays[number] & follows) ^ self._out[number]
        if not out:
            return False
        self._out[number] |= out
        changed = False
        for seat in seats_in(out):
            changed |= self._strike_later(number, seat, SUIT_BITS[suit])
        return changed

    def _strike_later(self, number: int, seat: Seat, cards: int) -> bool:
        changed = bool(self.left[seat] & cards)
        self.left[seat] &= ~cards
        if self.room[seat] and not self.left[seat]:
            raise Impossible(number, seat)
        for later in self.tricks:
            if later > number and of_seat(self.plays[later], seat) & cards:
                changed = True
                self.plays[later] = limited(self.plays[later], seat, HAND ^ cards)
                if not of_seat(self.plays[later], seat):
                    raise Impossible(later, seat)
                self._suits[later] = self._suits_of(later)
        return changed


class _Suits(NamedTuple):
    """Suits of a trick's plays, of all players side by side."""

    open: int
    """Which the plays can be of that were not declared."""

    sure: int
    """Of which plays must be, declared ones included."""


def _suits(sets: int) -> tuple[int, int]:
    """The suits of each player's set, and those that are all of a set, side by side."""
    suits = suits_in(sets)
    # How many suits each player's set has, in the first of their bits: 1 is the only odd number without a 2 in it.
    count = suits + (suits >> LANE) + (suits >> 2 * LANE) + (suits >> 3 * LANE)
    one = count & ~(count >> 1) & ~holding(sets & GETAWAY_BITS * EACH_SEAT) & EACH_SEAT
    return suits, suits & one * HAND


def _counted(cards: int) -> int:
    """How many cards of each suit there are, by lanes."""
    return sum((cards & own).bit_count() << LANE * place for place, own in enumerate(SUIT_BITS))


def _unseen(dealt: Dealt, clues: tuple[Clue, ...]) -> int:
    """The cards that were not shown."""
    hidden = dealt.hidden
    for clue in clues:
        if clue.card == GETAWAY:
            for _ in range(dealt.players):
                hidden ^= (hidden & GETAWAY_BITS) & -(hidden & GETAWAY_BITS)
        elif clue.card is not None:
            hidden &= ~bit(clue.card)
    return hidden


def _following(leads: Iterable[int]) -> int:
    """What follows one of some suits, getaway cards included."""
    cards = GETAWAY_BITS
    for suit in leads:
        cards |= SUIT_BITS[suit] if suit != NO_LEAD else 0
    return cards


def _half(cards: int) -> int:
    """The higher half of some cards; of getaway cards, which are all alike, there is none."""
    if not cards & ~GETAWAY_BITS:
        return cards
    for _ in range(cards.bit_count() // 2):
        cards &= cards - 1
    return cards
