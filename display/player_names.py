"""Replace the numbers of seats without a name by “Player 2” and so on, in the language of the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from display.vocabulary import Board, Body, Breakdown, PlayerBreakdown, PlayerRow, PlayerTotals, Sheet, SheetRow
from display.words import Language, SeatName

Named = TypeVar("Named", PlayerRow, SheetRow, PlayerBreakdown, PlayerTotals)


def with_said_names(body: Body | None, language: Language) -> Body | None:
    """Return a body with all players' names as they are shown. A body without unnamed seats is returned unchanged."""

    def said(people: tuple[Named, ...]) -> tuple[Named, ...]:
        return tuple(person._replace(name=language.say(person.name)) for person in people)

    if isinstance(body, Breakdown) and _need_seat_numbers(body.players):
        return Breakdown(said(body.players))
    if isinstance(body, Board) and _need_seat_numbers(body.rows):
        return body._replace(rows=said(body.rows))
    if isinstance(body, Sheet) and _need_seat_numbers(body.rows):
        chart = body.chart and body.chart._replace(courses=said(body.chart.courses))
        return body._replace(rows=said(body.rows), chart=chart)
    return body


def _need_seat_numbers(people: Iterable[PlayerRow | SheetRow | PlayerBreakdown]) -> bool:
    return any(isinstance(person.name, SeatName) for person in people)
