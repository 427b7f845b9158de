"""Replace the numbers of seats without a name by “Player 2” and so on, in the language of the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from display.vocabulary import Board, Body, Breakdown, PlayerBreakdown, PlayerRow, PlayerTotals, Sheet, SheetRow
from display.words import Language, SeatName

Named = TypeVar("Named", PlayerRow, SheetRow, PlayerBreakdown, PlayerTotals)


def with_display_names(body: Body | None, language: Language) -> Body | None:
    """Return a body with all players' names as they are shown. A body without unnamed seats is returned unchanged."""

    def with_names(people: tuple[Named, ...]) -> tuple[Named, ...]:
        return tuple(person._replace(name=language.say(person.name)) for person in people)

    if isinstance(body, Breakdown) and _has_unnamed_seats(body.players):
        return body._replace(players=with_names(body.players))
    if isinstance(body, Board) and _has_unnamed_seats(body.rows):
        return body._replace(rows=with_names(body.rows))
    if isinstance(body, Sheet) and _has_unnamed_seats(body.rows):
        chart = body.chart and body.chart._replace(players=with_names(body.chart.players))
        return body._replace(rows=with_names(body.rows), chart=chart)
    return body


def _has_unnamed_seats(people: Iterable[PlayerRow | SheetRow | PlayerBreakdown]) -> bool:
    return any(isinstance(person.name, SeatName) for person in people)
