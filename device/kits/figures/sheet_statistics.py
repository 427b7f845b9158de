"""The statistics of a game by figures, other than its totals."""

from __future__ import annotations

from device.contract.figures import Figure, Figures, Tally
from device.kits.figures.columns import setting_value
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from display.words import text

ROUNDS, BEST = "rounds", "best-rounds"
"""The keys of the two figures that every game by figures has."""


def sheet_figures(sheet: ScoreSheet) -> Figures[FiguresState]:
    """The figures for statistics: rounds, rounds in which nobody did better, and the columns that are `counted`."""
    counted_columns = [index for index, column in enumerate(sheet.columns) if column.counted]
    columns = (Figure(sheet.columns[index].word, sheet.say(sheet.columns[index].title)) for index in counted_columns)
    kinds = (
        Figure(ROUNDS, text("rounds played"), listed=False),
        Figure(BEST, text("rounds in which nobody did better"), out_of=ROUNDS),
        *columns,
    )

    def gained(before: FiguresState, after: FiguresState) -> Tally | None:
        if len(after.round.done) == len(before.round.done):
            return None
        round_ = after.round.done[-1]
        best = min(round_.points) if setting_value(sheet.lowest_wins, after.table) else max(round_.points)
        return tuple(
            (1, int(points == best), *(round_.cells[index][seat] or 0 for index in counted_columns))
            for seat, points in enumerate(round_.points)
        )

    return Figures(kinds=kinds, gained=gained)
