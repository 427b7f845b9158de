"""The figures that statistics count in LOOP: in which order players go out."""

from __future__ import annotations

from device.contract.figures import Figure, Figures, Tally
from device.games.loop.state import State
from device.kits.loop_editions import OUT_FIGURES, first_out_remark
from display.words import text

_KINDS = (*OUT_FIGURES, Figure("place-sum", text("places in going out, added up"), out_of="rounds", listed=False))


def _figures_gained(before: State, after: State) -> Tally | None:
    """What each player gains of `_KINDS`: rounds, first and last places in them, and the sum of places."""
    if len(after.finished_rounds) == len(before.finished_rounds):
        return None
    order = after.finished_rounds[-1].order_out
    return tuple(
        (1, int(order[0] == seat), int(order[-1] == seat), order.index(seat) + 1) for seat in range(after.player_count)
    )


FIGURES: Figures[State] = Figures(kinds=_KINDS, gained=_figures_gained, feats=(first_out_remark,))
