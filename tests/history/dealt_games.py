"""Dealt games for histories, declared like at a table with the quickest level of detail."""

from __future__ import annotations

from collections.abc import Iterable

from device.history.results import GameResult, ResultCollector
from device.session.replay import replay_record
from device.session.rows import JournalRow
from tests.games.registered import choices, deal, written


def rows_of(game_id: str, names: tuple[str, ...], seed: int) -> list[JournalRow]:
    """All rows of a whole game with random options, played by as many of the names as these want."""
    players, chosen = choices(game_id, seed)
    lines = written(game_id, names[:players], chosen, deal(game_id, seed, players, chosen))
    steps = replay_record("\n".join(lines).encode(), by_keys=False)
    return [row for step in steps for row in step.rows]


def result_of(rows: Iterable[JournalRow]) -> GameResult | None:
    """The result of the game with these rows; None before anybody has played."""
    following = ResultCollector()
    for row in rows:
        following.read_row(row)
    return following.result
