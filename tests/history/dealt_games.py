"""Games to make a history of: dealt and declared as a table would, at the quickest level of detail."""

from __future__ import annotations

from collections.abc import Iterable

from device.history.results import Following, GameResult
from device.session.replay import replay_record
from device.session.rows import JournalRow
from tests.games.registered import choices, deal, written


def rows_of(game_id: str, names: tuple[str, ...], seed: int) -> list[JournalRow]:
    """All rows of a whole game with options by chance; of the names, as many play as the options want."""
    players, chosen = choices(game_id, seed)
    lines = written(game_id, names[:players], chosen, deal(game_id, seed, players, chosen))
    steps = replay_record("\n".join(lines).encode(), by_keys=False)
    return [row for step in steps for row in step.rows]


def result_of(rows: Iterable[JournalRow]) -> GameResult | None:
    """What the game of these rows has come to; None before anybody plays it."""
    following = Following()
    for row in rows:
        following.take(row)
    return following.result
