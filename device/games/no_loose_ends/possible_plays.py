"""What each play that was not declared can have been (detail `tricks`), as far as it is known.

A play can be of the cards that nobody showed. What is left must find a place for every card: plays, what hands have
left, and the rest of the deck. `pruning` strikes out what cannot be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import (
    GETAWAY_BITS,
    HAND,
    PLACE_OF,
    SEAT,
    SUIT_BITS,
    bit,
    limited,
    of_seat,
    side_by_side,
)
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.clues import Clue, Dealt
from device.games.no_loose_ends.effort import SEARCH_STEPS, Effort
from device.games.no_loose_ends.one_trick import winning_bits
from device.games.no_loose_ends.places import Misfit, fit

NO_LEAD = -1
"""The lead suit of a trick of getaway cards only."""

FITTED = 10
"""Steps of finding all cards a place, and of what else each case takes."""


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


class PossiblePlays:
    """The plays of a round, and what each can be.

    With `follow` everybody followed suit. `left` is what hands after the last trick can hold, `room` how many cards
    they do, `rest` what the rest of the deck can. `leads` are the suits that a trick may have been led, each with what
    can have won it then. `effort` is what is left of it for all that is done with them.
    """

    def __init__(self, dealt: Dealt, clues: tuple[Clue, ...], *, follow: bool) -> None:
        self.effort = Effort(SEARCH_STEPS)
        self.dealt = dealt
        self.clues = clues
        self.follow = follow
        self.hidden = _unseen(dealt, clues)
        self.getaways = self.hidden & GETAWAY_BITS
        self.rest = self.hidden & ~dealt.held
        self.left = [self.hidden if seat == dealt.holder else self.rest for seat in self.seats]
        self.room = [left - len(clues) for left in dealt.left]
        self.leads = [winning_bits(clue) if clue.won and clue.card != GETAWAY else {} for clue in clues]
        # Of each trick what all can have played, side by side.
        self.plays = [self._at_first(clue, leads) for clue, leads in zip(clues, self.leads, strict=True)]

    @property
    def seats(self) -> range:
        """All players."""
        return range(self.dealt.players)

    @property
    def tricks(self) -> list[int]:
        """The tricks that getaway cards did not win, from 0."""
        return [number for number, clue in enumerate(self.clues) if clue.card != GETAWAY]

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
        players = self.dealt.players
        shifts = [SEAT * seat for seat in self.seats]
        for clue, plays in zip(self.clues, self.plays, strict=True):
            takes += [plays >> shift & HAND for shift in shifts]
            if clue.card == GETAWAY:
                room += [0] * players
                continue
            room += [1] * players
            if clue.card is not None:
                takes[clue.winner - players] = room[clue.winner - players] = 0
        return takes, room

    def cases(self, number: int) -> Iterator[PossiblePlays]:
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

    def _case(self, number: int, seat: Seat = 0, cards: int = -1, leads: dict[int, int] | None = None) -> PossiblePlays:
        case = PossiblePlays(self.dealt, self.clues, follow=self.follow)
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
