"""The past as tables that a spreadsheet opens as they are: marked as UTF-8, and with no cell that is a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from device.history.past import PastGame
from device.history.statistics import Statistics
from device.reports.values import moment

MARK = "\ufeff"
"""What a spreadsheet knows UTF-8 by, at the beginning of a file."""

_GAMES = (
    "number", "begun", "game", "finished", "let stand", "seconds", "player", "person", "seat", "points", "place", "won",
    "declarations", "seconds of declarations",
)  # fmt: skip
_ROUNDS = ("number", "begun", "game", "round", "player", "person", "seat", "points")
_PEOPLE = ("game", "player", "played", "won", "shared", "mean points", "best points", "worst points")
_FORMULA = ("=", "+", "-", "@")


def by_player(games: Iterable[PastGame]) -> Iterator[str]:
    """Lines of a table with a row for each player of each game, the head first."""
    yield _line(_GAMES)
    for game in games:
        result = game.result
        for number, (seat, person) in enumerate(zip(result.seats, game.people, strict=True), 1):
            head = (game.number, moment(game.begun), result.game, int(result.finished), result.stands, result.seconds)
            did = (seat.points, seat.place, int(seat.won), seat.declarations, seat.seconds)
            yield _line((*head, seat.name, person, number, *did))


def by_round(games: Iterable[PastGame]) -> Iterator[str]:
    """Lines of a table with a row for each player of each scored round, the head first."""
    yield _line(_ROUNDS)
    for game in games:
        for round_, points in enumerate(game.result.rounds, 1):
            for number, (seat, person) in enumerate(zip(game.result.seats, game.people, strict=True), 1):
                head = (game.number, moment(game.begun), game.result.game, round_)
                yield _line((*head, seat.name, person, number, points[number - 1]))


def by_person(found: Statistics) -> Iterator[str]:
    """Lines of a table with a row for each player of each kind of game, the head first."""
    yield _line(_PEOPLE)
    for record in found.games:
        for player in record.players:
            points = (round(player.mean, 2), player.best.value, player.worst.value)
            yield _line((record.game, player.name, player.played, player.won, player.shared, *points))


def _line(cells: Iterable[object]) -> str:
    file = StringIO()
    csv.writer(file).writerow(["" if cell is None else harmless(cell) for cell in cells])
    return file.getvalue()


def harmless(cell: object) -> object:
    """A name that a spreadsheet would take for a formula, with an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
