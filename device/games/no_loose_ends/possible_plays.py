"""`PossiblePlays`: the cards that each undeclared play can have been, as far as is known (detail `tricks`).

Such a play can be any card that was not shown. Every remaining card must have a place: a play, a hand after the last
trick, or the rest of the deck. `pruning` excludes what is impossible.
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
"""The lead “suit” of a trick of getaway cards only."""

FITTED = 10
"""The steps that it costs to distribute all cards over the places, and to make a case."""


class Impossible(Exception):
    """Raised if no deal and no plays agree with all declarations.

    The proof is either a `trick` (from 0) to which `seat` can't have played any card, or too little room for `cards`.
    """

    def __init__(self, trick: int | None = None, seat: Seat | None = None, cards: int = 0) -> None:
        super().__init__(trick, seat, cards)
        self.trick = trick
        self.seat = seat
        self.cards = cards


class PossiblePlays:
    """The plays of a round, and the cards that each can be.

    With `follow`, everybody followed suit. `left` are the cards that each hand can hold after the last trick, `room` is
    how many it holds, and `rest` are the cards that the rest of the deck can hold. `leads` are the suits that may have
    been led in each trick, each with the cards that can have won it then. `effort` limits all work on this object.
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
        # For each trick, the possible plays of all players, side by side.
        self.plays = [self._at_first(clue, leads) for clue, leads in zip(clues, self.leads, strict=True)]

    @property
    def seats(self) -> range:
        """The seats of all players."""
        return range(self.dealt.players)

    @property
    def tricks(self) -> list[int]:
        """The tricks that were not won by a getaway card, from 0."""
        return [number for number, clue in enumerate(self.clues) if clue.card != GETAWAY]

    def fit(self, start: Sequence[int] = ()) -> list[int]:
        """Distribute the cards over the `places`, leaving them where they lie in `start` if possible."""
        self.effort.steps -= FITTED
        takes, room = self.places()
        try:
            return fit(self.hidden, takes, room, start)
        except Misfit as misfit:
            raise Impossible(cards=misfit.cards) from None

    def places(self) -> tuple[list[int], list[int]]:
        """Return the cards that hands, the rest and the plays (in order) can take, and the room of each.

        A declared play takes nothing.
        """
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
        """Yield a copy of this object for each case of a trick; nothing if the trick is known card by card."""
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
        """Return what the plays of a trick can be by themselves. Adds `NO_LEAD` to `leads` if all can be getaways."""
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
    """Return the cards that were not shown."""
    hidden = dealt.hidden
    for clue in clues:
        if clue.card == GETAWAY:
            for _ in range(dealt.players):
                hidden ^= (hidden & GETAWAY_BITS) & -(hidden & GETAWAY_BITS)
        elif clue.card is not None:
            hidden &= ~bit(clue.card)
    return hidden


def _following(leads: Iterable[int]) -> int:
    """Return the cards that follow one of some suits, getaway cards included."""
    cards = GETAWAY_BITS
    for suit in leads:
        cards |= SUIT_BITS[suit] if suit != NO_LEAD else 0
    return cards


def _half(cards: int) -> int:
    """Return the higher half of a set. Getaway cards are all alike: a set of only those is returned whole."""
    if not cards & ~GETAWAY_BITS:
        return cards
    for _ in range(cards.bit_count() // 2):
        cards &= cards - 1
    return cards
