"""Database access to games that the director has left out: they stay stored, but count nowhere until taken in again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, insert, select

from club.store.bulk import insert_rows, rows_of_parameter, rows_parameter
from club.store.schema import GAME, LEFT_OUT, LEFT_OUT_GAME
from club.store.scores import SeatScores
from club.store.store_part import StorePart

MAX_DESCRIPTION_LENGTH = 200
"""Maximum number of characters of the description of a group of left-out games."""

LEFT_OUT_GAME_NUMBERS = select(LEFT_OUT_GAME.c.game)
"""Selects the numbers of all left-out games."""


class LeftOutGroup(NamedTuple):
    """A group of games that were left out together: its number, what was asked for, when, and the number of games."""

    number: int
    description: str
    left_out_at: float
    game_count: int


class LeftOutGames(StorePart):
    """Left-out games, given by their numbers, within a transaction of the store. Times are in seconds since 1970."""

    def leave_out(self, games: Iterable[int], description: str, now: float) -> LeftOutGroup | None:
        """Leave out these games. Returns None if all of them are left out already."""
        game_numbers = set(games)
        counted_games = sorted(game_numbers - self.left_out_among(sorted(game_numbers)))
        if not counted_games:
            return None
        description = description[:MAX_DESCRIPTION_LENGTH]
        group_number: int = self._execute(
            insert(LEFT_OUT).values(what=description, since=now).returning(LEFT_OUT.c.number)
        ).scalar_one()
        insert_rows(self._connection, LEFT_OUT_GAME, [{"game": game, "number": group_number} for game in counted_games])
        SeatScores(self._connection).queue_recount(counted_games)
        return LeftOutGroup(group_number, description, now, len(counted_games))

    def games_of_box(
        self, box: str, received_from: float | None = None, received_before: float | None = None
    ) -> list[int]:
        """The numbers of the games of a box that were first received from `received_from` until before
        `received_before`."""
        query = select(GAME.c.number).where(GAME.c.box == box)
        if received_from is not None:
            query = query.where(GAME.c.received >= received_from)
        if received_before is not None:
            query = query.where(GAME.c.received < received_before)
        return list(self._execute(query).scalars())

    def take_in(self, group_number: int) -> int:
        """Take a group of games in again. Returns how many games these are."""
        is_in_group = LEFT_OUT_GAME.c.number == group_number
        games = list(self._execute(select(LEFT_OUT_GAME.c.game).where(is_in_group)).scalars())
        self._execute(delete(LEFT_OUT_GAME).where(is_in_group))
        self._execute(delete(LEFT_OUT).where(LEFT_OUT.c.number == group_number))
        SeatScores(self._connection).queue_recount(games)
        return len(games)

    def list_groups(self) -> list[LeftOutGroup]:
        """All groups of left-out games, the latest first."""
        count = func.count(LEFT_OUT_GAME.c.game)
        columns = select(LEFT_OUT.c.number, LEFT_OUT.c.what, LEFT_OUT.c.since, count)
        query = columns.join(LEFT_OUT_GAME, LEFT_OUT_GAME.c.number == LEFT_OUT.c.number).group_by(
            LEFT_OUT.c.number, LEFT_OUT.c.what, LEFT_OUT.c.since
        )
        return [LeftOutGroup(*row) for row in self._execute(query.order_by(LEFT_OUT.c.number.desc()))]

    def left_out_among(self, games: Iterable[int]) -> set[int]:
        """Those of these games that are left out."""
        parameter = rows_parameter({"game": game} for game in games)
        return set(self._execute(_select_left_out(self._connection.dialect.name), parameter).scalars())

    def group_number_of(self, game: int) -> int | None:
        """The number of the group with which a game is left out; None if the game counts."""
        group: int | None = self._execute(select(LEFT_OUT_GAME.c.number).where(LEFT_OUT_GAME.c.game == game)).scalar()
        return group


@cache
def _select_left_out(dialect: str) -> Select[Any]:
    parameter_rows = rows_of_parameter(dialect, [LEFT_OUT_GAME.c.game])
    return LEFT_OUT_GAME_NUMBERS.join(parameter_rows, LEFT_OUT_GAME.c.game == parameter_rows.c.game)
