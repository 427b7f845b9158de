"""The figures that statistics count in LOOP's first edition: ranks, and from which seats."""

from __future__ import annotations

from device.contract.figures import Figure, Figures, Tally
from device.games.loop_2023.scoring import BASIC_POINTS
from device.games.loop_2023.state import State
from device.kits.loop_editions import OUT_FIGURES, first_out_remark
from display.words import text

_SEATS = range(1, max(BASIC_POINTS) + 1)

_FIGURES = (
    *OUT_FIGURES,  # rounds, first out, last out
    Figure("floored", text("points not lost, as totals stop at zero")),
    *(
        Figure(f"seat-{seat}", text("rounds in seat {seat}", seat=seat), out_of="rounds", listed=False)
        for seat in _SEATS
    ),
    *(
        Figure(
            f"first-from-{seat}",
            text("first to go out from seat {seat}", seat=seat),
            out_of=f"seat-{seat}",
            listed=False,
        )
        for seat in _SEATS
    ),
)


def _figures_gained(before: State, after: State) -> Tally | None:
    if len(after.rounds) == len(before.rounds):
        return None
    round_ = after.rounds[-1]
    rows = []  # one for each player, in the order of the figures
    for player in range(after.player_count):
        rank, seat = round_.rank(player), round_.seating.index(player) + 1
        is_first, is_last = int(rank == 0), int(rank == len(round_.order_out) - 1)
        seat_flags = [int(seat == number) for number in _SEATS]
        first_flags = (is_first * flag for flag in seat_flags)
        rows.append((1, is_first, is_last, round_.points_spared[player], *seat_flags, *first_flags))
    return tuple(rows)


FIGURES: Figures[State] = Figures(kinds=_FIGURES, gained=_figures_gained, feats=(first_out_remark,))
