"""The figures that statistics count in No Loose Ends: bids, snitches, trumps."""

from __future__ import annotations

from collections.abc import Mapping

from device.contract.figures import Figure, Figures, Tally
from device.games.no_loose_ends.state import PlayerResult, State
from device.games.no_loose_ends.suits import TRUMP
from display.words import Text, text

_FIGURES = (
    Figure("bids", text("bids")),
    Figure("bids-covered", text("bids covered"), out_of="bids"),
    Figure("trumps-bid", text("trumps bid"), out_of="bids"),
    Figure("trumps-covered", text("trumps covered"), out_of="trumps-bid"),
    Figure("tricks-covering-nothing", text("tricks that covered nothing")),
    Figure("perfect-crimes", text("perfect crimes, without a loose end")),
    Figure("snitches", text("snitches tried")),
    Figure("snitches-worked", text("snitches that worked"), out_of="snitches"),
)


def _figures_of_result(result: PlayerResult) -> tuple[int, ...]:
    trumps = [card for card in result.bids if card.suit == TRUMP]
    return (
        result.bid_count,
        result.covered_count,
        len(trumps),
        sum(card in result.covered_bids for card in trumps),
        result.loose_trick_count,
        int(result.bid_count > 0 and result.loose_end_count == 0),
        int(result.bid_count == 0),
        int(result.is_successful_snitch),
    )


def _figures_gained(before: State, after: State) -> Tally | None:
    if len(after.results) == len(before.results):
        return None
    return tuple(map(_figures_of_result, after.results[-1].player_results))


def _no_cover_remark(player: str, figures: Mapping[str, int], won: bool) -> Text | None:
    if won and not figures["bids-covered"]:
        return text("{player} wins without covering a bid.", player=player)
    return None


def _all_snitches_remark(player: str, figures: Mapping[str, int], won: bool) -> Text | None:
    if figures["snitches-worked"] > 1 and figures["snitches-worked"] == figures["snitches"]:
        return text(
            "{player} snitches {count} times, and it works each time.", player=player, count=figures["snitches"]
        )
    return None


FIGURES: Figures[State] = Figures(
    kinds=_FIGURES, gained=_figures_gained, feats=(_no_cover_remark, _all_snitches_remark)
)
