"""Database access to each person's totals over an evening, a season, a kind of game, or all games."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, String, and_, case, delete, func, literal, or_, select

from club.store.schema import EVENING, SCORE, TALLY
from club.store.store_part import StorePart


class ScopeKind(StrEnum):
    """What a tally covers."""

    ALL = "all"
    EVENING = "evening"
    SEASON = "season"
    KIND = "kind"


class TallyScope(NamedTuple):
    """The evening, season or kind that a tally covers, by its number; 0 for all games."""

    kind: ScopeKind
    number: int = 0


ALL_GAMES = TallyScope(ScopeKind.ALL)


class PersonTally(NamedTuple):
    """A person's totals: games, wins, shares in a league in its units, points, and fewest and most points of a game."""

    person: str
    played: int
    won: int
    shares: int
    points: int
    least: int
    most: int


_COLUMN_NAMES = ("sort", "of", *PersonTally._fields)
_ZERO = literal(0)


class Tallies(StorePart):
    """Tallies, within a transaction of the store. They are ranked by wins; in a league, by shares. Kinds, evenings and
    seasons are given by their numbers."""

    # Counting

    def count_all(self, people: Collection[str]) -> None:
        """Replace the totals of these people over all finished games."""
        scores = _select_sums(ScopeKind.ALL, _ZERO).where(SCORE.c.finished.is_(True), SCORE.c.person.in_(people))
        self._replace(ALL_GAMES, people, scores.group_by(SCORE.c.person))

    def count_kind(self, kind_number: int, people: Collection[str]) -> None:
        """Replace the totals of these people over the finished games of one kind."""
        is_counted = SCORE.c.kind == kind_number, SCORE.c.person.in_(people), SCORE.c.finished.is_(True)
        scores = _select_sums(ScopeKind.KIND, SCORE.c.kind).where(*is_counted).group_by(SCORE.c.kind, SCORE.c.person)
        self._replace(TallyScope(ScopeKind.KIND, kind_number), people, scores)

    def count_evening(self, evening: int, people: Collection[str]) -> None:
        """Replace the totals of these people over the games of an evening that count in a league."""
        is_counted = SCORE.c.evening == evening, SCORE.c.person.in_(people), SCORE.c.share.is_not(None)
        scores = (
            _select_sums(ScopeKind.EVENING, SCORE.c.evening)
            .where(*is_counted)
            .group_by(SCORE.c.evening, SCORE.c.person)
        )
        self._replace(TallyScope(ScopeKind.EVENING, evening), people, scores)

    def count_season(self, season: int, people: Collection[str]) -> None:
        """Replace the season totals of these people by the sums of its evenings."""
        of_evening = and_(TALLY.c.sort == ScopeKind.EVENING.value, TALLY.c.of == EVENING.c.number)
        sums = select(
            literal(ScopeKind.SEASON.value, String), EVENING.c.season, TALLY.c.person, func.sum(TALLY.c.played),
            func.sum(TALLY.c.won), func.sum(TALLY.c.shares), _ZERO, _ZERO, _ZERO,
        ).join_from(EVENING, TALLY, of_evening)  # fmt: skip
        sums = sums.where(EVENING.c.season == season, TALLY.c.person.in_(people))
        self._replace(TallyScope(ScopeKind.SEASON, season), people, sums.group_by(EVENING.c.season, TALLY.c.person))

    def _replace(self, scope: TallyScope, people: Collection[str], sums: Select[Any]) -> None:
        self._execute(delete(TALLY).where(_in_scope(scope), TALLY.c.person.in_(people)))
        self._execute(TALLY.insert().from_select(_COLUMN_NAMES, sums))

    # Reading

    def count_people(self, scope: TallyScope) -> int:
        """How many people a tally has."""
        query = select(func.count()).select_from(TALLY).where(_in_scope(scope))
        return int(self._execute(query).scalar_one())

    def most_played_kinds(self, limit: int) -> dict[int, int]:
        """The numbers of the `limit` kinds of games finished by most people, with how many people these are."""
        counted = select(TALLY.c.of, func.count()).where(TALLY.c.sort == ScopeKind.KIND.value).group_by(TALLY.c.of)
        query = counted.order_by(func.count().desc(), TALLY.c.of).limit(limit)
        return {row[0]: row[1] for row in self._execute(query)}

    def people_by_wins(self, scope: TallyScope, skip: int, limit: int) -> list[PersonTally]:
        """At most `limit` people after the first `skip`, by their wins and then by name."""
        return self._read_tallies(scope, skip, limit, TALLY.c.won.desc(), TALLY.c.person)

    def people_by_shares(self, scope: TallyScope, skip: int, limit: int) -> list[PersonTally]:
        """At most `limit` people after the first `skip`, by their shares, then by wins, then by name."""
        return self._read_tallies(scope, skip, limit, TALLY.c.shares.desc(), TALLY.c.won.desc(), TALLY.c.person)

    def count_better(self, scope: TallyScope, tally: PersonTally) -> int:
        """Count the people who rank before `tally`: with more shares, or with as many and more wins."""
        is_better = or_(TALLY.c.shares > tally.shares, and_(TALLY.c.shares == tally.shares, TALLY.c.won > tally.won))
        query = select(func.count()).select_from(TALLY).where(_in_scope(scope), is_better)
        return int(self._execute(query).scalar_one())

    def _read_tallies(self, scope: TallyScope, skip: int, limit: int, *order: ColumnElement[Any]) -> list[PersonTally]:
        columns = [TALLY.c[name] for name in PersonTally._fields]
        query = select(*columns).where(_in_scope(scope)).order_by(*order).offset(skip).limit(limit)
        return [PersonTally(*row) for row in self._execute(query)]


def _in_scope(scope: TallyScope) -> ColumnElement[bool]:
    return and_(TALLY.c.sort == scope.kind.value, TALLY.c.of == scope.number)


def _select_sums(scope_kind: ScopeKind, scope_number: ColumnElement[Any]) -> Select[Any]:
    """Select sums of scores as the columns of a tally."""
    counted_shares = case((SCORE.c.share.is_not(None), SCORE.c.share), else_=0)
    return select(
        literal(scope_kind.value, String), scope_number, SCORE.c.person, func.count(), func.sum(SCORE.c.won),
        func.sum(counted_shares), func.sum(SCORE.c.points), func.min(SCORE.c.points), func.max(SCORE.c.points),
    )  # fmt: skip
