"""A deal, and plays, that make everything true that was declared: proof that nothing in it is wrong.

An example is kept while tricks are declared. Mostly it goes on as it is, or a few cards change places; only where that
fails must it be found out whether there is any (`pruning`). Each place takes the cards that leave the others as they
are: any cards in their places are an example, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import GETAWAY_BITS, PLACE_OF, PLAIN_BITS, SUIT_BITS, TRUMP_BITS, bit
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.clues import Clue, Dealt
from device.games.no_loose_ends.effort import GO_ON_STEPS, Effort
from device.games.no_loose_ends.one_trick import below as below_best
from device.games.no_loose_ends.one_trick import winning_bits
from device.games.no_loose_ends.places import Misfit, lay
from device.games.no_loose_ends.possible_plays import NO_LEAD, PossiblePlays

ORDERS = 2
"""How often an example is built anew, the trick that found no place at the last time coming first."""


WENT = 2
"""Steps of trying how a trick went, but for cards that change places."""

LAID = 2
"""Steps of finding a card another place."""

MISFITTED = 6
"""Steps of finding out that there is none: all places are looked at for it."""


class Example(NamedTuple):
    """Hands after the tricks, the rest, and the plays in their order; what each place takes, and what lies there.

    A declared card lies nowhere.
    """

    takes: tuple[int, ...]
    lying: tuple[int, ...]


def deal(dealt: Dealt) -> Example:
    """Some deal before the first trick: cards one by one to whoever has room."""
    free = dealt.hidden & ~dealt.held
    takes = [free] * dealt.players + [free]
    lying = [0] * len(takes)
    room = [*dealt.left, dealt.rest]
    if dealt.holder is not None:
        takes[dealt.holder] |= dealt.held
        lying[dealt.holder] = dealt.held
        room[dealt.holder] -= dealt.held.bit_count()
    place = 0
    while free:
        while not room[place]:
            place = (place + 1) % len(room)
        low = free & -free
        free ^= low
        lying[place] |= low
        room[place] -= 1
        place = (place + 1) % len(room)
    return Example(tuple(takes), tuple(lying))


def go_on(example: Example, dealt: Dealt, clues: tuple[Clue, ...]) -> Example | None:
    """The example with one more trick, where little has to change for it; first with all before as it is."""
    clue = clues[-1]
    if clue.card == GETAWAY:
        return None
    work = _Work(dealt.players, list(example.takes), list(example.lying), {}, Effort(GO_ON_STEPS))
    if work.carve(clue) and work.settle(len(clues) - 1, clue, winning_bits(clue)):
        return work.frozen()
    return None


def carved(example: Example, dealt: Dealt, clue: Clue) -> list[int]:
    """Where an example's cards lie with one more trick, in which each plays what changes little."""
    lying = list(example.lying)
    own = SUIT_BITS[PLACE_OF[clue.lead]] if clue.lead is not None else 0
    for seat in range(dealt.players):
        card = 0
        if not clue.declares(seat):
            card = _best(lying[seat], own) if seat == clue.winner else _least(lying[seat], own)
        lying[seat] ^= card
        lying.append(card)
    return lying


def _named(dealt: Dealt, clues: tuple[Clue, ...]) -> dict[int, int]:
    """The cards that were said, by place; no getaway cards, which follow any suit."""
    return {
        dealt.players + 1 + number * dealt.players + clue.winner: bit(clue.card)
        for number, clue in enumerate(clues)
        if clue.card is not None and clue.card != GETAWAY
    }


