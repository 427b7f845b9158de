"""Database access to the games of all boxes: each game's last revision and its result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import func, insert, select, update

from club.store.bulk import update_rows
from club.store.evenings import Evenings
from club.store.left_out import LEFT_OUT_GAME_NUMBERS
from club.store.lines import RecordLines, RevisionChange
from club.store.schema import GAME, GAME_EVENING
from club.store.scores import SeatScores
from club.store.store_part import StorePart
from device.history.encoding import decode_result, encode_result
from device.history.results import GameResult
from device.outbox.club_messages import GameMark
from values.named_tuple import NamedTuple

_GAMES = select(
    GAME.c.number, GAME.c.box, GAME.c.identity, GAME.c.revision, GAME.c.digest, GAME.c.length, GAME.c.begun,
    GAME.c.received, GAME.c.changed, GAME.c.facts,
)  # fmt: skip


_COUNTED_CONDITIONS = (GAME.c.kind != "", GAME.c.number.not_in(LEFT_OUT_GAME_NUMBERS))
"""The conditions for games that have players, and that the director has not left out."""

_WITHOUT_LINES = {
    "revision": 0, "digest": "", "length": 0, "kind": "", "finished": False, "facts": encode_result(None),
}  # fmt: skip
"""The values of a game without lines."""


class StoredGame(NamedTuple):
    """A stored game. Times are in seconds since 1970; `began_at` is None if the box did not know the date."""

    number: int
    box: str
    mark: GameMark
    line_count: int
    began_at: float | None
    received_at: float
    changed_at: float
    result: GameResult | None


class Games(StorePart):
    """The games of all boxes, within a transaction of the store. Games and evenings are given by their numbers."""

    def find_game(self, box: str, identity: str) -> StoredGame | None:
        """A game of a box; None if the box has none with this identity."""
        row = self._execute(_GAMES.where(GAME.c.box == box, GAME.c.identity == identity)).first()
        return None if row is None else _stored_game(row)

    def find_in_other_box(self, box: str, identity: str) -> StoredGame | None:
        """The game with this identity of another box; None if there is none."""
        row = self._execute(_GAMES.where(GAME.c.identity == identity, GAME.c.box != box).limit(1)).first()
        return None if row is None else _stored_game(row)

    def count_received_since(self, box: str, since: float) -> int:
        """How many games of a box were first received at `since` or later."""
        query = select(func.count()).select_from(GAME).where(GAME.c.box == box, GAME.c.received >= since)
        return int(self._execute(query).scalar_one())

    def list_games(self, box: str | None = None) -> list[StoredGame]:
        """The games of a box, or of all boxes, the first received first."""
        query = _GAMES if box is None else _GAMES.where(GAME.c.box == box)
        return [_stored_game(row) for row in self._execute(query.order_by(GAME.c.number))]

    def games_by_numbers(self, numbers: Collection[int]) -> list[StoredGame]:
        """The games with these numbers, the first received first."""
        query = _GAMES.where(GAME.c.number.in_(numbers)).order_by(GAME.c.number)
        return [_stored_game(row) for row in self._execute(query)]

    def boxes_and_marks(self, numbers: Collection[int]) -> list[tuple[str, GameMark]]:
        """The box and the last committed revision of each of the games with these numbers. Results are not read."""
        query = select(GAME.c.box, GAME.c.identity, GAME.c.revision, GAME.c.digest).where(GAME.c.number.in_(numbers))
        return [(box, GameMark(*mark)) for box, *mark in self._execute(query)]

    def latest_games(self, boxes: Sequence[str] | None = None) -> dict[str, StoredGame]:
        """The game that was received last from each box, or from each of `boxes`, by the boxes' names."""
        latest = select(func.max(GAME.c.number)).group_by(GAME.c.box)
        if boxes is not None:
            latest = latest.where(GAME.c.box.in_(boxes))
        return {game.box: game for game in map(_stored_game, self._execute(_GAMES.where(GAME.c.number.in_(latest))))}

    def latest_numbers(self) -> dict[str, int]:
        """The number of the game that was received last from each box, by the boxes' names."""
        query = select(GAME.c.box, func.max(GAME.c.number)).group_by(GAME.c.box)
        return {row[0]: row[1] for row in self._execute(query)}

    def last_marks(self, box: str) -> list[GameMark]:
        """The last committed revision of each game of a box."""
        query = select(GAME.c.identity, GAME.c.revision, GAME.c.digest).where(GAME.c.box == box)
        return [GameMark(*row) for row in self._execute(query.order_by(GAME.c.number))]

    def games_before(self, number: int | None, limit: int, evening: int | None = None) -> list[StoredGame]:
        """At most `limit` counting games before the game `number`, of one evening or of all, the latest first."""
        query = _GAMES.where(*_COUNTED_CONDITIONS).order_by(GAME.c.number.desc()).limit(limit)
        if number is not None:
            query = query.where(GAME.c.number < number)
        if evening is not None:
            query = query.join(GAME_EVENING, GAME_EVENING.c.game == GAME.c.number).where(
                GAME_EVENING.c.evening == evening
            )
        return [_stored_game(row) for row in self._execute(query)]

    def games_after(self, number: int, limit: int) -> list[StoredGame]:
        """At most `limit` counting games after the game `number`, the first received first."""
        query = _GAMES.where(*_COUNTED_CONDITIONS, GAME.c.number > number).order_by(GAME.c.number).limit(limit)
        return [_stored_game(row) for row in self._execute(query)]

    def games_of_evening(self, evening: int, kinds: Iterable[str] | None = None) -> list[StoredGame]:
        """The counting games of an evening, or only those of `kinds`, the first received first."""
        query = _GAMES.join(GAME_EVENING, GAME_EVENING.c.game == GAME.c.number).where(
            GAME_EVENING.c.evening == evening, *_COUNTED_CONDITIONS
        )
        if kinds is not None:
            query = query.where(GAME.c.kind.in_(sorted(kinds)))
        return [_stored_game(row) for row in self._execute(query.order_by(GAME.c.number))]

    def add_game(self, box: str, identity: str, began_at: float | None, now: float) -> int:
        """Add a game, still without lines. Returns its number."""
        values = {"box": box, "identity": identity, "begun": began_at, "received": now, "changed": now}
        rows = self._execute(insert(GAME).values(values | _WITHOUT_LINES).returning(GAME.c.number))
        number: int = rows.scalar_one()
        return number

    def set_revisions(self, changes: Iterable[RevisionChange]) -> None:
        """Set the games' last revisions."""
        rows = [
            {
                "number": change.game_number, "revision": change.mark.number, "digest": change.mark.digest,
                "length": change.line_count, "changed": change.received_at,
            }
            for change in changes
        ]  # fmt: skip
        update_rows(self._connection, GAME, GAME.c.number, rows)

    def update_results(self, results: Sequence[tuple[int, GameResult | None]]) -> None:
        """Store the results of games, by number, queue the games for counting, and assign finished ones to evenings."""
        rows = [
            {
                "number": number, "kind": "" if result is None else result.game_id,
                "finished": result is not None and result.finished, "facts": encode_result(result),
            }
            for number, result in results
        ]  # fmt: skip
        update_rows(self._connection, GAME, GAME.c.number, rows)
        SeatScores(self._connection).queue_recount(number for number, _ in results)
        Evenings(self._connection).assign_to_current_evening(
            number for number, result in results if result is not None and result.finished
        )

    def set_date(self, game_number: int, began_at: float) -> None:
        """Set the date of a game that has none, now that its box knows it."""
        self._execute(update(GAME).where(GAME.c.number == game_number, GAME.c.begun.is_(None)).values(begun=began_at))
        SeatScores(self._connection).queue_recount([game_number])

    def set_box(self, game_number: int, box: str) -> None:
        """Set the box of a game."""
        self._execute(update(GAME).where(GAME.c.number == game_number).values(box=box))

    def reset_game(self, game_number: int, now: float) -> None:
        """Reset a game, so that its box sends it again. Its lines are kept as replaced ones."""
        revision: int = self._execute(select(GAME.c.revision).where(GAME.c.number == game_number)).scalar_one()
        RecordLines(self._connection).move_to_replaced(game_number, revision)
        SeatScores(self._connection).queue_recount([game_number])
        self._execute(update(GAME).where(GAME.c.number == game_number).values(_WITHOUT_LINES | {"changed": now}))


def _stored_game(row: Any) -> StoredGame:
    number, box, identity, revision, digest, length, begun, received, changed, facts = row
    try:
        result = decode_result(facts)
    except ValueError:  # damaged: it is missing until the game's box changes the game, or sends it again
        result = None
    return StoredGame(number, box, GameMark(identity, revision, digest), length, begun, received, changed, result)
