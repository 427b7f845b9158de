"""What statistics count of No Loose Ends besides points: bids, snitches, trumps."""

from __future__ import annotations

from device.contract.figures import Figure, Figures, Tally
from device.games.no_loose_ends.cards import TRUMP
from device.games.no_loose_ends.state import Plan, State
from display.words import text

_KINDS = (
    Figure("bids", text("bids")),
    Figure("bids-covered", text("bids covered"), "bids"),
    Figure("trumps-bid", text("trumps bid"), "bids"),
    Figure("trumps-covered", text("trumps covered"), "trumps-bid"),
    Figure("tricks-covering-nothing", text("tricks that covered nothing")),
    Figure("perfect-crimes", text("rounds without a loose end")),
    Figure("snitches", text("snitches tried")),
    Figure("snitches-worked", text("snitches that worked"), "snitches"),
)


def _of(plan: Plan) -> tuple[int, ...]:
    trumps = [card for card in plan.bids if card.suit == TRUMP]
    return (
        plan.bid,
        plan.covered,
        len(trumps),
        sum(card in plan.covers for card in trumps),
        plan.extra,
        int(plan.bid > 0 and plan.loose_ends == 0),
        int(plan.bid == 0),
        int(plan.snitched),
    )


def _gained(before: State, after: State) -> Tally | None:
    if len(after.results) == len(before.results):
        return None
    return tuple(map(_of, after.results[-1].plans))


FIGURES: Figures[State] = Figures(kinds=_KINDS, gained=_gained)
