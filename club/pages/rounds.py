"""The table of a game's rounds on its page, with totals, or a sentence that says why they do not add up."""

from __future__ import annotations

from collections.abc import Sequence

from club.pages.page_content import ClubView, PagePart, PageTable, TableCell
from device.contract.scores import RoundName
from device.history.results import GameResult
from device.reports.html import element
from display.words import figure, text

RoundRow = tuple[TableCell, ...]


def rounds_parts(view: ClubView, result: GameResult) -> list[PagePart]:
    """The points at the start, the points of each round, and the totals; for a game in sets, set by set."""
    seats = result.display_seats
    columns = (
        ("round", text("Round")),
        *((f"player{number}", text("{name}", name=seat.name)) for number, seat in enumerate(seats, 1)),
    )
    rows = _rows_without_sets(view, result) if result.sets is None else _rows_of_sets(view, result, result.sets)
    table = PageTable("rounds", text("Rounds, and totals in the last line"), columns, tuple(rows))
    if _adds_up(result):
        return [table]
    sentence = text("This does not add up to the totals: not all is known of these rounds.")
    return [table, element("p", view.say(sentence))]


def _rows_without_sets(view: ClubView, result: GameResult) -> list[RoundRow]:
    rounds = [_points_row(TableCell(number), points) for number, points in enumerate(result.rounds, 1)]
    return [*_start_rows(view, result), *rounds, _points_row(TableCell("="), [seat.points for seat in result.seats])]


def _rows_of_sets(view: ClubView, result: GameResult, sets_won: Sequence[int]) -> list[RoundRow]:
    """The rows of each set, each with its totals, and a last row with the sets won."""
    rows: list[RoundRow] = []
    if not result.set_numbers:  # an earlier version of the program did not store the set of a round
        rows = [_points_row(TableCell(number), gained) for number, gained in enumerate(result.rounds, 1)]
        rows.append(_points_row(TableCell("="), [seat.points for seat in result.seats]))
    rounds = list(zip(result.set_numbers, result.rounds, result.totals or (), strict=False))
    for number in sorted(set(result.set_numbers)):
        set_rounds = [(gained, total) for set_number, gained, total in rounds if set_number == number]
        rows += _start_rows(view, result)
        for round_in_set, (gained, _) in enumerate(set_rounds, 1):
            heading = view.say(RoundName(round_in_set, number).heading)
            rows.append(_points_row(TableCell(f"{number}.{round_in_set}", heading), gained))
        totals = view.say(text("Totals of set {number}", number=number))
        rows += [_points_row(TableCell("=", totals), total) for _, total in set_rounds[-1:]]
    return [*rows, _points_row(TableCell("sets", view.say(text("Sets won"))), sets_won)]


def _start_rows(view: ClubView, result: GameResult) -> list[RoundRow]:
    """A row with the points at the start, if they are known and anybody begins with some."""
    start_points = result.start_totals
    if start_points is None or not any(start_points) or not _adds_up(result):
        return []
    is_equal = len(set(start_points)) == 1
    return [
        _points_row(TableCell("start", view.say(text("start") if is_equal else text("start, bonus"))), start_points)
    ]


def _points_row(first_cell: TableCell, points: Sequence[int]) -> RoundRow:
    return (first_cell, *(TableCell(seat_points, figure(seat_points)) for seat_points in points))


def _adds_up(result: GameResult) -> bool:
    """Whether the points of all rounds are known: the rounds of a very long game are not stored."""
    if result.rounds:
        return result.start_totals is not None
    return not result.finished or not any(seat.points for seat in result.seats)
