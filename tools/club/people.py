"""Simulated people: dealt games as rows of a journal, with an undo and redo now and then."""

from __future__ import annotations

import random
from collections.abc import Iterator

from device.session.replay import replay_record
from device.session.rows import JournalRow
from device.session.undo import REDO_ROW, UNDO_ROW, Timeline
from tests.games.registered import choices, deal, written

PEOPLE = (
    "Ada", "Anton", "Bea", "Björn", "Cem", "Chloé", "Dana", "Dimitri", "Edda", "Emil", "Fatou", "Finn", "Greta", "Gus",
    "Hana", "Hugo", "Ida", "Ivo", "Jana", "Jürgen", "Kim", "Koji", "Lea",
    "Luc", "Maja", "Malik", "Nina", "Noël", "Olga",
    "Omar", "Pia", "Paul", "Rosa", "Ravi", "Sanne", "Selim", "Tove", "Tariq", "Uma", "Yves",
)  # fmt: skip

CHANGES_MIND = 0.02
"""The probability of an undo after each row."""


TRIES = 50
"""The number of games tried. If the people are too few for all of them, they wait."""


class Dealer:
    """Deals the games of one table: random games of the given kinds for as many people as there are."""

    def __init__(self, seed: int, kinds: tuple[str, ...]) -> None:
        self._chance = random.Random(seed)
        self._kinds = kinds

    def game(self, names: tuple[str, ...]) -> tuple[JournalRow, ...] | None:
        """The rows of the next game; None if these people are too few."""
        tries = (_game(names, self._chance, self._kinds) for _ in range(TRIES))
        return next((found for found in tries if found is not None), None)


def _game(names: tuple[str, ...], chance: random.Random, kinds: tuple[str, ...]) -> tuple[JournalRow, ...] | None:
    kind, seed = chance.choice(kinds), chance.randrange(10**6)
    players, chosen = choices(kind, seed)
    if players > len(names):
        return None
    seated = tuple(chance.sample(names, players))
    lines = written(kind, seated, chosen, deal(kind, seed, players, chosen))
    steps = replay_record("\n".join(lines).encode(), by_keys=False)
    return tuple(_with_changes((row for step in steps for row in step.rows), chance))


def _with_changes(rows: Iterator[JournalRow], chance: random.Random) -> Iterator[JournalRow]:
    timeline = Timeline()
    for row in rows:
        timeline.add(row)
        yield row
        if chance.random() < CHANGES_MIND:
            timeline.add(UNDO_ROW)
            yield UNDO_ROW
            while timeline.taken_back:
                timeline.add(REDO_ROW)
                yield REDO_ROW
