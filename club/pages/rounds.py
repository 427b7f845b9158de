"""The rounds of a game on its page, with sums that add up, or a sentence that says why they do not."""

from __future__ import annotations

from collections.abc import Sequence

from club.pages.page_content import ClubView, PageTable, Part, TableCell
from device.contract.scores import RoundName
from device.history.results import GameResult
from device.reports.html import element
from display.words import figure, text

Row = tuple[TableCell, ...]


def rounds_parts(view: ClubView, result: GameResult) -> list[Part]:
    """What everybody had at the start, what each round gave, and the totals; of a game in sets, set by set."""
    seats = result.told
    columns = (("round", text("Round")), *((f"player{n}", text("{name}", name=s.name)) for n, s in enumerate(seats, 1)))
    rows = _one_set(view, result) if result.sets is None else _sets(view, result, result.sets)
    table = PageTable("rounds", text("Rounds, and totals in the last line"), columns, tuple(rows))
    if _add_up(result):
        return [table]
    words = text("This does not add up to the totals: not all is known of these rounds.")
    return [table, element("p", view.say(words))]


def _one_set(view: ClubView, result: GameResult) -> list[Row]:
    rounds = [_row(TableCell(number), gained) for number, gained in enumerate(result.rounds, 1)]
    return [*_start(view, result), *rounds, _row(TableCell("="), [seat.points for seat in result.seats])]


def _sets(view: ClubView, result: GameResult, won: Sequence[int]) -> list[Row]:
    """Set by set, each with its totals, and at the end who has won how many."""
    rows: list[Row] = []
    if not result.set_numbers:  # an earlier program did not keep to which set a round belongs
        rows = [_row(TableCell(number), gained) for number, gained in enumerate(result.rounds, 1)]
        rows.append(_row(TableCell("="), [seat.points for seat in result.seats]))
    rounds = list(zip(result.set_numbers, result.rounds, result.totals or (), strict=False))
    for number in sorted(set(result.set_numbers)):
        of_set = [(gained, total) for its, gained, total in rounds if its == number]
        rows += _start(view, result)
        for at, (gained, _) in enumerate(of_set, 1):
            rows.append(_row(TableCell(f"{number}.{at}", view.say(RoundName(at, number).heading)), gained))
        totals = view.say(text("Totals of set {number}", number=number))
        rows += [_row(TableCell("=", totals), total) for _, total in of_set[-1:]]
    return [*rows, _row(TableCell("sets", view.say(text("Sets won"))), won)]


def _start(view: ClubView, result: GameResult) -> list[Row]:
    """What everybody begins with, where anybody begins with something and it is known."""
    start = result.begun_with
    if start is None or not any(start) or not _add_up(result):
        return []
    same = len(set(start)) == 1
    return [_row(TableCell("start", view.say(text("start") if same else text("start, bonus"))), start)]


def _row(head: TableCell, points: Sequence[int]) -> Row:
    return (head, *(TableCell(each, figure(each)) for each in points))


def _add_up(result: GameResult) -> bool:
    """Whether it is known what the rounds gave: those of a very long game are not kept."""
    if result.rounds:
        return result.begun_with is not None
    return not result.finished or not any(seat.points for seat in result.seats)
