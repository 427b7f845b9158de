"""The names on a page in the words of a language: who gave none is told by the seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from display.vocabulary import Board, Body, Breakdown, Course, PlayerBreakdown, PlayerRow, Sheet, SheetRow
from display.words import Language, SeatName

Named = TypeVar("Named", PlayerRow, SheetRow, PlayerBreakdown, Course)


def with_said_names(body: Body | None, language: Language) -> Body | None:
    """The same with everybody's name as people are told it."""

    def said(people: tuple[Named, ...]) -> tuple[Named, ...]:
        return tuple(person._replace(name=language.say(person.name)) for person in people)

    if isinstance(body, Breakdown) and _told(body.players):
        return Breakdown(said(body.players))
    if isinstance(body, Board) and _told(body.rows):
        return body._replace(rows=said(body.rows))
    if isinstance(body, Sheet) and _told(body.rows):
        chart = body.chart and body.chart._replace(courses=said(body.chart.courses))
        return body._replace(rows=said(body.rows), chart=chart)
    return body


def _told(people: Iterable[PlayerRow | SheetRow | PlayerBreakdown]) -> bool:
    return any(isinstance(person.name, SeatName) for person in people)
