"""The figures that statistics count in LOOP: in which order players go out."""

from __future__ import annotations

from collections.abc import Mapping

from device.contract.figures import Figure, Figures, Tally
from device.games.loop.state import State
from display.words import Text, text

_FIGURES = (
    Figure("rounds", text("rounds")),
    Figure("out-first", text("first to go out"), "rounds"),
    Figure("out-last", text("last to go out"), "rounds"),
    Figure("place-sum", text("places in going out, added up"), "rounds", listed=False),
)


def _figures_gained(before: State, after: State) -> Tally | None:
    if len(after.finished_rounds) == len(before.finished_rounds):
        return None
    order = after.finished_rounds[-1].order_out
    return tuple(
        (1, int(order[0] == seat), int(order[-1] == seat), order.index(seat) + 1) for seat in range(after.players)
    )


def _always_first(player: str, figures: Mapping[str, int], won: bool) -> Text | None:
    if figures["out-first"] == figures["rounds"]:
        return text("{player} is the first to go out in every round.", player=player)
    return None


FIGURES: Figures[State] = Figures(kinds=_FIGURES, gained=_figures_gained, feats=(_always_first,))
