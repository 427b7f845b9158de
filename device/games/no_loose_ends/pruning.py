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

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import (
    EACH_SUIT,
    GETAWAY_BITS,
    LANE,
    LANE_TOPS,
    OF_EACH_SUIT,
    PLACE_OF,
    SUIT_BITS,
    bit,
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
        self.plays = [self._at_first(clue, leads) for clue, leads in zip(clues, self.leads, strict=True)]
        self._suits_hidden = _counted(self.hidden)
        # With which plays and suits to follow a trick was seen to lose nothing.
        self._settled: dict[int, tuple[list[int], tuple[int, ...]]] = {}

    def prune(self) -> None:
        """Strike out until nothing more can be, or the effort is used up. Raises Impossible."""
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
            if clue.card is None:
                takes += plays
                room += [1] * self.dealt.players
                continue
            for seat, play in enumerate(plays):
                open_ = not clue.declares(seat)
                takes.append(play if open_ else 0)
                room.append(open_)
        return takes, room

    def cases(self, number: int) -> Iterator[Pruning]:
        """The same in the cases that a trick can be, one by one; none if it is known card by card."""
        leads = self.leads[number]
        if len(leads) > 1:
            for suit, won in leads.items():
                yield self._case(number, leads={suit: won})
            return
        for seat, play in enumerate(self.plays[number]):
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
        case.plays = [list(own) for own in self.plays]
        case.plays[number][seat] &= cards
        if leads is not None:
            case.leads[number] = leads
        return case

    def _at_first(self, clue: Clue, leads: dict[int, int]) -> list[int]:
        """What the plays of a trick can be by themselves. Where only getaway cards may have been played, notes that."""
        plays = list(self.left)
        if clue.card == GETAWAY:
            return [0] * self.dealt.players
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
        return plays

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
        later = _Later(self.dealt.players, self._spare())
        if self.follow:
            for seat in self.seats:
                if self.room[seat]:
                    later.add(seat, self.left[seat], self.room[seat])
        changed = False
        for number in reversed(self.tricks):
            if self.clues[number].won:
                changed |= self._prune_trick(number, later.sure)
            if self.follow:
                changed |= self._out_of(number)
                for seat in self.seats:
                    later.add(seat, self.plays[number][seat], self._open(number, seat))
        return changed

    def _spare(self) -> int:
        """How many more places take each suit than it has cards, by lanes. Raises Impossible where there are fewer."""
        places = suits_in(self.rest) * self.dealt.rest
        for left, room in zip(self.left, self.room, strict=True):
            places += suits_in(left) * room
        for clue, plays in zip(self.clues, self.plays, strict=True):
            for seat, play in enumerate(plays):
                if not clue.declares(seat):
                    places += suits_in(play)
        spare = (places | LANE_TOPS) - self._suits_hidden
        if spare & LANE_TOPS != LANE_TOPS:
            lacking = next(own for own in SUIT_BITS if not spare & own & LANE_TOPS)
            raise Impossible(cards=self.hidden & lacking)
        return spare ^ LANE_TOPS

    def _prune_trick(self, number: int, sure: list[int]) -> bool:
        """Strike out what one trick does not allow. Whether there was any; raises Impossible if nothing is left."""
        plays, leads = self.plays[number], self.leads[number]
        must = self._must(number, sure)
        if self._settled.get(number) == (plays, must):
            return False
        self.effort.steps -= len(leads)
        found: list[int] = []
        wanting = None
        for suit in list(leads):
            try:
                cards = self._if_led(number, suit, must)
            except NoPlayLeft as none:
                wanting = none.seat
                del leads[suit]
            else:
                found = [one | other for one, other in zip(found, cards, strict=True)] if found else cards
        if not leads:
            raise Impossible(number, wanting)
        self.plays[number] = found
        # Striking out the same a second time does nothing, but for a few getaway cards.
        self._settled[number] = (list(found), must)
        return found != plays

    def _if_led(self, number: int, suit: int, must: tuple[int, ...]) -> list[int]:
        plays = self.plays[number]
        if suit != NO_LEAD:
            return with_lead(self.clues[number], plays, suit, self.leads[number][suit], must, self.getaways)
        for seat, play in enumerate(plays):
            if not play & GETAWAY_BITS:
                raise NoPlayLeft(seat)
        return [play & GETAWAY_BITS for play in plays]

    def _must(self, number: int, sure: list[int]) -> tuple[int, ...]:
        """Suits that players hold in a trick, and have to follow."""
        holder = self.dealt.holder
        if holder is None or not self.follow:
            return tuple(sure)
        must = list(sure)
        must[holder] |= self._taken_back(number, holder)
        return tuple(must)

    def _taken_back(self, number: int, holder: Seat) -> int:
        """Suits of which a player is sure to hold a card that was taken back, after a trick."""
        found, back = 0, self.dealt.held & self.hidden
        for own in SUIT_BITS:
            held = back & own
            if not held:
                continue
            earlier = [trick for trick in self.tricks if trick <= number and self._open(trick, holder)]
            if held.bit_count() > sum(bool(self.plays[trick][holder] & held) for trick in earlier):
                found |= own
        return found

    def _out_of(self, number: int) -> bool:
        """Strike out later what players are out of who did not follow suit. Whether there was anything."""
        leads = self.leads[number]
        if len(leads) != 1 or NO_LEAD in leads:
            return False
        (suit,) = leads
        changed = False
        for seat, play in enumerate(self.plays[number]):
            if not play & (SUIT_BITS[suit] | GETAWAY_BITS):
                changed |= self._strike_later(number, seat, SUIT_BITS[suit])
        return changed

    def _strike_later(self, number: int, seat: Seat, cards: int) -> bool:
        changed = bool(self.left[seat] & cards)
        self.left[seat] &= ~cards
        if self.room[seat] and not self.left[seat]:
            raise Impossible(number, seat)
        for later in self.tricks:
            if later > number and self.plays[later][seat] & cards:
                changed = True
                self.plays[later][seat] &= ~cards
                if not self.plays[later][seat]:
                    raise Impossible(later, seat)
        return changed


class _Later:
    """Suits that players are sure to hold after a trick, going back from the last one.

    `spare` is how many more places than cards each suit has. Numbers of the suits are counted by lanes.
    """

    def __init__(self, players: int, spare: int) -> None:
        self.sure = [0] * players
        self._places = [0] * players
        self._enough = spare + EACH_SUIT

    def add(self, seat: Seat, takes: int, room: int) -> None:
        """One more place of a player, which is not empty: it takes so many of certain cards."""
        suits = suits_in(takes)
        self._places[seat] += suits * room
        sure = (self._places[seat] | LANE_TOPS) - self._enough >> LANE - 1 & EACH_SUIT
        if not suits & suits - 1 and not takes & GETAWAY_BITS:
            sure |= suits
        if sure:
            self.sure[seat] |= sure * OF_EACH_SUIT


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
