"""The names on a page in the words of a language: who gave none is told by the seat."""

from __future__ import annotations

from collections.abc import Iterable

from display.vocabulary import Board, Body, Breakdown, Chart, Sheet
from display.words import Language, SeatName


def with_said_names(body: Body | None, language: Language) -> Body | None:
    """The same with everybody's name as people are told it."""
    if isinstance(body, Breakdown):
        return _breakdown(body, language) if _told(player.name for player in body.players) else body
    if isinstance(body, Board):
        return _board(body, language) if _told(row.name for row in body.rows) else body
    if isinstance(body, Sheet):
        return _sheet(body, language) if _told(row.name for row in body.rows) else body
    return body


def _board(board: Board, language: Language) -> Board:
    return board._replace(rows=tuple(row._replace(name=language.say(row.name)) for row in board.rows))


def _sheet(sheet: Sheet, language: Language) -> Sheet:
    rows = tuple(row._replace(name=language.say(row.name)) for row in sheet.rows)
    return sheet._replace(rows=rows, chart=sheet.chart and _chart(sheet.chart, language))


def _breakdown(breakdown: Breakdown, language: Language) -> Breakdown:
    return Breakdown(tuple(player._replace(name=language.say(player.name)) for player in breakdown.players))


def _told(names: Iterable[str]) -> bool:
    return any(isinstance(name, SeatName) for name in names)


def _chart(chart: Chart, language: Language) -> Chart:
    return chart._replace(courses=tuple(one._replace(name=language.say(one.name)) for one in chart.courses))
