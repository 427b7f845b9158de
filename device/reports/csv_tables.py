"""Past games and statistics as lines of CSV tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.history.kinds import game_kind
from device.history.past_game import PastGame
from device.history.statistics import Statistics
from device.reports import spreadsheet
from device.reports.json_values import iso_time

_PLAYER_HEADER = (
    "number", "begun", "game", "title", "ended", "refusals let stand", "seconds", "player", "person", "seat", "points",
    "place", "won", "timed declarations", "seconds of declarations", "side of partners", "stopped",
)  # fmt: skip
_ROUND_HEADER = ("number", "begun", "game", "title", "round", "player", "person", "seat", "points")
_PERSON_HEADER = ("game", "title", "player", "played", "won", "shared", "mean points", "best points", "worst points")


def player_lines(games: Iterable[PastGame]) -> Iterator[str]:
    """Lines of a table with a row for each player of each game, the header first."""
    yield spreadsheet.csv_line(_PLAYER_HEADER)
    for game in games:
        result = game.result
        has_times = any(seat.timed_declaration_count for seat in result.seats)  # a hub knows none
        seconds = result.seconds if has_times else None
        for seat_number, (seat, person) in enumerate(zip(result.seats, game.people, strict=True), 1):
            leading_cells = (*_leading_cells(game), int(result.finished), result.accepted_refusal_count, seconds)
            side = result.sides[seat_number - 1] + 1 if result.sides else None
            outcome = (seat.points, result.final_place(seat_number - 1), int(result.is_won_by(seat_number - 1)))
            times = (seat.timed_declaration_count, seat.seconds) if has_times else (None, None)
            outcome_cells = (*(outcome if result.has_places else (None, None, None)), *times, side, int(result.stopped))
            yield spreadsheet.csv_line((*leading_cells, seat.name, person, seat_number, *outcome_cells))


def _leading_cells(game: PastGame) -> tuple[int, str | None, str, str]:
    """The cells that identify a game: its number, its date, and its kind."""
    return (game.number, iso_time(game.began_at), *game_kind(game.result))


def round_lines(games: Iterable[PastGame]) -> Iterator[str]:
    """Lines of a table with a row for each player of each scored round, the header first."""
    yield spreadsheet.csv_line(_ROUND_HEADER)
    for game in games:
        for round_, points in enumerate(game.result.rounds, 1):
            for seat_number, (seat, person) in enumerate(zip(game.result.seats, game.people, strict=True), 1):
                leading_cells = (*_leading_cells(game), round_)
                yield spreadsheet.csv_line((*leading_cells, seat.name, person, seat_number, points[seat_number - 1]))


def person_lines(statistics: Statistics) -> Iterator[str]:
    """Lines of a table with a row for each player of each kind of game, the header first."""
    yield spreadsheet.csv_line(_PERSON_HEADER)
    for kind_statistics in statistics.kinds:
        for player in kind_statistics.players:
            points = (round(player.mean, 2), player.best.value, player.worst.value)
            counts = (player.game_count, player.win_count, player.shared_win_count)
            yield spreadsheet.csv_line((*kind_statistics.kind, player.name, *counts, *points))