class NoExample(Exception):
    """No example was found at once: none was for the trick `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def rebuild(plays: PossiblePlays, lying: list[int], effort: Effort) -> Example:
    """An example of all tricks, by what is known of each play, from cards that lie somewhere. Raises NoExample."""
    named = _named(plays.dealt, plays.clues)
    order = [number for number in plays.tricks if plays.clues[number].won]
    takes, _ = plays.places()
    for _ in range(ORDERS):
        work = _Work(plays.dealt.players, list(takes), list(lying), named, effort)
        stuck = next((number for number in order if not work.settle_pruned(number, plays)), None)
        if stuck is None:
            return work.frozen()
        order.remove(stuck)
        order.insert(0, stuck)
    raise NoExample(order[0])


class _Work:
    """An example in the making. Places: hands, the rest, then each trick's plays by seat."""

    def __init__(self, players: int, takes: list[int], lying: list[int], named: dict[int, int], effort: Effort) -> None:
        self.players = players
        self.effort = effort
        self.takes = takes
        self.lying = lying
        self.named = named  # the cards that were said and that `takes` does not respect, by place

    def frozen(self) -> Example:
        return Example(tuple(self.takes), tuple(self.lying))

    def play(self, number: int, seat: Seat) -> int:
        """The place of a play."""
        return self.players + 1 + number * self.players + seat

    def later(self, number: int, seat: Seat) -> list[int]:
        """A player's places after a trick: the plays that follow, and the hand."""
        return [seat, *range(self.play(number + 1, seat), len(self.takes), self.players)]

    def carve(self, clue: Clue) -> bool:
        """Take a card for each play of one more trick out of the hands, the winning one if it was said."""
        named = 0 if clue.card is None else bit(clue.card)
        if named and not self._give(clue.winner, named):
            return False
        own = SUIT_BITS[PLACE_OF[clue.lead]] if clue.lead is not None else 0
        for seat in range(self.players):
            card = 0
            if not named or seat != clue.winner:
                card = _best(self.lying[seat], own) if seat == clue.winner else _least(self.lying[seat], own)
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

    def settle(self, number: int, clue: Clue, leads: dict[int, int]) -> bool:
        """Choose how a trick went, and leave each play only cards that leave it so."""
        takes, lying = list(self.takes), list(self.lying)
        for suit in sorted(leads, key=self._led(number, clue).__ne__) if len(leads) > 1 else leads:
            if suit == NO_LEAD:
                continue
            for won in self._chances(number, clue, SUIT_BITS[suit], leads[suit]):
                if self.effort.used_up:
                    return False
                self.effort.steps -= WENT
                if self._went(number, clue, suit, won):
                    return True
                self.takes[:], self.lying[:] = takes, lying
        return False

    def _chances(self, number: int, clue: Clue, own: int, won: int) -> Iterator[int]:
        """Cards with which to try to win: any that are at hand, the highest of the lead suit, the highest trump."""
        yield won
        if clue.card is None:
            could = self.takes[self.play(number, clue.winner)] & won
            for cards in {could & own, could & TRUMP_BITS}:
                if cards:
                    yield 1 << cards.bit_length() - 1

    def settle_pruned(self, number: int, plays: PossiblePlays) -> bool:
        """The same with what is left of the lead suits."""
        return self.settle(number, plays.clues[number], plays.leads[number])

    def _led(self, number: int, clue: Clue) -> int:
        """The lead suit as the cards lie."""
        for place in range(self.players):
            seat = (clue.leader + place) % self.players
            card = self.lying[self.play(number, seat)]
            if seat == clue.winner and clue.card is not None:
                return PLACE_OF[clue.card.suit]
            if card & ~GETAWAY_BITS:
                return (card.bit_length() - 1) // 16
        return NO_LEAD

    def _went(self, number: int, clue: Clue, suit: int, won: int) -> bool:
        own = SUIT_BITS[suit]
        order = [(clue.leader + place) % self.players for place in range(self.players)]
        first = self._first(number, clue, order)
        for seat in order[:first]:
            self.takes[self.play(number, seat)] &= GETAWAY_BITS
        best = self._win(number, clue, own, won, leads=order[first] == clue.winner)
        if not best:
            return False
        below = below_best(best, own)
        leads = order[first]
        if leads != clue.winner and not self.only(self.play(number, leads), own & below):
            return False
        for seat in order[first + 1 :]:
            if seat != clue.winner and not self._follow(number, seat, own, below):
                return False
        return True

    def _first(self, number: int, clue: Clue, order: list[Seat]) -> int:
        """The place of who gives the lead suit, as the cards lie."""
        first = 0
        while order[first] != clue.winner and self.lying[self.play(number, order[first])] & GETAWAY_BITS:
            first += 1
        return first

    def _win(self, number: int, clue: Clue, own: int, won: int, *, leads: bool) -> int:
        """The winning card; 0 if there is none."""
        if clue.card is not None:
            best = bit(clue.card)
        else:
            follows = leads or self._holds(number, clue.winner, own)
            best = self._choose(number, clue.winner, own, won & own if follows else won)
        if best & own:
            return best
        return best if best and not leads and self._out_of(number, clue.winner, own) else 0

    def _holds(self, number: int, seat: Seat, own: int) -> bool:
        """Whether a player has a card of a suit after a trick, as the cards lie."""
        held = self.lying[seat]
        for cards in self.lying[self.play(number + 1, seat) :: self.players]:
            held |= cards
        return bool(held & own)

    def _choose(self, number: int, seat: Seat, own: int, won: int) -> int:
        """A winning card that was not said, the best at hand; 0 if there is none. The place takes it or better."""
        place = self.play(number, seat)
        if not self.only(place, won):
            return 0
        best = self.lying[place]
        suit = own if best & own else TRUMP_BITS
        better = self.lying[seat] & self.takes[place] & suit & -best
        if better and self.takes[seat] & best:
            better = 1 << better.bit_length() - 1
            self.lying[seat] ^= better | best
            self.lying[place] = best = better
        self.takes[place] &= suit & -best
        return best

    def _follow(self, number: int, seat: Seat, own: int, below: int) -> bool:
        """Have somebody follow suit, or be out of it."""
        place = self.play(number, seat)
        card = self.lying[place]
        follows = bool(card & (own | GETAWAY_BITS)) or self._holds(number, seat, own)
        if follows and card & (own & below | GETAWAY_BITS):
            self.takes[place] &= own & below | GETAWAY_BITS
            return True
        takes, lying = list(self.takes), list(self.lying)
        for follow in (follows, not follows):
            if follow:
                if self.only(place, own & below | GETAWAY_BITS):
                    return True
            elif self.only(place, below & ~own) and self._out_of(number, seat, own):
                return True
            self.takes[:], self.lying[:] = takes, lying
        return False

    def _out_of(self, number: int, seat: Seat, own: int) -> bool:
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


def _best(hand: int, own: int) -> int:
    """The card of a hand that wins most if a suit is led; if it is not known which, the highest trump."""
    cards = hand & own or hand & TRUMP_BITS or hand
    return 1 << cards.bit_length() - 1


def _least(hand: int, own: int) -> int:
    """The card of a hand that wins least if a suit is led."""
    cards = hand & own or hand
    cards = cards & PLAIN_BITS or cards
    return cards & -cards
