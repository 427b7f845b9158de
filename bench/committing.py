"""Measures what a hub's check and commit of a declaration in PostgreSQL costs, also with a hundred times the boxes."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache

import psycopg

from club.store.database import ClubStore
from club.store.receiver import BoxMessage, Receiver
from device.outbox.club_messages import GameMark, GameRevision
from device.outbox.codec import encode
from device.outbox.digest import RecordDigest
from device.session.rows import JournalRow, RowKind
from tests.club.databases import postgresql
from tests.games.registered import deal, written
from tools.figures import Measurement, seconds

BATCH_SIZE = 200
"""Declarations that arrive together, as at a busy hub; also the batch size of the bare inserts."""

FEW, MANY = 50, 5_000
"""The numbers of boxes that declare in turn."""

DECLARATIONS = 4_000
"""The number of declarations timed in one run, or one of each box if there are more boxes."""

RUNS = 5

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def figures() -> Iterator[Measurement]:
    """Ratios of the times for a declaration."""
    with postgresql() as url, closing(ClubStore.open(url)) as store:
        few, bare = _Evening(store, "few", FEW), _BareRows(url.replace("+psycopg", ""))
        cost = _ratio(lambda: few.cost(BATCH_SIZE), bare.cost)
        yield Measurement("committing a declaration ÷ bare batched inserts of its rows by psycopg", cost, 1 / 0.3)
        many = _Evening(store, "many", MANY)
        cost = _ratio(lambda: many.cost(FEW), lambda: few.cost(FEW))
        yield Measurement(f"committing a declaration of {MANY} boxes ÷ of {FEW}", cost, 1.2)


def _ratio(ours: Callable[[], float], theirs: Callable[[], float]) -> float:
    """The ratio of the medians of two measurements, taken alternately after one warm-up of each."""
    pairs = [(ours(), theirs()) for _ in range(RUNS + 1)][1:]
    return statistics.median(mine for mine, _ in pairs) / statistics.median(other for _, other in pairs)


@cache
def _lines() -> tuple[JournalRow, ...]:
    """The record of one long game, declared turn by turn."""
    chosen = (("rounds", "99"),)
    lines = written("no-thanks", NAMES, chosen, deal("no-thanks", 1, len(NAMES), chosen))
    return tuple(JournalRow(RowKind.RECORD, line) for line in lines)


class _Evening:
    """Boxes that declare one line after another, each in a game of its own."""

    def __init__(self, store: ClubStore, name: str, boxes: int) -> None:
        self._receiver = Receiver(store, lambda: 1.8e9, cache_bytes=200 * boxes * len(_lines()))
        self._boxes = [f"{name}-{number}" for number in range(boxes)]
        with store.transaction() as transaction:
            for box in self._boxes:
                transaction.boxes.add_box(box)
        self._digest = RecordDigest()
        self._line_count = 0
        self._receive(self._declare(8), BATCH_SIZE)

    def cost(self, batch_size: int) -> float:
        """Return the seconds for one declaration, from arrival to commit, if `batch_size` of them arrive at once."""
        messages = [one for _ in range(max(1, DECLARATIONS // len(self._boxes))) for one in self._declare(1)]
        return seconds(lambda: self._receive(messages, batch_size)) / len(messages)

    def _receive(self, messages: list[BoxMessage], batch_size: int) -> None:
        for at in range(0, len(messages), batch_size):
            answers = self._receiver.receive(messages[at : at + batch_size]).answers
            assert answers

    def _declare(self, count: int) -> list[BoxMessage]:
        """Let every box declare `count` more lines."""
        base = None if self._line_count == 0 else (self._line_count, self._digest.text)
        lines = _lines()[self._line_count : self._line_count + count]
        assert len(lines) == count
        self._digest.add(lines)
        kept_line_count, self._line_count = self._line_count, self._line_count + count
        return [BoxMessage(box, encode(self._revision(box, base, kept_line_count, lines))) for box in self._boxes]

    def _revision(
        self, box: str, base: tuple[int, str] | None, kept_line_count: int, lines: tuple[JournalRow, ...]
    ) -> GameRevision:
        game = box.encode().hex()
        base_mark = None if base is None else GameMark(game, *base)
        return GameRevision(GameMark(game, self._line_count, self._digest.text), base_mark, kept_line_count, lines)


class _BareRows:
    """The rows that a declaration adds to a store (a line and a revision), inserted without any checks."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._place = 0
        line = "game bigint, place int, kind varchar(16), text text, PRIMARY KEY (game, place)"
        revision = (
            "game bigint, number int, digest varchar(32), keeps int, length int, received float,"
            " PRIMARY KEY (game, number)"
        )
        with psycopg.connect(url) as connection:
            connection.execute(f"CREATE TABLE bare_line ({line})")
            connection.execute(f"CREATE TABLE bare_revision ({revision})")

    def cost(self) -> float:
        """Return the seconds for one declaration."""
        return seconds(self._insert) / DECLARATIONS

    def _insert(self) -> None:
        with psycopg.connect(self._url) as connection, connection.cursor() as cursor:
            for _ in range(DECLARATIONS // BATCH_SIZE):
                self._place += BATCH_SIZE
                lines = [(number % FEW, self._place + number, "record", "Ann pass") for number in range(BATCH_SIZE)]
                revisions = [(game, at, "0" * 32, at, at + 1, 1.8e9) for game, at, _, _ in lines]
                cursor.executemany("INSERT INTO bare_line VALUES (%s, %s, %s, %s)", lines)
                cursor.executemany("INSERT INTO bare_revision VALUES (%s, %s, %s, %s, %s, %s)", revisions)
                connection.commit()
