"""However often a game was corrected, all of it can be taken back, and the past of it costs no more."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.refusal import Refused
from device.session import past
from device.session import session as sessions
from device.session.correction import is_correctable
from device.session.edits import Edit, EditKind
from device.session.past import Past
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage
from tests.games.registered import GAMES
from tests.non_empty import non_empty
from tests.session.mistakes import Game, Table, game

CORRECTIONS = 600
PLAYS_ON = 4
"""Rows that are declared between two corrections, at the most."""


class Corrected:
    """A table that plays on and corrects by turns, and remembers each moment to which an undo goes back."""

    def __init__(self, found: Game, chance: random.Random) -> None:
        self.table = Table(found.header)
        self.moments: list[tuple[list[JournalRow], list[Session]]] = []
        self._found = iter(found.given)
        self._chance = chance

    @property
    def past(self) -> Past:
        return self.table.past

    def play_on(self, count: int) -> None:
        """Declare what comes next, as far as the rules still allow it, and accept rounds one by one."""
        for _ in range(count):
            declaration = next(self._found, None)
            if self.past.session.stage is Stage.PLAY and declaration is not None:
                self._remember()
                try:
                    self.table.declare(declaration)
                except Refused:
                    self.moments.pop()
            elif self.past.session.stage is Stage.SUMMARY:
                self._remember()
                self.past.advance(sessions.perform(self.past.session, sessions.step_row(sessions.Step.ACCEPT)))

    def correct(self) -> None:
        """Remove a declaration, or put another one in its place, if the rest allows it."""
        rows, before = self.past.rows, self.past.sessions
        places = [at for at, row in enumerate(rows) if is_correctable(before[at], row)]
        if not places:
            return
        at = self._chance.choice(places)
        other = self._chance.choice([None, *(rows[place].text for place in places)])
        edit = (
            Edit(EditKind.REMOVE, at + 1)
            if other is None
            else Edit(
                self._chance.choice([EditKind.CHANGE, EditKind.INSERT]), at + 1, JournalRow(RowKind.RECORD, other)
            )
        )
        try:
            found = self.past.judge([edit])
        except Refused:
            return
        if found.misfit is None:
            self._remember()
            self.past.correct(found)

    def _remember(self) -> None:
        self.moments.append((list(self.past.rows), list(self.past.sessions)))


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_each_of_many_corrections_is_taken_back_to_the_very_moment_before(game_id: str, seed: int) -> None:
    chance = random.Random(seed)
    table = Corrected(game(game_id, seed), chance)
    table.table.accept()
    for _ in range(25):
        table.play_on(chance.randrange(PLAYS_ON))
        for _ in range(chance.randrange(4)):
            table.correct()
    for moment in non_empty(reversed(table.moments)):
        before = table.past.game_after_undo()
        assert before.session == moment[1][-1]
        table.past.undo(before)
        assert (table.past.rows, table.past.sessions) == moment


def test_corrections_take_no_more_memory_than_what_they_replaced() -> None:
    """A guest who may press corrects the first card of a long round again and again."""
    table = Table(["game no-thanks", "players Ann Ben Cleo"])
    flips = [JournalRow(RowKind.RECORD, line) for card in range(3, 25) for line in (f"flip {card}", "Ann take")]
    rows = [*table.past.rows, sessions.step_row(sessions.Step.START), *flips]
    first = rows.index(flips[0]) + 1
    changes = [JournalRow(RowKind.CORRECTION, f"change {first} record flip {34 + n % 2}") for n in range(CORRECTIONS)]
    tracemalloc.start()
    try:
        found = past.past_of_rows([*rows, *changes])
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found.rows) == len(rows)
    assert size / CORRECTIONS < 1000
