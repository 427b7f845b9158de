"""Database access to each person's totals over an evening, a season, a kind of game, or all games."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, delete, func, literal, or_, select

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
    """A person's totals. `played` and `won` count games, `shares` are units of a league, and `least` and `most` are the
    fewest and the most points of a single game."""

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

    def recount(self, scope: TallyScope, people: Collection[str]) -> None:
        """Replace the totals of these people over the finished games of a scope; of an evening, over those that count
        in a league. A season's games, wins and shares are the sums of its evenings'; its points are not counted."""
        if scope.kind is ScopeKind.SEASON:
            sums = _sums_of_evenings(scope).where(TALLY.c.person.in_(people))
        else:
            sums = _sums_of_scores(scope).where(SCORE.c.person.in_(people))
        self._execute(delete(TALLY).where(_in_scope(scope), TALLY.c.person.in_(people)))
        self._execute(TALLY.insert().from_select(_COLUMN_NAMES, sums))

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


def _scope_columns(scope: TallyScope) -> tuple[ColumnElement[str], ColumnElement[int]]:
    return literal(scope.kind.value, TALLY.c.sort.type), literal(scope.number, TALLY.c.of.type)


def _sums_of_scores(scope: TallyScope) -> Select[Any]:
    """Select each person's sums of the scores of a scope, which is no season, as the columns of a tally."""
    counted_shares = func.coalesce(SCORE.c.share, 0)
    sums = select(
        *_scope_columns(scope), SCORE.c.person, func.count(), func.sum(SCORE.c.won),
        func.sum(counted_shares), func.sum(SCORE.c.points), func.min(SCORE.c.points), func.max(SCORE.c.points),
    )  # fmt: skip
    return sums.where(_is_counted(scope)).group_by(SCORE.c.person)


def _is_counted(scope: TallyScope) -> ColumnElement[bool]:
    """The condition for the scores that count in a scope, which is no season."""
    if scope.kind is ScopeKind.EVENING:
        return and_(SCORE.c.evening == scope.number, SCORE.c.share.is_not(None))
    is_finished = SCORE.c.finished.is_(True)
    return and_(SCORE.c.kind == scope.number, is_finished) if scope.kind is ScopeKind.KIND else is_finished


def _sums_of_evenings(season: TallyScope) -> Select[Any]:
    """Select each person's sums of the tallies of a season's evenings, as the columns of a tally."""
    of_evening = and_(TALLY.c.sort == ScopeKind.EVENING.value, TALLY.c.of == EVENING.c.number)
    sums = select(
        *_scope_columns(season), TALLY.c.person, func.sum(TALLY.c.played), func.sum(TALLY.c.won),
        func.sum(TALLY.c.shares), _ZERO, _ZERO, _ZERO,
    ).join_from(EVENING, TALLY, of_evening)  # fmt: skip
    return sums.where(EVENING.c.season == season.number).group_by(TALLY.c.person)
