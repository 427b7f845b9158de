"""Database access to everybody's rating after each game, and to the current ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, select, tuple_

from club.store.bulk import insert_rows
from club.store.schema import RATED_SEAT, RATING
from club.store.store_part import StorePart
from device.history.ratings import Rating


class RatedSeat(NamedTuple):
    """A person's rating after a game of a kind: the columns of `club.store.schema.RATED_SEAT`."""

    game: int
    person: str
    kind: int
    played: float
    mean: float
    deviation: float
    games: int


class Ratings(StorePart):
    """Ratings, within a transaction of the store. Games of a kind are in the order in which they were played. Games and
    kinds are given by their numbers."""

    def last_rated_game(self, kind: int) -> tuple[float, int] | None:
        """The last rated game of a kind: when it was played, and its number. None if no game is rated."""
        query = select(RATED_SEAT.c.played, RATED_SEAT.c.game).where(RATED_SEAT.c.kind == kind)
        row = self._execute(query.order_by(RATED_SEAT.c.played.desc(), RATED_SEAT.c.game.desc()).limit(1)).first()
        return None if row is None else (row.played, row.game)

    def current_ratings(self, kind: int, people: Collection[str]) -> dict[str, Rating]:
        """The current ratings of these people, by their names."""
        columns = select(RATING.c.person, RATING.c.mean, RATING.c.deviation, RATING.c.games)
        query = columns.where(RATING.c.kind == kind, RATING.c.person.in_(people))
        return {row.person: Rating(*row) for row in self._execute(query)}

    def add_ratings(self, kind: int, rated_seats: Sequence[RatedSeat], current_ratings: Iterable[Rating]) -> None:
        """Add the ratings after the next games of a kind, and replace people's current ones by `current_ratings`."""
        insert_rows(self._connection, RATED_SEAT, [seat._asdict() for seat in rated_seats])
        rows = [
            {
                "kind": kind,
                "person": rating.name,
                "mean": rating.mean,
                "deviation": rating.deviation,
                "games": rating.game_count,
            }
            for rating in current_ratings
        ]
        people = [row["person"] for row in rows]
        self._execute(delete(RATING).where(RATING.c.kind == kind, RATING.c.person.in_(people)))
        insert_rows(self._connection, RATING, rows)

    def delete_from(self, kind: int, played: float, game: int) -> None:
        """Delete the ratings of a changed game and of all later ones of its kind, so that they are rated again."""
        from_changed_game = (
            RATED_SEAT.c.kind == kind,
            tuple_(RATED_SEAT.c.played, RATED_SEAT.c.game) >= tuple_(played, game),
        )
        people = list(self._execute(select(RATED_SEAT.c.person).where(*from_changed_game).distinct()).scalars())
        if not people:
            return
        self._execute(delete(RATED_SEAT).where(*from_changed_game))
        columns = RATED_SEAT.c.kind, RATED_SEAT.c.person, RATED_SEAT.c.mean, RATED_SEAT.c.deviation, RATED_SEAT.c.games
        games_back = func.row_number().over(
            partition_by=RATED_SEAT.c.person, order_by=(RATED_SEAT.c.played.desc(), RATED_SEAT.c.game.desc())
        )
        of_people = RATED_SEAT.c.kind == kind, RATED_SEAT.c.person.in_(people)
        numbered = select(*columns, games_back.label("back")).where(*of_people).subquery()
        self._execute(delete(RATING).where(RATING.c.kind == kind, RATING.c.person.in_(people)))
        names = [column.name for column in columns]
        last_ratings = select(*(numbered.c[name] for name in names)).where(numbered.c.back == 1)
        self._execute(RATING.insert().from_select(names, last_ratings))
