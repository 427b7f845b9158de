"""The statistics of Wizard: bids kept, and tricks."""

from __future__ import annotations

from device.contract.figures import Figure, Figures, Tally
from device.games.wizard.state import State
from display.words import text

_KINDS = (
    Figure("rounds", text("rounds played"), listed=False),
    Figure("bids-kept", text("rounds with exactly as many tricks as bid"), out_of="rounds"),
    Figure("tricks-bid", text("tricks bid")),
    Figure("tricks-won", text("tricks won")),
)


def _figures_gained(before: State, after: State) -> Tally | None:
    """What a declaration adds to each player's figures, in the order of `_KINDS`; None if no round was scored."""
    if len(after.results) == len(before.results):
        return None
    result = after.results[-1]
    return tuple((1, int(bid == won), bid, won) for bid, won in zip(result.bids, result.tricks_won, strict=True))


FIGURES: Figures[State] = Figures(kinds=_KINDS, gained=_figures_gained)
