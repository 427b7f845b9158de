"""`PossiblePlays`: the cards that each undeclared play can have been, as far as is known (detail `tricks`).

Such a play can be any card that was not shown. Every remaining card must have a place: a play, a hand after the last
trick, or the rest of the deck. `pruning` excludes what is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import (
    GETAWAY_BITS,
    SEAT_MASK,
    SEAT_WIDTH,
    SUIT_BITS,
    SUIT_INDEX,
    card_bit,
    cards_of_seat,
    pack_seats,
    restrict_seat,
)
from device.games.no_loose_ends.card_matching import Misfit, distribute
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.clues import Clue, DealConstraints
from device.games.no_loose_ends.one_trick import winning_cards_by_lead
from device.games.no_loose_ends.step_budget import SEARCH_STEPS, StepBudget

NO_LEAD = -1
"""The lead “suit” of a trick of getaway cards only."""

FIT_STEPS = 10
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

    With `must_follow`, everybody followed suit. `hand_cards` are the cards that each hand can hold after the last
    trick, `hand_room` is how many it holds, and `undealt_cards` are the cards that the rest of the deck can hold.
    `winning_by_lead` are, for each trick, the suits that may have been led, each with the cards that can have won then.
    `budget` limits all work on this object.
    """

    def __init__(self, constraints: DealConstraints, clues: tuple[Clue, ...], *, must_follow: bool) -> None:
        self.budget = StepBudget(SEARCH_STEPS)
        self.constraints = constraints
        self.clues = clues
        self.must_follow = must_follow
        self.unseen = _unseen_cards(constraints, clues)
        self.getaways = self.unseen & GETAWAY_BITS
        self.undealt_cards = self.unseen & ~constraints.taken_back
        self.hand_cards = [
            self.unseen if seat == constraints.double_crosser else self.undealt_cards for seat in self.seats
        ]
        self.hand_room = [hand_size - len(clues) for hand_size in constraints.hand_sizes]
        self.winning_by_lead = [
            winning_cards_by_lead(clue) if clue.has_winner and clue.card != GETAWAY else {} for clue in clues
        ]
        # For each trick, the possible plays of all players, side by side.
        self.plays = list(map(self._initial_plays, clues, self.winning_by_lead))

    @property
    def seats(self) -> range:
        """The seats of all players."""
        return range(self.constraints.player_count)

    @property
    def tricks(self) -> list[int]:
        """The tricks that were not won by a getaway card, from 0."""
        return [trick for trick, clue in enumerate(self.clues) if clue.card != GETAWAY]

    def distribute(self, start: Sequence[int] = ()) -> list[int]:
        """Distribute the cards over the `places`, leaving them where they lie in `start` if possible."""
        self.budget.steps_left -= FIT_STEPS
        allowed_at, room = self.places()
        try:
            return distribute(self.unseen, allowed_at, room, start)
        except Misfit as misfit:
            raise Impossible(cards=misfit.cards) from None

    def places(self) -> tuple[list[int], list[int]]:
        """Return the cards that hands, the rest and the plays (in order) can take, and the room of each.

        A declared play takes nothing.
        """
        allowed_at, room = [*self.hand_cards, self.undealt_cards], [*self.hand_room, self.constraints.undealt_count]
        player_count = self.constraints.player_count
        shifts = [SEAT_WIDTH * seat for seat in self.seats]
        for clue, plays in zip(self.clues, self.plays, strict=True):
            allowed_at += [plays >> shift & SEAT_MASK for shift in shifts]
            if clue.card == GETAWAY:
                room += [0] * player_count
                continue
            room += [1] * player_count
            if clue.card is not None:
                allowed_at[clue.winner - player_count] = room[clue.winner - player_count] = 0
        return allowed_at, room

    def split_into_cases(self, trick: int) -> Iterator[PossiblePlays]:
        """Yield a copy of this object for each case of a trick; nothing if the trick is known card by card."""
        winning_by_lead = self.winning_by_lead[trick]
        if len(winning_by_lead) > 1:
            for suit, winning_cards in winning_by_lead.items():
                yield self._case(trick, winning_by_lead={suit: winning_cards})
            return
        for seat in self.seats:
            play = cards_of_seat(self.plays[trick], seat)
            for cards in (_cards_following(winning_by_lead), _higher_half(play)):
                if play & cards and play & ~cards:
                    yield self._case(trick, seat, cards)
                    yield self._case(trick, seat, ~cards)
                    return

    def _case(
        self, trick: int, seat: Seat = 0, cards: int = -1, winning_by_lead: dict[int, int] | None = None
    ) -> PossiblePlays:
        case = PossiblePlays(self.constraints, self.clues, must_follow=self.must_follow)
        case.budget = self.budget
        case.hand_cards = list(self.hand_cards)
        case.winning_by_lead = list(map(dict, self.winning_by_lead))
        case.plays = list(self.plays)
        case.plays[trick] = restrict_seat(self.plays[trick], seat, cards & SEAT_MASK)
        if winning_by_lead is not None:
            case.winning_by_lead[trick] = winning_by_lead
        return case

    def _initial_plays(self, clue: Clue, winning_by_lead: dict[int, int]) -> int:
        """Return the cards that the plays of a trick can be, by this trick alone.

        Adds `NO_LEAD` to `winning_by_lead` if all can be getaway cards.
        """
        if clue.card == GETAWAY:
            return 0
        plays = list(self.hand_cards)
        if clue.card is not None:
            plays[clue.winner] = card_bit(clue.card)
        elif clue.has_winner:
            if self._may_be_only_getaways(clue):
                winning_by_lead[NO_LEAD] = self.getaways
            winning_cards = 0
            for cards in winning_by_lead.values():
                winning_cards |= cards
            plays[clue.winner] &= winning_cards
        if not clue.has_winner and clue.lead is not None and clue.leader != clue.winner and not self.getaways:
            plays[clue.leader] &= SUIT_BITS[SUIT_INDEX[clue.lead]]
        return pack_seats(plays)

    def _may_be_only_getaways(self, clue: Clue) -> bool:
        has_enough_getaways = self.getaways.bit_count() >= self.constraints.player_count
        return has_enough_getaways and clue.winner == clue.leader and clue.lead is None and clue.covered is None


def _unseen_cards(constraints: DealConstraints, clues: tuple[Clue, ...]) -> int:
    """Return the cards that were not shown."""
    unseen = constraints.unseen
    for clue in clues:
        if clue.card == GETAWAY:
            for _ in range(constraints.player_count):
                unseen ^= (unseen & GETAWAY_BITS) & -(unseen & GETAWAY_BITS)
        elif clue.card is not None:
            unseen &= ~card_bit(clue.card)
    return unseen


def _cards_following(suits: Iterable[int]) -> int:
    """Return the cards that follow one of some suits, getaway cards included."""
    cards = GETAWAY_BITS
    for suit in suits:
        cards |= SUIT_BITS[suit] if suit != NO_LEAD else 0
    return cards


def _higher_half(cards: int) -> int:
    """Return the higher half of a set. Getaway cards are all alike: a set of only those is returned whole."""
    if not cards & ~GETAWAY_BITS:
        return cards
    for _ in range(cards.bit_count() // 2):
        cards &= cards - 1
    return cards
