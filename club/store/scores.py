"""Database access to each person's score in each game, and to the queue of games whose scores must be recomputed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, delete, select, tuple_

from club.store.bulk import insert_rows
from club.store.schema import CLUB, GAME_EVENING, PARTNER, RECOUNT_QUEUE, SCORE
from club.store.store_part import StorePart
from device.history.results import GameResult

SEAT_BYTES = 1_500
"""Estimated bytes in PostgreSQL of a seat of a finished game: score, tallies and rating, with old row versions."""


def recount_bytes(result: GameResult | None) -> int:
    """About how many bytes of the database it takes to recompute the scores of a game."""
    return SEAT_BYTES * len(result.seats) if result is not None and result.finished else 0


class SeatScore(NamedTuple):
    """One person's score in a game: the columns of `club.store.schema.SCORE`, and the side if there are partners."""

    game: int
    seat: int
    person: str
    kind: int
    played: float
    evening: int | None
    finished: bool
    rates: bool
    place: int
    won: int
    points: int
    share: int | None
    side: int | None = None


class QueuedRecount(NamedTuple):
    """An entry of the recount queue: its number, and the game's number."""

    number: int
    game: int


class SeatScores(StorePart):
    """Scores, within a transaction of the store. Games, kinds and evenings are given by their numbers."""

    # The recount queue

    def queue_recount(self, games: Iterable[int]) -> None:
        """Queue these games for recounting."""
        rows = [{"game": game} for game in games]
        if rows:
            insert_rows(self._connection, RECOUNT_QUEUE, rows)

    def lock_recounts(self) -> None:
        """Lock out other recounts until the transaction ends: two at once would write the same rows."""
        self._execute(select(CLUB.c.number).with_for_update())

    def recount_queue(self, limit: int) -> list[QueuedRecount]:
        """At most `limit` entries of the recount queue, the oldest first."""
        query = select(RECOUNT_QUEUE.c.number, RECOUNT_QUEUE.c.game).order_by(RECOUNT_QUEUE.c.number).limit(limit)
        return [QueuedRecount(*row) for row in self._execute(query)]

    def remove_from_queue(self, entries: Iterable[QueuedRecount]) -> None:
        """Remove these entries from the recount queue: they have been counted."""
        entry_numbers = [queued.number for queued in entries]
        self._execute(delete(RECOUNT_QUEUE).where(RECOUNT_QUEUE.c.number.in_(entry_numbers)))

    # Scores

    def scores_of_games(self, games: Collection[int]) -> list[SeatScore]:
        """The scores of these games."""
        with_side = SCORE.outerjoin(PARTNER, and_(PARTNER.c.game == SCORE.c.game, PARTNER.c.seat == SCORE.c.seat))
        query: Select[Any] = select(*SCORE.c, PARTNER.c.side).select_from(with_side).where(SCORE.c.game.in_(games))
        ordered_query = query.order_by(SCORE.c.game, SCORE.c.seat)
        return [SeatScore(*row) for row in self._execute(ordered_query)]

    def replace_scores(self, games: Collection[int], scores: Sequence[SeatScore]) -> None:
        """Replace all scores of these games by `scores`."""
        for table in (SCORE, PARTNER):
            self._execute(delete(table).where(table.c.game.in_(games)))
        column_names = SCORE.c.keys()
        score_rows = [{name: getattr(score, name) for name in column_names} for score in scores]
        partner_rows = [
            {"game": score.game, "seat": score.seat, "side": score.side} for score in scores if score.side is not None
        ]
        for table, table_rows in ((SCORE, score_rows), (PARTNER, partner_rows)):
            if table_rows:
                insert_rows(self._connection, table, table_rows)

    def rated_games(self, kind: int, after_game: tuple[float, int] | None, limit: int) -> list[list[SeatScore]]:
        """The scores of up to `limit` rated games of a kind, a list per game; only those after `after_game` (time,
        game)."""
        is_rated = SCORE.c.kind == kind, SCORE.c.rates.is_(True)
        query = select(SCORE.c.played, SCORE.c.game).where(*is_rated).distinct().order_by(SCORE.c.played, SCORE.c.game)
        if after_game is not None:
            query = query.where(tuple_(SCORE.c.played, SCORE.c.game) > tuple_(*after_game))
        game_numbers = [game for _, game in self._execute(query.limit(limit))]
        scores_by_game: dict[int, list[SeatScore]] = {game_number: [] for game_number in game_numbers}
        for score in self.scores_of_games(game_numbers):
            scores_by_game[score.game].append(score)
        return [scores_by_game[game_number] for game_number in game_numbers]

    def evenings_of_games(self, games: Collection[int]) -> dict[int, int]:
        """The evening of each of these games that belongs to one, by game."""
        query = select(GAME_EVENING.c.game, GAME_EVENING.c.evening).where(GAME_EVENING.c.game.in_(games))
        return {row[0]: row[1] for row in self._execute(query)}

    # People

    def games_of_person(self, person: str, before_game: int | None, limit: int) -> list[int]:
        """The numbers of a person's games, the latest first; only those before the game `before_game`, if given."""
        query = select(SCORE.c.game).where(SCORE.c.person == person).order_by(SCORE.c.game.desc()).limit(limit)
        if before_game is not None:
            query = query.where(SCORE.c.game < before_game)
        return list(self._execute(query).scalars())

    def evenings_of_person(self, person: str) -> list[int]:
        """The evenings on which somebody played, the last first."""
        query = select(SCORE.c.evening).where(SCORE.c.person == person, SCORE.c.evening.is_not(None)).distinct()
        return sorted(self._execute(query).scalars(), reverse=True)

    def kinds_of_person(self, person: str, evening: int) -> set[int]:
        """The kinds of games that somebody played on an evening."""
        query = select(SCORE.c.kind).where(SCORE.c.person == person, SCORE.c.evening == evening).distinct()
        return set(self._execute(query).scalars())

    def people_of_evening(self, evening: int) -> set[str]:
        """The names of the people who played on an evening."""
        query = select(SCORE.c.person).where(SCORE.c.evening == evening).distinct()
        return set(self._execute(query).scalars())

    def games_without_evening(self, limit: int) -> list[int]:
        """The numbers of finished games that belong to no evening, the latest first."""
        query = select(SCORE.c.game).where(SCORE.c.evening.is_(None), SCORE.c.finished.is_(True)).distinct()
        return list(self._execute(query.order_by(SCORE.c.game.desc()).limit(limit)).scalars())
