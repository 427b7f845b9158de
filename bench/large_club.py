"""Fills a hub's database with many games and people, as after years."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Connection, create_engine, func, select

from club.store.bulk import insert_rows
from club.store.database import ClubStore
from club.store.schema import BOX, EVENING, GAME, GAME_EVENING, LINE, RECOUNT_QUEUE, REVISION, SEASON
from device.history.encoding import encode_result
from device.history.results import GameResult, ResultCollector
from device.session.rows import JournalRow, RowKind
from tests.games.registered import deal, written

GAMES, PEOPLE, EVENINGS, SEASONS, BOX_COUNT = 20_000, 2_000, 100, 4, 50
BEGUN, DAY_S = 1.7e9, 86_400.0
KINDS = (("no-loose-ends", 4), ("no-thanks", 5), ("wizard", 4), ("score-pad", 4), ("loop", 4))
SEEDS = 12
"""The number of dealt games of each kind. All others are copies of these, with other people."""

AT_ONCE = 500

Played = tuple[list[JournalRow], GameResult]


def fill(url: str, games: int = GAMES, people: int = PEOPLE) -> None:
    """Fill an empty store with games."""
    ClubStore.open(url).close()
    engine = create_engine(url)
    names = [f"{first}{number}" for number in range(-(-people // 20)) for first in _FIRST][:people]
    with engine.begin() as connection:
        insert_rows(connection, BOX, [
            {"name": f"box-{n}", "seat": n + 1, "commits": 0, "revoked": False} for n in range(BOX_COUNT)
        ])  # fmt: skip
        insert_rows(
            connection, SEASON, [{"number": n + 1, "title": f"Season {n + 1}", "begun": BEGUN} for n in range(SEASONS)]
        )
        insert_rows(connection, EVENING, [
            {"number": n + 1, "title": f"Evening {n + 1}", "season": 1 + n * SEASONS // EVENINGS, "begun": _when(n),
             "ended": _when(n) + DAY_S / 4} for n in range(EVENINGS)
        ])  # fmt: skip
        left = _rows(games, names)
        while together := list(islice(left, AT_ONCE)):
            _add_games(connection, together, games)
        if connection.dialect.name == "postgresql":
            for table in (GAME, EVENING, SEASON):
                highest = select(func.max(table.c.number)).scalar_subquery()
                connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "number"), highest)))
    engine.dispose()


def _add_games(connection: Connection, together: Sequence[tuple[dict[str, Any], list[JournalRow]]], games: int) -> None:
    numbers = [row["number"] for row, _ in together]
    insert_rows(connection, GAME, [row for row, _ in together])
    insert_rows(connection, LINE, [
        {"game": row["number"], "place": place, "kind": line.kind.value, "text": line.text}
        for row, lines in together for place, line in enumerate(lines, 1)
    ])  # fmt: skip
    insert_rows(connection, REVISION, [
        {"game": row["number"], "number": 1, "digest": "0" * 32, "keeps": 0, "length": len(lines), "received": BEGUN}
        for row, lines in together
    ])  # fmt: skip
    insert_rows(connection, GAME_EVENING, [{"game": number, "evening": _evening(number, games)} for number in numbers])
    insert_rows(connection, RECOUNT_QUEUE, [{"game": number} for number in numbers])


_FIRST = (
    "Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Leo", "Mia", "Ned", "Ona", "Pia",
    "Quinn", "Ray", "Sue", "Tom",
)  # fmt: skip


def _evening(number: int, games: int) -> int:
    return 1 + (number - 1) * EVENINGS // games


def _when(evening: int) -> float:
    return BEGUN + 7 * DAY_S * evening


def _rows(games: int, names: list[str]) -> Iterator[tuple[dict[str, Any], list[JournalRow]]]:
    """Yield rows of games, with short records. Some people play far more often than others."""
    chance = random.Random(1)
    weights = [1 / (3 + place) ** 0.5 for place in range(len(names))]
    dealt = [_dealt(game, players, seed) for game, players in KINDS for seed in range(SEEDS)]
    for number in range(1, games + 1):
        lines, result = chance.choice(dealt)
        at_table = set[str]()
        while len(at_table) < len(result.seats):
            at_table |= set(chance.choices(names, weights))
        people = chance.sample(sorted(at_table), len(result.seats))
        seats = tuple(seat._replace(name=name) for seat, name in zip(result.seats, people, strict=True))
        when = _when(_evening(number, games)) + (number % max(1, games // EVENINGS))
        yield (
            {
                "number": number, "box": f"box-{number % BOX_COUNT}", "identity": f"{number:012x}", "revision": 1,
                "digest": "0" * 32, "length": len(lines), "begun": when, "received": when, "changed": when,
                "kind": result.game_id, "finished": True, "facts": encode_result(result._replace(seats=seats)),
            },
            lines,
        )  # fmt: skip


def _dealt(game: str, players: int, seed: int) -> Played:
    names = _FIRST[:players]
    rows = [JournalRow(RowKind.RECORD, line) for line in written(game, names, (), deal(game, seed, players))]
    following = ResultCollector()
    for row in rows:
        following.read_row(row)
    assert following.result is not None
    return rows[:5], following.result
