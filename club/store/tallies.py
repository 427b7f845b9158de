"""What everybody comes to in an evening, a season, a kind of game, or all games, in the database."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, String, and_, case, delete, func, literal, or_, select

from club.store.schema import EVENING, SCORE, TALLY


class TallySort(StrEnum):
    """Of what a tally is."""

    ALL = "all"
    EVENING = "evening"
    SEASON = "season"
    KIND = "kind"


class TallyOf(NamedTuple):
    """Of which evening, season or kind a tally is, by its number; of all games, 0."""

    sort: TallySort
    number: int = 0


ALL_GAMES = TallyOf(TallySort.ALL)


class PersonTally(NamedTuple):
    """What somebody comes to: games, wins, shares of a league in its units, points, the fewest and most of a game."""

    person: str
    played: int
    won: int
    shares: int
    points: int
    least: int
    most: int


_NAMES = ("sort", "of", *PersonTally._fields)
_NONE = literal(0)


class Tallies:
    """Tallies, within a transaction of the store. Who comes first has most wins; in a league, most shares."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    # Counted anew

    def count_all(self, people: Collection[str]) -> None:
        """Count all finished games of these people."""
        scores = _sums(TallySort.ALL, _NONE).where(SCORE.c.finished.is_(True), SCORE.c.person.in_(people))
        self._replace(ALL_GAMES, people, scores.group_by(SCORE.c.person))

    def count_kind(self, kind: int, people: Collection[str]) -> None:
        """Count the finished games of one kind of these people."""
        mine = SCORE.c.kind == kind, SCORE.c.person.in_(people), SCORE.c.finished.is_(True)
        scores = _sums(TallySort.KIND, SCORE.c.kind).where(*mine).group_by(SCORE.c.kind, SCORE.c.person)
        self._replace(TallyOf(TallySort.KIND, kind), people, scores)

    def count_evening(self, evening: int, people: Collection[str]) -> None:
        """Count the games of an evening that a league counts, of these people."""
        mine = SCORE.c.evening == evening, SCORE.c.person.in_(people), SCORE.c.share.is_not(None)
        scores = _sums(TallySort.EVENING, SCORE.c.evening).where(*mine).group_by(SCORE.c.evening, SCORE.c.person)
        self._replace(TallyOf(TallySort.EVENING, evening), people, scores)

    def count_season(self, season: int, people: Collection[str]) -> None:
        """Add up the evenings of a season, of these people."""
        of_evening = and_(TALLY.c.sort == TallySort.EVENING.value, TALLY.c.of == EVENING.c.number)
        sums = select(
            literal(TallySort.SEASON.value, String), EVENING.c.season, TALLY.c.person, func.sum(TALLY.c.played),
            func.sum(TALLY.c.won), func.sum(TALLY.c.shares), _NONE, _NONE, _NONE,
        ).join_from(EVENING, TALLY, of_evening)  # fmt: skip
        sums = sums.where(EVENING.c.season == season, TALLY.c.person.in_(people))
        self._replace(TallyOf(TallySort.SEASON, season), people, sums.group_by(EVENING.c.season, TALLY.c.person))

    def _replace(self, of: TallyOf, people: Collection[str], counted: Select[Any]) -> None:
        self._connection.execute(delete(TALLY).where(_is(of), TALLY.c.person.in_(people)))
        self._connection.execute(TALLY.insert().from_select(_NAMES, counted))

    # Looked at

    def people(self, of: TallyOf) -> int:
        """How many people there are."""
        wanted = select(func.count()).select_from(TALLY).where(_is(of))
        return int(self._connection.execute(wanted).scalar_one())

    def kinds(self, most: int) -> dict[int, int]:
        """The kinds of games that most people have played to the end, so many of them: how many, by their numbers."""
        counted = select(TALLY.c.of, func.count()).where(TALLY.c.sort == TallySort.KIND.value).group_by(TALLY.c.of)
        wanted = counted.order_by(func.count().desc(), TALLY.c.of).limit(most)
        return {row[0]: row[1] for row in self._connection.execute(wanted)}

    def by_wins(self, of: TallyOf, skip: int, most: int) -> list[PersonTally]:
        """So many people, after so many others, by their wins and then by name."""
        return self._rows(of, skip, most, TALLY.c.won.desc(), TALLY.c.person)

    def by_shares(self, of: TallyOf, skip: int, most: int) -> list[PersonTally]:
        """The same by their shares, then by wins."""
        return self._rows(of, skip, most, TALLY.c.shares.desc(), TALLY.c.won.desc(), TALLY.c.person)

    def before(self, of: TallyOf, one: PersonTally) -> int:
        """How many have more shares, or as many and more wins."""
        better = or_(TALLY.c.shares > one.shares, and_(TALLY.c.shares == one.shares, TALLY.c.won > one.won))
        wanted = select(func.count()).select_from(TALLY).where(_is(of), better)
        return int(self._connection.execute(wanted).scalar_one())

    def _rows(self, of: TallyOf, skip: int, most: int, *order: ColumnElement[Any]) -> list[PersonTally]:
        columns = [TALLY.c[name] for name in PersonTally._fields]
        wanted = select(*columns).where(_is(of)).order_by(*order).offset(skip).limit(most)
        return [PersonTally(*row) for row in self._connection.execute(wanted)]


def _is(of: TallyOf) -> ColumnElement[bool]:
    return and_(TALLY.c.sort == of.sort.value, TALLY.c.of == of.number)


def _sums(sort: TallySort, number: ColumnElement[Any]) -> Select[Any]:
    """Sums of scores, as columns of a tally."""
    counts = case((SCORE.c.share.is_not(None), SCORE.c.share), else_=0)
    return select(
        literal(sort.value, String), number, SCORE.c.person, func.count(), func.sum(SCORE.c.won), func.sum(counts),
        func.sum(SCORE.c.points), func.min(SCORE.c.points), func.max(SCORE.c.points),
    )  # fmt: skip
