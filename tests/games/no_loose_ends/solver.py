"""Every deal of the cards and every play that was not declared, as clauses for a SAT solver.

A `Witnessed` round knows whether any deal and any plays make everything true that it was told. It shares nothing with
the game but the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count, product

from pysat.solvers import Minicard

from device.games.no_loose_ends.cards import GETAWAY, Card

SUITS = ("blue", "red", "yellow", "gray")
TRUMP = "blue"
GETAWAY_COUNT = 4

CONFLICTS = 20_000
"""How far the solver goes before it gives up."""


class Undecided(Exception):
    """The solver gave up."""


@dataclass(frozen=True)
class Rules:
    """What a table plays with."""

    players: int
    top: int
    cards: int  # dealt to each player
    getaways: bool = False


def some_deal(unseen: Counter[str], room: Sequence[int], out_of: Collection[tuple[int, str]]) -> bool:
    """Whether cards that nobody saw, so many of each suit, can lie in places with so much room.

    `out_of` are places (from 0) and suits that do not go together. Of a suit, which card is which makes no difference:
    an earlier one lies in the same place as the next, or in an earlier one.
    """
    numbers = count(1)
    lies = {
        (suit, card, place): next(numbers)
        for suit, cards in unseen.items()
        for card in range(cards)
        for place in range(len(room))
    }
    with Minicard() as solver:
        for place, size in enumerate(room):
            solver.add_atmost([lie for (_, _, where), lie in lies.items() if where == place], size)
        for suit, cards in unseen.items():
            for card in range(cards):
                solver.add_clause([lies[suit, card, place] for place in range(len(room))])
                for place in range(len(room)):
                    if (place, suit) in out_of:
                        solver.add_clause([-lies[suit, card, place]])
                    for before in range(place if card + 1 < cards else 0):
                        solver.add_clause([-lies[suit, card, place], -lies[suit, card + 1, before]])
        return bool(solver.solve())


class EveryDeal:
    """A round after its planning: who was dealt which card and plays it to which trick, as variables and clauses."""

    def __init__(
        self, rules: Rules, bids: Sequence[Sequence[Card]], crossed: int | None = None, back: Iterable[Card] = ()
    ) -> None:
        self.rules = rules
        self._numbers = count(1)
        self._follow = next(self._numbers)  # that everybody followed suit
        self._solver = Minicard()
        self._seats = range(rules.players)
        gone = {card for own in bids for card in own}
        suited = [Card(suit, number) for suit in SUITS for number in range(1, rules.top + 1)]
        self._cards = [(card, 0) for card in suited if card not in gone]
        self._cards += [(GETAWAY, copy) for copy in range(GETAWAY_COUNT) if rules.getaways]
        self._has = {(card, seat): next(self._numbers) for card in self._cards for seat in self._seats}
        self._deal([rules.cards - len(own) for own in bids])
        for known in back:
            assert crossed is not None
            self._add(self._has[(known, 0), crossed])
        self._plays: dict[tuple[tuple[Card, int], tuple[int, int]], int] = {}
        self._held = dict(self._has)  # that a player still has a card after the tricks so far

    def _deal(self, sizes: list[int]) -> None:
        """Each card is in one hand at most, and each hand has its size, by seat."""
        for card in self._cards:
            self._at_most([self._has[card, seat] for seat in self._seats], 1)
        for seat, size in enumerate(sizes):
            hand = [self._has[card, seat] for card in self._cards]
            self._at_most(hand, size)
            self._at_most([-card for card in hand], len(hand) - size)

    def possible(self, *, follow: bool = True) -> bool:
        """Whether anything makes everything true; with `follow` where everybody followed suit."""
        self._solver.conf_budget(CONFLICTS)
        found = self._solver.solve_limited(assumptions=[self._follow] if follow else [])
        if found is None:
            raise Undecided
        return bool(found)

    def close(self) -> None:
        self._solver.delete()

    def _play(self, seat: int, trick: int) -> None:
        """A player plays one of the cards in hand, and has it no longer."""
        if (self._cards[0], (seat, trick)) in self._plays:
            return
        plays = []
        for card in self._cards:
            held, after = self._held[card, seat], next(self._numbers)
            play = self._plays[card, (seat, trick)] = next(self._numbers)
            self._add(-play, held)
            self._add(-play, -after)
            self._add(-held, play, after)
            self._add(-after, held)
            self._held[card, seat] = after
            plays.append(play)
        self._add(*plays)
        self._at_most(plays, 1)

    def _out_of(self, seat: int, suit: str, *given: int) -> None:
        """If all that is given is so, a player who follows suit has no card of a suit left."""
        out = next(self._numbers)
        self._add(-self._follow, *(-one for one in given), out)
        for card in self._cards:
            if card[0].suit == suit:
                self._add(-out, -self._held[card, seat])

    def play(self, seat: int, trick: int, card: Card, lead: str | None = None) -> None:
        """A card is played, by a player who had to follow a suit that was led before, if one was."""
        self._play(seat, trick)
        self._add(*self._of((seat, trick), card))
        if lead is not None and card != GETAWAY and card.suit != lead:
            self._out_of(seat, lead)

    def suit(self, seat: int, trick: int, suit: str) -> None:
        """A card of a suit is played."""
        self._play(seat, trick)
        self._add(*self._of_suit((seat, trick), suit))

    def trick(self, trick: int, leader: int, winner: int) -> dict[str, int]:
        """A trick is won. Returns the literal of each suit's having been led."""
        for seat in self._seats:
            self._play(seat, trick)
        led = self._lead(trick, leader)
        for seat in self._seats:
            for other in SUITS:
                played = next(self._numbers)
                for play in self._of_suit((seat, trick), other):
                    self._add(-play, played)
                for suit in SUITS:
                    if suit != other:
                        self._out_of(seat, suit, led[suit], played)
        self._won(trick, leader, winner, led)
        return led

    def never(self) -> None:
        """Nothing makes it true."""
        self._add()

    def led(self, literal: int) -> None:
        """A suit is known to have been led."""
        self._add(literal)

    def covered(self, trick: int, winner: int, bid: Card, led: dict[str, int]) -> None:
        """The winning card's number or suit, or the lead suit, is the bid's."""
        for card, copy in self._cards:
            won = self._plays[(card, copy), (winner, trick)]
            if card == GETAWAY:
                self._add(-won)
            elif card.number != bid.number and card.suit != bid.suit:
                self._add(-won, led[bid.suit])

    def not_eligible(self, trick: int, winner: int, bid: Card, led: dict[str, int]) -> None:
        """Neither the winning card's number or suit nor the lead suit is the bid's."""
        self._add(-led[bid.suit])
        for card, copy in self._cards:
            if card != GETAWAY and (card.number == bid.number or card.suit == bid.suit):
                self._add(-self._plays[(card, copy), (winner, trick)])

    def _add(self, *literals: int) -> None:
        self._solver.add_clause(list(literals))

    def _at_most(self, literals: list[int], most: int) -> None:
        self._solver.add_atmost(literals, most)

    def _of(self, play: tuple[int, int], card: Card) -> list[int]:
        return [self._plays[other, play] for other in self._cards if other[0] == card]

    def _of_suit(self, play: tuple[int, int], suit: str) -> list[int]:
        return [self._plays[other, play] for other in self._cards if other[0].suit == suit]

    def _lead(self, trick: int, leader: int) -> dict[str, int]:
        """Which suit is led: that of the first card that has one."""
        led = {suit: next(self._numbers) for suit in SUITS}
        before: list[int] = []  # that a card with a suit has been played before
        for place in range(self.rules.players):
            seat = (leader + place) % self.rules.players
            since = next(self._numbers)
            own = {suit: self._of_suit((seat, trick), suit) for suit in SUITS}
            for suit, plays in own.items():
                for play in plays:
                    self._add(-play, led[suit], *before)
                    self._add(-play, since)
            for earlier in before:
                self._add(-earlier, since)
            self._add(-since, *before, *(play for plays in own.values() for play in plays))
            before = [since]
        for suit in SUITS:
            self._add(-led[suit], *before)
            for other in SUITS:
                if other > suit:
                    self._add(-led[suit], -led[other])
        return led

    def _won(self, trick: int, leader: int, winner: int, led: dict[str, int]) -> None:
        """Nobody plays a higher trump, or any if it was won without, and then no higher card of the lead suit."""
        from_ = self._from(trick, [seat for seat in range(self.rules.players) if seat != winner])
        for card, copy in self._cards:
            won = self._plays[(card, copy), (winner, trick)]
            if card == GETAWAY:
                self._won_by_getaway(won, leader == winner, from_)
                continue
            if card.number < self.rules.top:
                self._add(-won, -from_[card.suit, card.number + 1])
            if card.suit != TRUMP:
                self._add(-won, -from_[TRUMP, 1])
                self._add(-won, led[card.suit])

    def _from(self, trick: int, others: list[int]) -> dict[tuple[str, int], int]:
        """That somebody else plays this card or a higher one of its suit."""
        from_: dict[tuple[str, int], int] = {}
        for suit, number in product(SUITS, range(self.rules.top, 0, -1)):
            from_[suit, number] = next(self._numbers)
            if number < self.rules.top:
                self._add(-from_[suit, number + 1], from_[suit, number])
            for seat in others:
                for play in self._of((seat, trick), Card(suit, number)):
                    self._add(-play, from_[suit, number])
        return from_

    def _won_by_getaway(self, won: int, leads: bool, from_: dict[tuple[str, int], int]) -> None:
        """Getaway cards win only for the leader, and among themselves."""
        for suit in SUITS:
            self._add(-won, -from_[suit, 1])
        if not leads:
            self._add(-won)
