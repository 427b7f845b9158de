"""Which line of a round is the first that nothing makes true, and what it is called.

An umpire reads declarations and keeps its own account of turns and open bids. Of each line it is shown either cards
that make everything true, and looks whether they do, or asks the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from device.contract.declarations import Declaration
from device.games.no_loose_ends.cards import GETAWAY, Card, deck
from device.games.no_loose_ends.declarations import Bid, Covers, DoubleCross, Loose, Pass, Plays, Wins
from tests.games.no_loose_ends.solver import GETAWAYS, SUITS, TRUMP, EveryDeal, Rules, some_deal


class Cards(NamedTuple):
    """Hands before the first trick, without bids, and what everybody plays to each trick, by seat."""

    hands: list[list[Card]]
    tricks: list[list[Card]]


class Told(NamedTuple):
    """A trick as it was declared."""

    leader: int
    won: Wins
    covered: Card | None = None
    not_eligible: tuple[Card, ...] = ()


class Umpire:
    """One round, from its first declaration on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.bids: list[list[Card]] = [[] for _ in range(rules.players)]
        self.open: list[list[Card]] = []
        self.crossed: int | None = None
        self.back: list[Card] = []
        self.passed: list[int] = []
        self.leader = 0
        self.table: list[Card] = []
        self.tricks: list[Told] = []
        self.asked = False
        self.code: str | None = None
        self.played: list[tuple[int, Card]] = []
        self.out_of: set[tuple[int, str]] = set()
        self.by_itself = False  # the last card proves a revoke by itself
        self.deals: EveryDeal | None = None
        self.told: list[Callable[[EveryDeal], None]] = []
        self.led: dict[str, int] = {}

    def verdict(self, shown: Cards | None = None) -> str | None:
        """The code of the last declaration if nothing fits any more; None if something does, as the cards shown may."""
        if self.code is None or (shown is not None and self.true_of(shown)):
            return None
        if self.played:
            return None if self._hands_fit() else "revoke"
        return self._solved(self.code)

    def close(self) -> None:
        if self.deals is not None:
            self.deals.close()

    def hear(self, declared: Declaration) -> None:
        """One more declaration."""
        self.code = self._heard(declared)

    def _heard(self, declared: Declaration) -> str | None:
        """The code of a declaration if nothing fits any more; None where something is sure to."""
        match declared:
            case Bid(seat, card):
                self.bids[seat].append(card)
            case Pass(seat) | DoubleCross(seat):
                self._pass(seat, crossing=isinstance(declared, DoubleCross))
            case Plays():
                self._play(declared)
                return "revoke"
            case Wins():
                self._win(declared)
                return "does-not-add-up"
            case Covers() | Loose() if not self.asked:
                pass  # every card was said, and nothing follows from it
            case Covers():
                self._cover(declared)
                return "not-eligible"
            case Loose():
                self._loose(declared)
                return "must-cover"
        return None

    def _solved(self, code: str) -> str | None:
        if self.deals is None:
            self.deals = EveryDeal(self.rules, self.bids, self.crossed, self.back)
        for tell in self.told:
            tell(self.deals)
        self.told.clear()
        if self.deals.possible():
            return None
        return "revoke" if self.by_itself or self.deals.possible(follow=False) else code

    def _pass(self, seat: int, *, crossing: bool) -> None:
        if crossing:
            self.crossed, self.back = seat, self.bids[seat]
            self.bids[seat] = []
        self.passed.append(seat)
        self.leader = seat
        self.open = [list(own) for own in self.bids]

    def _play(self, declared: Plays) -> None:
        seat, card, lead = declared.seat, declared.card, _lead(self.table)
        if (seat, card.suit) in self.out_of:
            self.out_of.add((seat, "everything"))
        if lead is not None and card != GETAWAY and card.suit != lead:
            self.out_of.add((seat, lead))
        self.table.append(card)
        self.played.append((seat, card))
        if len(self.table) == self.rules.players:
            self.table = []

    def _hands_fit(self) -> bool:
        """Whether the cards that nobody saw can lie in hands and rest, where every card was said."""
        players = self.rules.players
        seen = {card for own in self.bids for card in own} | {card for _, card in self.played}
        back = {card for card in self.back if card not in seen}
        suits = [card.suit for card in deck(self.rules.top) - seen - back]
        suits += [""] * (GETAWAYS - sum(card == GETAWAY for _, card in self.played) if self.rules.getaways else 0)
        room = [self.rules.cards - len(own) for own in self.bids]
        for seat, _ in self.played:
            room[seat] -= 1
        if self.crossed is not None:
            room[self.crossed] -= len(back)
        wrong = any((seat, "everything") in self.out_of for seat in range(players))
        wrong = wrong or any((self.crossed, card.suit) in self.out_of for card in back)
        room.append(len(suits) - sum(room))
        return not wrong and some_deal(Counter(suits), room, self.out_of)

    def _win(self, declared: Wins) -> None:
        number, leader = len(self.tricks), self.leader
        self.tricks.append(Told(leader, declared))
        self.told.append(lambda deals: self._tell(deals, number, leader, declared))
        self.leader = declared.seat
        self.asked = self._asks(declared, leader)

    def _tell(self, deals: EveryDeal, number: int, leader: int, declared: Wins) -> None:
        if declared.card == GETAWAY:
            for seat in range(self.rules.players):
                deals.play(seat, number, GETAWAY)
        elif declared.card is not None:
            deals.play(declared.seat, number, declared.card)
        if declared.lead is not None and declared.seat != leader and not self.rules.getaways:
            deals.suit(leader, number, declared.lead)
        if self.tricks[-1].won is declared:
            self.by_itself = not deals.possible() and deals.possible(follow=False)
        self.led = deals.trick(number, leader, declared.seat)
        if declared.lead is not None:
            deals.led(self.led[declared.lead])

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

    def _cover(self, declared: Covers) -> None:
        number, seat, card = len(self.tricks) - 1, declared.seat, declared.card
        if card in self.open[seat]:
            self.open[seat].remove(card)
        else:
            self.told.append(lambda deals: deals.never())
        self.tricks[-1] = self.tricks[-1]._replace(covered=card)
        self.told.append(lambda deals: deals.covered(number, seat, card, self.led))
        self.asked = False

    def _loose(self, declared: Loose) -> None:
        number, seat, bids = len(self.tricks) - 1, declared.seat, tuple(self.open[declared.seat])
        self.tricks[-1] = self.tricks[-1]._replace(not_eligible=bids)
        for bid in bids:
            self.told.append(lambda deals, bid=bid: deals.not_eligible(number, seat, bid, self.led))  # type: ignore[misc]
        self.asked = False

    def true_of(self, shown: Cards) -> bool:
        """Whether these cards make everything true that was declared."""
        hands = [list(hand) for hand in shown.hands]
        if not self._can_be_dealt(hands) or len(shown.tricks) != len(self.tricks):
            return False
        return all(
            self._true_of_trick(hands, told, plays) for told, plays in zip(self.tricks, shown.tricks, strict=True)
        )

    def _can_be_dealt(self, hands: list[list[Card]]) -> bool:
        sizes = [self.rules.cards - len(own) for own in self.bids]
        cards = [card for own in (*hands, *self.bids) for card in own]
        suited = [card for card in cards if card != GETAWAY]
        return (
            [len(hand) for hand in hands] == sizes
            and len(set(suited)) == len(suited)
            and all(card.suit in SUITS and 1 <= card.number <= self.rules.top for card in suited)
            and len(cards) - len(suited) <= (GETAWAYS if self.rules.getaways else 0)
            and (self.crossed is None or set(self.back) <= set(hands[self.crossed]))
        )

    def _true_of_trick(self, hands: list[list[Card]], told: Told, plays: list[Card]) -> bool:
        order = [(told.leader + place) % self.rules.players for place in range(self.rules.players)]
        lead = _lead([plays[seat] for seat in order])
        for seat in order:
            if plays[seat] not in hands[seat]:
                return False
            hands[seat].remove(plays[seat])
            follows = plays[seat] == GETAWAY or plays[seat].suit == lead
            if not follows and any(card.suit == lead for card in hands[seat]):
                return False
        won, best = told.won, plays[told.won.seat]
        rank = {TRUMP: 2} | ({} if lead in (None, TRUMP) else {str(lead): 1})
        ranks = [(rank.get(card.suit, 0), card.number if card.suit in rank else 0) for card in plays]
        winner = told.leader if lead is None else ranks.index(max(ranks))
        suits = (best.suit, lead) if lead is not None else ()
        eligible = [best != GETAWAY and (bid.number == best.number or bid.suit in suits) for bid in told.not_eligible]
        covered = told.covered
        return (
            winner == won.seat
            and won.card in (None, best)
            and won.lead in (None, lead)
            and not any(eligible)
            and (covered is None or (lead is not None and (covered.number == best.number or covered.suit in suits)))
        )


def _lead(played: list[Card]) -> str | None:
    return next((card.suit for card in played if card != GETAWAY), None)
