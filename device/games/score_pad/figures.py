"""What statistics count of a score pad besides totals: rounds in which nobody did better."""

from __future__ import annotations

from device.contract.figures import Figure, Figures, Tally
from device.games.score_pad.state import State
from display.words import text

_KINDS = (
    Figure("rounds", text("rounds played"), listed=False),
    Figure("best-rounds", text("rounds in which nobody did better"), "rounds"),
)


def _gained(before: State, after: State) -> Tally | None:
    if len(after.done) == len(before.done):
        return None
    points = after.done[-1]
    best = min(points) if after.settings.lowest_wins else max(points)
    return tuple((1, int(own == best)) for own in points)


FIGURES: Figures[State] = Figures(kinds=_KINDS, gained=_gained)
