"""The progress of a round in a game by figures: who is asked for which figure, and within which limits."""

from __future__ import annotations

from operator import add

from device.contract.setup import Seat, TableSetup
from device.contract.tuples import with_entry
from device.kits.figures.columns import Cells, Column, CompletedRound, FiguresRound
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
    players = len(table.players)
    cells = _empty_cells(len(sheet.columns), players)
    sides = sheet.sides_of(table)
    return FiguresRound(table, sheet.words, 1, 0, cells, (), (0,) * players, sides, sheet.option_names)


def next_round(now: FiguresRound, points: tuple[int, ...]) -> FiguresRound:
    """The next round after one that brought `points`. The next player starts it."""
    totals = tuple(map(add, now.totals, points))
    done = (*now.done, CompletedRound(now.first, now.cells, points))
    cells, first = _empty_cells(len(now.cells), now.players), (now.first + 1) % now.players
    return FiguresRound(now.table, now.words, now.number + 1, first, cells, done, totals, now.sides, now.options)


def _empty_cells(columns: int, players: int) -> Cells:
    """The figures of a round before anything is declared: all None."""
    return ((None,) * players,) * columns


def with_figure(now: FiguresRound, index: int, seat: Seat, figure: int) -> FiguresRound:
    """The round after a player has declared a figure in a column, given by its index."""
    return now._replace(cells=with_entry(now.cells, index, with_entry(now.cells[index], seat, figure)))


def completed_round(state: FiguresState, index: int) -> FiguresRound:
    """A completed round (from 0), with the totals before it."""
    before = state.done[:index]
    totals = tuple(sum(done.points[seat] for done in before) for seat in range(state.players))
    done = state.done[index]
    return state.round._replace(number=index + 1, first=done.first, cells=done.cells, done=before, totals=totals)


def find_asked(sheet: ScoreSheet, state: FiguresState) -> AskedColumn | None:
    """Return what must be declared next; None if the round is fully declared, or the game is over."""
    if state.finished:
        return None
    for index, column in enumerate(sheet.columns):
        seats = _seats_to_ask(column, state.round, index)
        if seats:
            return AskedColumn(index, column, state.round, seats)
    return None


def _seats_to_ask(column: Column, now: FiguresRound, index: int) -> tuple[Seat, ...]:
    """The players who must still declare a column: in turn from the one who starts, or else from the first seat on."""
    if column.single and now.who(column) is not None:
        return ()
    seats = [seat for seat, figure in enumerate(now.cells[index]) if figure is None]
    if column.in_turn:
        seats.sort(key=lambda seat: (seat < now.first, seat))
    # Called for each press: most columns need no further check.
    if column.asked is None and not column.by_side:
        return tuple(seats)
    return tuple([seat for seat in seats if is_asked(column, now, seat)])


def is_asked(column: Column, now: FiguresRound, seat: Seat) -> bool:
    """Whether a player is asked for a figure in a column."""
    if column.by_side and now.sides.index(now.sides[seat]) != seat:
        return False
    return column.asked is None or column.asked(now, seat)


def allowed_figures(column: Column, now: FiguresRound, seat: Seat) -> range:
    """The figures that a player can declare."""
    if column.fixed_limits is not None:
        return column.fixed_limits
    if column.players:
        return range(now.players)
    least = column.least(now, seat) if callable(column.least) else column.least
    most = column.most(now, seat) if callable(column.most) else column.most
    if most is None:
        sums = allowed_sums(column, now)
        assert sums is not None
        most = sums[-1]
    return range(least, most + 1, column.step)


def forbidden_figure(asked: AskedColumn) -> int | None:
    """The figure that the last player can't declare, because of `not_total`; None if there is none."""
    sum_ = forbidden_sum(asked)
    return None if sum_ is None or len(asked.seats) > 1 else sum_ - sum(asked.round.all(asked.column))


def forbidden_sum(asked: AskedColumn) -> int | None:
    """The sum that the figures of a column must not have; None if there is none."""
    limit = asked.column.not_total
    return limit(asked.round) if callable(limit) else limit


def remaining_figure(asked: AskedColumn) -> int | None:
    """The only figure that the first player asked can still have, by the (largest) total; None if there are others.

    That is what the last player lacks, and nothing once the others have all, if no figure is negative.
    """
    sums = allowed_sums(asked.column, asked.round)
    if sums is None:
        return None
    remaining = sums[-1] - sum(asked.round.all(asked.column))
    nobody_has_more = remaining == 0 and all(
        allowed_figures(asked.column, asked.round, seat).start == 0 for seat in asked.seats
    )
    return remaining if nobody_has_more or len(asked.seats) == 1 else None


def allowed_sums(column: Column, now: FiguresRound) -> range | None:
    """The range in which the sum of a column must be; None for anything."""
    total = column.total(now) if callable(column.total) else column.total
    return range(total, total + 1) if isinstance(total, int) else total
