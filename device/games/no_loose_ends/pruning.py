"""What each play that was not declared can have been, by striking out what it cannot (detail `tricks`).

A play can be of the cards that nobody showed. Every trick strikes out what would have won it for another player, or
not led to it at all. Who shows a suit later had it, and so had to follow it earlier; who did not follow is out of it
afterwards. Where a suit's cards have no room elsewhere, its last ones are known to be in a hand. What is left must
find a place for every card: plays, what hands have left, and the rest of the deck.

Everything struck out is sure, so that what is called impossible is. Some of what is impossible is not found: each play
is looked at by itself, and not what two of them can be together. Cases of a trick find that, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import GETAWAY_BITS, PLACE_OF, SUIT_BITS, bit
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.clues import Clue, Dealt
from device.games.no_loose_ends.one_trick import NoPlayLeft, winning_bits, with_lead
from device.games.no_loose_ends.places import Misfit, fit

NO_LEAD = -1
"""The lead suit of a trick of getaway cards only."""


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
    they do, `rest` what the rest of the deck can.
    """

    def __init__(self, dealt: Dealt, clues: tuple[Clue, ...], *, follow: bool) -> None:
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
        # With which plays and suits to follow a trick was seen to lose nothing.
        self._settled: dict[int, tuple[list[int], tuple[int, ...]]] = {}

    def prune(self) -> None:
        """Strike out until nothing more can be. Raises Impossible."""
        while self._sweep():
            pass

    def fit(self) -> list[int]:
        """Where every card can lie by itself, by `places`. Raises Impossible."""
        takes, room = self.places()
        try:
            return fit(self.hidden, takes, room)
        except Misfit as misfit:
            raise Impossible(cards=misfit.cards) from None

    def places(self) -> tuple[list[int], list[int]]:
        """What hands, the rest and the plays in their order take, and how many; a declared play takes nothing."""
        takes, room = [*self.left, self.rest], [*self.room, self.dealt.rest]
        for number, plays in enumerate(self.plays):
            for seat in self.seats:
                open_ = self._open(number, seat)
                takes.append(plays[seat] if open_ else 0)
                room.append(open_)
        return takes, room

    def cases(self, number: int) -> list[Pruning]:
        """The same in the cases that a trick can be; none if it is known card by card."""
        leads = self.leads[number]
        if len(leads) > 1:
            return [self._case(number, leads={suit: won}) for suit, won in leads.items()]
        for seat, play in enumerate(self.plays[number]):
            for part in (_following(leads), _half(play)):
                if play & part and play & ~part:
                    return [self._case(number, seat, part), self._case(number, seat, ~part)]
        return []

    def _case(self, number: int, seat: Seat = 0, cards: int = -1, leads: dict[int, int] | None = None) -> Pruning:
        case = Pruning(self.dealt, self.clues, follow=self.follow)
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

    def _spare(self) -> list[int]:
        """How many more places take each suit than it has cards. Raises Impossible where there are fewer."""
        takes, room = self.places()
        found = []
        for own in SUIT_BITS:
            places = sum(size for cards, size in zip(takes, room, strict=True) if cards & own)
            found.append(places - (self.hidden & own).bit_count())
            if found[-1] < 0:
                raise Impossible(cards=self.hidden & own)
        return found

    def _prune_trick(self, number: int, sure: list[int]) -> bool:
        """Strike out what one trick does not allow. Whether there was any; raises Impossible if nothing is left."""
        plays, leads, wanting = self.plays[number], self.leads[number], None
        must = tuple(held | self._taken_back(number, seat) for seat, held in enumerate(sure))
        if self._settled.get(number) == (plays, must):
            return False
        found = [0] * self.dealt.players
        for suit in list(leads):
            try:
                cards = self._if_led(number, suit, must)
            except NoPlayLeft as none:
                wanting = none.seat
                del leads[suit]
            else:
                found = [one | other for one, other in zip(found, cards, strict=True)]
        if not leads:
            raise Impossible(number, wanting)
        self.plays[number] = found
        if found == plays:
            self._settled[number] = (plays, must)
        return found != plays

    def _if_led(self, number: int, suit: int, must: tuple[int, ...]) -> list[int]:
        plays = self.plays[number]
        if suit != NO_LEAD:
            return with_lead(self.clues[number], plays, suit, self.leads[number][suit], must, self.getaways)
        for seat, play in enumerate(plays):
            if not play & GETAWAY_BITS:
                raise NoPlayLeft(seat)
        return [play & GETAWAY_BITS for play in plays]

    def _taken_back(self, number: int, seat: Seat) -> int:
        """Suits of which the player is sure to hold a card that was taken back, after a trick."""
        if seat != self.dealt.holder or not self.follow:
            return 0
        found = 0
        for own in SUIT_BITS:
            held = self.dealt.held & self.hidden & own
            earlier = [trick for trick in self.tricks if trick <= number and self._open(trick, seat)]
            if held.bit_count() > sum(bool(self.plays[trick][seat] & held) for trick in earlier):
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

    `spare` is how many more places than cards each suit has.
    """

    def __init__(self, players: int, spare: list[int]) -> None:
        self.sure = [0] * players
        self._places = [[0] * len(SUIT_BITS) for _ in range(players)]
        self._spare = spare

    def add(self, seat: Seat, takes: int, room: int) -> None:
        """One more place of a player, which is not empty: it takes so many of certain cards."""
        places = self._places[seat]
        for suit, own in enumerate(SUIT_BITS):
            if takes & own:
                places[suit] += room
                if not takes & ~own or places[suit] > self._spare[suit]:
                    self.sure[seat] |= own


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
