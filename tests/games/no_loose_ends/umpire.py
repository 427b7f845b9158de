"""Which line of a round is the first that nothing makes true, and what it is called.

An umpire reads declarations and keeps its own account of turns and open bids. Of each line it is shown either cards
that make everything true, and looks whether they do, or asks the solver.
"""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.games.no_loose_ends.declarations import Bid, Covers, CoversNothing, DoubleCross, Pass, Plays, Wins
from tests.games.no_loose_ends.account import RoundAccount
from tests.games.no_loose_ends.proof import Proof
from tests.games.no_loose_ends.said_plays import SaidPlays
from tests.games.no_loose_ends.shown import Cards, true_of
from tests.games.no_loose_ends.solver import Rules


class Umpire:
    """One round, from its first declaration on."""

    def __init__(self, rules: Rules) -> None:
        self._account = RoundAccount(rules)
        self._plays = SaidPlays()
        self._proof = Proof()
        self._code: str | None = None

    @property
    def asked(self) -> bool:
        """Whether the winner of the last trick must say what it covers."""
        return self._account.asked

    def verdict(self, shown: Cards | None = None) -> str | None:
        """The code of the last declaration if nothing fits any more; None if something does, as the cards shown may."""
        if self._code is None or (shown is not None and true_of(self._account, shown)):
            return None
        if self._plays.played:
            return None if self._plays.hands_fit(self._account) else "revoke"
        return self._proof.verdict(self._account, self._code)

    def close(self) -> None:
        self._proof.close()

    def hear(self, declared: Declaration) -> None:
        """One more declaration."""
        self._code = self._heard(declared)

    def _heard(self, declared: Declaration) -> str | None:
        """The code of a declaration if nothing fits any more; None where something is sure to."""
        account = self._account
        match declared:
            case Bid(seat, card):
                account.bid(seat, card)
            case Pass(seat) | DoubleCross(seat):
                account.end_bidding(seat, crossing=isinstance(declared, DoubleCross))
            case Plays():
                self._plays.hear(declared, account.rules.players)
                return "revoke"
            case Wins():
                self._proof.win(account, account.win(declared))
                return "does-not-add-up"
            case Covers() | CoversNothing() if not account.asked:
                pass  # every card was said, and nothing follows from it
            case Covers(seat, card):
                self._proof.cover(account, seat, card, there=account.cover(declared))
                return "not-eligible"
            case CoversNothing(seat):
                self._proof.loose(account, seat, account.loose(declared))
                return "must-cover"
        return None
