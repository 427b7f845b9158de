"""The figures that statistics count in No Loose Ends: bids, snitches, trumps."""

from __future__ import annotations

from collections.abc import Mapping

from device.contract.figures import Figure, Figures, Tally
from device.games.no_loose_ends.state import Plan, State
from device.games.no_loose_ends.suits import TRUMP
from display.words import Text, text

_FIGURES = (
    Figure("bids", text("bids")),
    Figure("bids-covered", text("bids covered"), "bids"),
    Figure("trumps-bid", text("trumps bid"), "bids"),
    Figure("trumps-covered", text("trumps covered"), "trumps-bid"),
    Figure("tricks-covering-nothing", text("tricks that covered nothing")),
    Figure("perfect-crimes", text("rounds without a loose end")),
    Figure("snitches", text("snitches tried")),
    Figure("snitches-worked", text("snitches that worked"), "snitches"),
)


def _figures_of_plan(plan: Plan) -> tuple[int, ...]:
    trumps = [card for card in plan.bids if card.suit == TRUMP]
    return (
        plan.bid,
        plan.covered,
        len(trumps),
        sum(card in plan.covered_bids for card in trumps),
        plan.extra,
        int(plan.bid > 0 and plan.loose_ends == 0),
        int(plan.bid == 0),
        int(plan.snitched),
    )


def _figures_gained(before: State, after: State) -> Tally | None:
    if len(after.results) == len(before.results):
        return None
    return tuple(map(_figures_of_plan, after.results[-1].plans))


def _won_without_cover(player: str, figures: Mapping[str, int], won: bool) -> Text | None:
    if won and not figures["bids-covered"]:
        return text("{player} wins without covering a bid.", player=player)
    return None


def _all_snitches_worked(player: str, figures: Mapping[str, int], won: bool) -> Text | None:
    if figures["snitches-worked"] > 1 and figures["snitches-worked"] == figures["snitches"]:
        return text(
            "{player} snitches {count} times, and it works each time.", player=player, count=figures["snitches"]
        )
    return None


FIGURES: Figures[State] = Figures(
    kinds=_FIGURES, gained=_figures_gained, feats=(_won_without_cover, _all_snitches_worked)
)
