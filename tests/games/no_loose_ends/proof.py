"""What the solver has been told of a round, and what it says of it."""

from __future__ import annotations

from collections.abc import Callable

from device.games.no_loose_ends.cards import GETAWAY, Card
from tests.games.no_loose_ends.account import RoundAccount, Told
from tests.games.no_loose_ends.solver import EveryDeal


class Proof:
    """The solver is begun, and told what it must know, when it is first asked."""

    def __init__(self) -> None:
        self._deals: EveryDeal | None = None
        self._untold: list[Callable[[EveryDeal], None]] = []
        self._led: dict[str, int] = {}
        self._by_itself = False  # the last card proves a revoke by itself

    def close(self) -> None:
        if self._deals is not None:
            self._deals.close()

    def verdict(self, account: RoundAccount, code: str) -> str | None:
        """The code, or that of a revoke, if nothing fits any more."""
        if self._deals is None:
            self._deals = EveryDeal(account.rules, account.bids, account.double_crosser, account.back)
        for tell in self._untold:
            tell(self._deals)
        self._untold.clear()
        if self._deals.possible():
            return None
        return "revoke" if self._by_itself or self._deals.possible(follow=False) else code

    def win(self, account: RoundAccount, told: Told) -> None:
        """A trick was won."""
        number = len(account.tricks) - 1
        self._untold.append(lambda deals: self._tell(deals, account, number, told))

    def cover(self, account: RoundAccount, seat: int, card: Card, *, there: bool) -> None:
        """The last trick covers a bid, which was `there` or not."""
        number = len(account.tricks) - 1
        if not there:
            self._untold.append(lambda deals: deals.never())
        self._untold.append(lambda deals: deals.covered(number, seat, card, self._led))

    def loose(self, account: RoundAccount, seat: int, bids: tuple[Card, ...]) -> None:
        """The last trick covers none of these."""
        number = len(account.tricks) - 1
        for bid in bids:
            self._untold.append(lambda deals, bid=bid: deals.not_eligible(number, seat, bid, self._led))  # type: ignore[misc]

    def _tell(self, deals: EveryDeal, account: RoundAccount, number: int, told: Told) -> None:
        leader, declared = told.leader, told.won
        if declared.card == GETAWAY:
            for seat in range(account.rules.players):
                deals.play(seat, number, GETAWAY)
        elif declared.card is not None:
            deals.play(declared.seat, number, declared.card)
        if declared.lead is not None and declared.seat != leader and not account.rules.getaways:
            deals.suit(leader, number, declared.lead)
        if account.tricks[-1].won is declared:
            self._by_itself = not deals.possible() and deals.possible(follow=False)
        self._led = deals.trick(number, leader, declared.seat)
        if declared.lead is not None:
            deals.led(self._led[declared.lead])
