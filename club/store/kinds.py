"""Database access to the kinds of games: their titles, each evening's number of games, and which need rating."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, insert, select, tuple_, update

from club.store import sentences
from club.store.schema import EVENING_KIND, KIND, SCORE
from club.store.store_part import StorePart
from device.history.kinds import GameKind
from display.words import Text

_KINDS = select(KIND.c.number, KIND.c.game, KIND.c.title, KIND.c.words, KIND.c.lowest_wins)


class StoredKind(NamedTuple):
    """A kind of games, with its number in this store."""

    number: int
    kind: GameKind
    title: Text | str
    lowest_wins: bool


class Kinds(StorePart):
    """Kinds of games, within a transaction of the store. There may be very many, since tables choose titles freely."""

    def kinds_by_numbers(self, numbers: Collection[int]) -> list[StoredKind]:
        """The kinds with these numbers, sorted by game and title."""
        return self._read_kinds(_KINDS.where(KIND.c.number.in_(numbers)))

    def find_kinds(self, kinds: Collection[GameKind]) -> list[StoredKind]:
        """Those of these kinds that are stored."""
        return self._read_kinds(_KINDS.where(tuple_(KIND.c.game, KIND.c.title).in_([tuple(kind) for kind in kinds])))

    def add_kind(self, kind: GameKind, title: Text | str, *, lowest_wins: bool) -> int:
        """Add a new kind. Returns its number."""
        words = "" if isinstance(title, str) else sentences.to_json(title)
        values = {
            "game": kind.game_id, "title": kind.title, "words": words, "lowest_wins": lowest_wins, "unrated": False,
        }  # fmt: skip
        number: int = self._execute(insert(KIND).values(values).returning(KIND.c.number)).scalar_one()
        return number

    def unrated_kinds(self, limit: int) -> list[int]:
        """The numbers of at most `limit` kinds with games that may not be rated yet."""
        query = select(KIND.c.number).where(KIND.c.unrated.is_(True)).order_by(KIND.c.number).limit(limit)
        return list(self._execute(query).scalars())

    def set_has_unrated(self, kind_number: int, has_unrated: bool) -> None:
        """Set whether there may be games of a kind that are not rated yet."""
        self._execute(update(KIND).where(KIND.c.number == kind_number).values(unrated=has_unrated))

    def recount_evening(self, evening: int) -> None:
        """Recount how many games of each kind were finished on an evening."""
        self._execute(delete(EVENING_KIND).where(EVENING_KIND.c.evening == evening))
        counts = select(SCORE.c.evening, SCORE.c.kind, func.count(SCORE.c.game.distinct()))
        counts = counts.where(SCORE.c.evening == evening, SCORE.c.finished.is_(True))
        counts = counts.group_by(SCORE.c.evening, SCORE.c.kind)
        self._execute(EVENING_KIND.insert().from_select(["evening", "kind", "games"], counts))

    def most_played(self, evenings: Collection[int]) -> StoredKind | None:
        """The kind with most finished games on these evenings; of equals, the first by name."""
        game_count = func.sum(EVENING_KIND.c.games).label("game_count")
        games_by_kind = select(EVENING_KIND.c.kind, game_count).where(EVENING_KIND.c.evening.in_(evenings))
        sums = games_by_kind.group_by(EVENING_KIND.c.kind).subquery()
        query = _KINDS.join(sums, sums.c.kind == KIND.c.number)
        stored_kinds = self._read_kinds(
            query.order_by(sums.c.game_count.desc(), KIND.c.game, KIND.c.title).limit(1), is_sorted=True
        )
        return stored_kinds[0] if stored_kinds else None

    def _read_kinds(self, query: Select[Any], *, is_sorted: bool = False) -> list[StoredKind]:
        stored_kinds = [
            StoredKind(number, GameKind(game, title), sentences.from_json(words) if words else title, lowest_wins)
            for number, game, title, words, lowest_wins in self._execute(query)
        ]
        return stored_kinds if is_sorted else sorted(stored_kinds, key=lambda stored_kind: stored_kind.kind)
