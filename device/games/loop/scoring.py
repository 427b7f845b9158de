"""Scoring: computes the players' points from the markers on their scoreboards (rulebook, End of the game)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from device.contract.scores import EARLIER, RoundScore, Scores, leaders
from device.contract.setup import Seat
from device.games.loop.state import State
from display.vocabulary import Cause
from display.words import counted, text
from values.named_tuple import NamedTuple


class Marker(NamedTuple):
    """A player's marker: the board, the round (its column) and the line where it lies, all from 0."""

    seat: Seat
    board: int
    round: int
    line: int


class MarkerPoints(NamedTuple):
    """The points of a marker: the number of markers on its line, its own included, and below it."""

    on_line: int
    below_line: int

    @property
    def points(self) -> int:
        return self.on_line + self.below_line


Orders = tuple[tuple[Seat, ...], ...]
"""For each round so far, the players in the order in which they went out. All scores follow from it."""


def _orders_so_far(state: State) -> Orders:
    finished_orders = tuple(finished.order_out for finished in state.finished_rounds)
    return finished_orders if state.is_finished else (*finished_orders, state.order_out)


def markers(state: State) -> tuple[Marker, ...]:
    """Return all markers placed so far, in the order in which they were placed."""
    return _markers_of(_orders_so_far(state), state.player_count)


@lru_cache(maxsize=8)
def _markers_of(orders: Orders, player_count: int) -> tuple[Marker, ...]:
    return tuple(
        Marker(seat, (seat - round_) % player_count, round_, line)
        for round_, order in enumerate(orders)
        for line, seat in enumerate(order)
    )


@lru_cache(maxsize=8)
def marker_points(placed_markers: tuple[Marker, ...]) -> tuple[MarkerPoints, ...]:
    """Return the points of each marker: one for each marker on its line and below it, on the same board."""
    count_by_line = Counter((marker.board, marker.line) for marker in placed_markers)
    last_line = max((marker.line for marker in placed_markers), default=0)
    return tuple(
        MarkerPoints(
            count_by_line[marker.board, marker.line],
            sum(count_by_line[marker.board, line] for line in range(marker.line + 1, last_line + 1)),
        )
        for marker in placed_markers
    )


def totals(state: State) -> tuple[int, ...]:
    """Return each player's points for the markers placed so far."""
    return _totals_of(_orders_so_far(state), state.player_count)


@lru_cache(maxsize=8)
def _totals_of(orders: Orders, player_count: int) -> tuple[int, ...]:
    placed_markers = _markers_of(orders, player_count)
    totals_by_seat = [0] * player_count
    for marker, points in zip(placed_markers, marker_points(placed_markers), strict=True):
        totals_by_seat[marker.seat] += points.points
    return tuple(totals_by_seat)


def scores(state: State) -> Scores:
    """Return the scores. At the end, they have the points of each round, and the winners: all with the most points."""
    sums = totals(state)
    rounds = tuple(
        RoundScore(_points_of_round(state, index) if state.is_finished else None, (("order", finished.order_out),))
        for index, finished in enumerate(state.finished_rounds)
    )
    return Scores(rounds, sums, state.is_finished, leaders(sums) if state.is_finished else ())


def _points_of_round(state: State, round_index: int) -> tuple[int, ...]:
    return tuple(sum(cause.points for cause in seat_causes) for seat_causes in points_by_cause(state, round_index))


def points_by_cause(state: State, round_index: int) -> tuple[tuple[Cause, ...], ...]:
    """Return, for each player, what the points of their marker of a completed round (from 0) consist of now."""
    return _causes_of_round(state, markers(state), round_index)


def _causes_of_round(
    state: State, placed_markers: tuple[Marker, ...], round_index: int
) -> tuple[tuple[Cause, ...], ...]:
    causes_by_seat: list[tuple[Cause, ...]] = [()] * state.player_count
    for marker, points in zip(placed_markers, marker_points(placed_markers), strict=True):
        if marker.round == round_index:
            causes_by_seat[marker.seat] = _marker_causes(marker, points)
    return tuple(causes_by_seat)


def total_changes_by_cause(state: State, round_index: int) -> tuple[tuple[Cause, ...], ...]:
    """Return what a round (from 0) added to each total when it ended: its own markers, and what these add to others."""
    orders = _orders_so_far(state)
    orders_before, orders_after = orders[:round_index], orders[: round_index + 1]
    own_causes = _causes_of_round(state, _markers_of(orders_after, state.player_count), round_index)
    totals_before, totals_after = (_totals_of(some, state.player_count) for some in (orders_before, orders_after))
    all_causes = []
    for seat_causes, before, after in zip(own_causes, totals_before, totals_after, strict=True):
        growth_of_earlier = after - before - sum(cause.points for cause in seat_causes)
        earlier_cause = Cause(text("own earlier markers score more"), growth_of_earlier, kind=EARLIER)
        all_causes.append((*seat_causes, earlier_cause) if growth_of_earlier else seat_causes)
    return tuple(all_causes)


def _marker_causes(marker: Marker, points: MarkerPoints) -> tuple[Cause, ...]:
    # Boards move each round: one that is called by its holder would have another name on each page.
    line_sentence = counted(
        "Board held in round {round}, line {line}: {n} marker on the line",
        "Board held in round {round}, line {line}: {n} markers on the line",
        points.on_line,
        round=marker.round + 1,
        line=marker.line + 1,
    )
    line_cause = Cause(line_sentence, points.on_line, kind=text("line"))
    if not points.below_line:
        return (line_cause,)
    below = counted("{n} marker below it", "{n} markers below it", points.below_line)
    return line_cause, Cause(below, points.below_line, kind=text("below"))
