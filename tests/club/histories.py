"""The rows that boxes store of dealt games, with undos and redos."""

from __future__ import annotations

import random
from functools import cache

from club.store.database import ClubStore
from club.store.known_games import last_mark
from club.store.receiver import BoxMessage, Receiver
from device.outbox.codec import encode
from device.outbox.revisions import next_revision
from device.session.rows import JournalRow
from device.session.undo import REDO_ROW, UNDO_ROW, Timeline
from tests.games.registered import GAMES
from tests.history.dealt_games import rows_of

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
NOW = 1.8e9
"""The time at which everything arrives, in seconds since 1970."""

KINDS = ("no-thanks", "wizard")
"""Games with quick rules."""


@cache
def kept_rows(seed: int) -> tuple[JournalRow, ...]:
    """All rows that a box stores of one whole game with quick rules."""
    return _undone_and_redone(KINDS[seed % len(KINDS)], seed)


@cache
def dealt_rows(seed: int) -> tuple[JournalRow, ...]:
    """All rows of one whole game of any kind, as they are pressed."""
    return tuple(rows_of(GAMES[seed % len(GAMES)], NAMES, seed))


def _undone_and_redone(kind: str, seed: int) -> tuple[JournalRow, ...]:
    """A game with some steps undone and redone now and then."""
    chance = random.Random(seed)
    timeline = Timeline()
    kept: list[JournalRow] = []

    def add(row: JournalRow) -> None:
        kept.append(row)
        timeline.add(row)

    for row in rows_of(kind, NAMES, seed):
        add(row)
        if chance.random() < 0.05:
            back = chance.randint(1, 4)
            for _ in range(back):
                add(UNDO_ROW)
            while timeline.taken_back:
                add(REDO_ROW)
    return tuple(kept)


def arrive(store: ClubStore, box: str, game: str, kept: list[JournalRow]) -> None:
    """Let a box send the rows of a game, and the store receive them."""
    with store.transaction() as read:
        found = read.games.find_game(box, game)
    said = next_revision(game, kept, None if found is None else last_mark(found))
    assert said is not None
    Receiver(store, lambda: NOW).receive([BoxMessage(box, encode(said))])
