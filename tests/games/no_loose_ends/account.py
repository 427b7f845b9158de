"""An account of a round of No Loose Ends as it is declared: turns, open bids, tricks. It judges nothing."""

from __future__ import annotations

from typing import NamedTuple

from device.games.no_loose_ends.cards import GETAWAY, Card
from device.games.no_loose_ends.declarations import Covers, CoversNothing, Wins
from tests.games.no_loose_ends.solver import TRUMP, Rules


class Told(NamedTuple):
    """A trick as it was declared."""

    leader: int
    won: Wins
    covered: Card | None = None
    not_eligible: tuple[Card, ...] = ()


class RoundAccount:
    """One round, from its first declaration on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.bids: list[list[Card]] = [[] for _ in range(rules.players)]
        self.open: list[list[Card]] = []
        self.double_crosser: int | None = None
        self.back: list[Card] = []
        self.leader = 0
        self.tricks: list[Told] = []
        self.asked = False
        """Whether the winner of the last trick must say what it covers."""

    def bid(self, seat: int, card: Card) -> None:
        self.bids[seat].append(card)

    def end_bidding(self, seat: int, *, crossing: bool) -> None:
        """Who says so leads, so far; whoever crosses takes all own bids back."""
        if crossing:
            self.double_crosser, self.back = seat, self.bids[seat]
            self.bids[seat] = []
        self.leader = seat
        self.open = [list(own) for own in self.bids]

    def win(self, declared: Wins) -> Told:
        """One more trick."""
        told = Told(self.leader, declared)
        self.tricks.append(told)
        self.leader = declared.seat
        self.asked = self._asks(declared, told.leader)
        return told

    def cover(self, declared: Covers) -> bool:
        """Whether that bid was open."""
        there = declared.card in self.open[declared.seat]
        if there:
            self.open[declared.seat].remove(declared.card)
        self.tricks[-1] = self.tricks[-1]._replace(covered=declared.card)
        self.asked = False
        return there

    def loose(self, declared: CoversNothing) -> tuple[Card, ...]:
        """The bids that the trick does not cover."""
        bids = tuple(self.open[declared.seat])
        self.tricks[-1] = self.tricks[-1]._replace(not_eligible=bids)
        self.asked = False
        return bids

    def _asks(self, declared: Wins, leader: int) -> bool:
        """Whether the winner must say what the trick covers. A cover that must be is counted at once."""
        card, lead, open_ = declared.card, declared.lead, self.open[declared.seat]
        if not open_ or card == GETAWAY:
            return False
        if card is None:
            return True
        known = lead is not None or card.suit != TRUMP or declared.seat == leader
        eligible = [bid for bid in open_ if bid.number == card.number or bid.suit in (card.suit, lead)]
        if known and not eligible:
            return False
        if len(eligible) == 1 and (known or len(open_) == 1):
            open_.remove(eligible[0])
            return False
        return True
