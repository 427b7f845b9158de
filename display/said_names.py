"""The names on a page in the words of a language: who gave none is told by the seat."""

from __future__ import annotations

from dataclasses import replace

from display.vocabulary import Board, Body, Breakdown, Chart, Sheet
from display.words import Language, SeatName


def with_said_names(body: Body | None, language: Language) -> Body | None:
    """The same with everybody's name as people are told it."""
    if isinstance(body, Board):
        if _told([row.name for row in body.rows]):
            return replace(body, rows=tuple(replace(row, name=language.say(row.name)) for row in body.rows))
    elif isinstance(body, Sheet):
        if _told([row.name for row in body.rows]):
            rows = tuple(row._replace(name=language.say(row.name)) for row in body.rows)
            return body._replace(rows=rows, chart=body.chart and _chart(body.chart, language))
    elif isinstance(body, Breakdown) and _told([player.name for player in body.players]):
        return Breakdown(tuple(player._replace(name=language.say(player.name)) for player in body.players))
    return body


def _told(names: list[str]) -> bool:
    return any(isinstance(name, SeatName) for name in names)


def _chart(chart: Chart, language: Language) -> Chart:
    return chart._replace(courses=tuple(one._replace(name=language.say(one.name)) for one in chart.courses))
