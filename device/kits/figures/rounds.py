"""The progress of a round in a game by figures: who is asked for which figure, and within which limits."""

from __future__ import annotations

from operator import add

from device.contract.setup import Seat, TableSetup
from device.contract.tuples import with_entry
from device.kits.figures.columns import Cells, Column, CompletedRound, FiguresRound, setting_value
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from values.named_tuple import NamedTuple


class AskedColumn(NamedTuple):
    """The column that is asked now, with its index. `seats` are the players who must still declare it, in order."""

    column_index: int
    column: Column
    round: FiguresRound
    seats: tuple[Seat, ...]


def first_round(sheet: ScoreSheet, table: TableSetup) -> FiguresRound:
    """The first round, before anything is declared."""
    player_count = len(table.players)
    return FiguresRound(
        table,
        sheet.words,
        number=1,
        first=0,
        cells=_empty_cells(len(sheet.columns), player_count),
        done=(),
        totals=(0,) * player_count,
        sides=sheet.sides_of(table),
        options=sheet.option_names,
    )


def next_round(round_: FiguresRound, points: tuple[int, ...]) -> FiguresRound:
    """The next round after one that brought `points`. The next player starts it."""
    return round_._replace(
        number=round_.number + 1,
        first=(round_.first + 1) % round_.player_count,
        cells=_empty_cells(len(round_.cells), round_.player_count),
        done=(*round_.done, CompletedRound(round_.first, round_.cells, points)),
        totals=tuple(map(add, round_.totals, points)),
    )


def _empty_cells(column_count: int, player_count: int) -> Cells:
    """The figures of a round before anything is declared: all None."""
    return ((None,) * player_count,) * column_count


def with_figure(round_: FiguresRound, index: int, seat: Seat, figure: int) -> FiguresRound:
    """The round after a player has declared a figure in a column, given by its index."""
    return round_._replace(cells=with_entry(round_.cells, index, with_entry(round_.cells[index], seat, figure)))


def completed_round(state: FiguresState, index: int) -> FiguresRound:
    """A completed round (from 0), with the totals before it."""
    done, (first, cells, _) = state.round.done[:index], state.round.done[index]
    totals = tuple(sum(completed.points[seat] for completed in done) for seat in range(state.round.player_count))
    return state.round._replace(number=index + 1, first=first, cells=cells, done=done, totals=totals)


def find_asked(sheet: ScoreSheet, state: FiguresState) -> AskedColumn | None:
    """Return what must be declared next; None if the round is fully declared, or the game is over."""
    if state.is_finished:
        return None
    for index, column in enumerate(sheet.columns):
        seats = _seats_to_ask(column, state.round, index)
        if seats:
            return AskedColumn(index, column, state.round, seats)
    return None


def _seats_to_ask(column: Column, round_: FiguresRound, index: int) -> tuple[Seat, ...]:
    """The players who must still declare a column: in turn from the one who starts, or else from the first seat on."""
    if column.single and round_.who(column) is not None:
        return ()
    seats = [seat for seat, figure in enumerate(round_.cells[index]) if figure is None]
    if column.in_turn:
        seats.sort(key=lambda seat: (seat < round_.first, seat))
    # Called for each press: most columns need no further check.
    if column.asked is None and not column.by_side:
        return tuple(seats)
    return tuple([seat for seat in seats if is_asked(column, round_, seat)])


def is_asked(column: Column, round_: FiguresRound, seat: Seat) -> bool:
    """Whether a player is asked for a figure in a column."""
    if column.by_side and round_.sides.index(round_.sides[seat]) != seat:
        return False
    return column.asked is None or column.asked(round_, seat)


def allowed_figures(column: Column, round_: FiguresRound, seat: Seat) -> range:
    """The figures that a player can declare."""
    if column.fixed_figures is not None:
        return column.fixed_figures
    if column.figure_is_player:
        return range(round_.player_count)
    least = setting_value(column.least, round_, seat)
    most = setting_value(column.most, round_, seat)
    if most is None:
        sums = allowed_sums(column, round_)
        assert sums is not None
        most = sums[-1]
    return range(least, most + 1, column.step)


def forbidden_figure(asked: AskedColumn) -> int | None:
    """The figure that the last player can't declare, because of `not_total`; None if there is none."""
    sum_ = forbidden_sum(asked)
    return None if sum_ is None or len(asked.seats) > 1 else sum_ - sum(asked.round.all(asked.column))


def forbidden_sum(asked: AskedColumn) -> int | None:
    """The sum that the figures of a column must not have; None if there is none."""
    return setting_value(asked.column.not_total, asked.round)


def remaining_figure(asked: AskedColumn) -> int | None:
    """The figure with which the first player asked makes the total, or the largest of several; None if others do, too.

    The last player has what is missing. Earlier ones have 0 if nothing is missing and no figure can be negative.
    """
    sums = allowed_sums(asked.column, asked.round)
    if sums is None:
        return None
    remaining = sums[-1] - sum(asked.round.all(asked.column))
    nobody_has_more = remaining == 0 and all(
        allowed_figures(asked.column, asked.round, seat).start == 0 for seat in asked.seats
    )
    return remaining if nobody_has_more or len(asked.seats) == 1 else None


def allowed_sums(column: Column, round_: FiguresRound) -> range | None:
    """The range in which the sum of a column must be; None for anything."""
    total = setting_value(column.total, round_)
    return range(total, total + 1) if isinstance(total, int) else total
