"""A correction of the past: all that was declared later is kept, and judged again."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.contract.refusal import Refused
from device.session import record as records
from device.session.correction import Consequences, is_correctable
from device.session.edits import Edit, EditKind
from device.session.past import Past
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage
from tests.games.registered import GAMES
from tests.games.values import answers
from tests.session.mistakes import Mistaken, Table, game, played

RECENT = 10
TRIED = 6


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_corrected_game_is_the_one_without_mistakes(game_id: str, seed: int) -> None:
    chance = random.Random(seed)
    found = game(game_id, seed)
    mistaken = Mistaken(found, chance.randrange(len(found.given)), chance)
    if not mistaken.err():
        return
    mistaken.play_on(chance.randrange(60))
    past = mistaken.table.past
    before = list(past.rows), list(past.sessions)
    judged = past.judge(mistaken.edits)
    assert judged.misfit is None
    past.correct(judged)
    corrected = past.session
    past.undo(past.game_after_undo())
    assert (past.rows, past.sessions) == before
    past.correct(past.judge(mistaken.edits))
    assert past.session == corrected
    mistaken.play_on(10**6)
    mistaken.table.accept()
    right = played(found)
    assert mistaken.table.lines() == right.lines()
    assert past.session == right.past.session


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**6))
@example(seed=13)  # a pass follows by itself, once the higher cards are said to be there
def test_a_change_and_its_opposite_leave_all_that_was_given(game_id: str, seed: int) -> None:
    chance = random.Random(seed)
    found = game(game_id, seed)
    table = Table(found.header)
    for declaration in found.given[: chance.randrange(1, len(found.given))]:
        table.declare(declaration)
    past = table.past
    for place in range(len(past.rows), max(0, len(past.rows) - RECENT), -1):
        before = list(past.rows)
        for changed in _changed(past, place, chance):
            past.correct(changed)
            back = past.judge([Edit(EditKind.CHANGE, place, before[place - 1])])
            assert back.misfit is None
            past.correct(back)
            assert past.rows == before


def _changed(past: Past, place: int, chance: random.Random) -> list[Consequences]:
    """What another declaration at a place comes to, where no other line changes; the first one that is found."""
    row, session = past.rows[place - 1], past.sessions[place - 1]
    if row.kind is not RowKind.RECORD or not is_correctable(session, row) or session.stage is not Stage.PLAY:
        return []
    assert session.record.game is not None
    prompt = session.record.game.prompt(session.record.state)
    assert prompt is not None
    for other in answers(prompt.level, chance, TRIED):
        written = JournalRow(RowKind.RECORD, records.write_declaration(session.record, other))
        try:
            judged = past.judge([Edit(EditKind.CHANGE, place, written)])
        except Refused:
            continue
        if (
            judged.misfit is None
            and len(judged.advances) == len(past.rows) - judged.kept_row_count
            and len(judged.changed_lines) == 1
        ):
            return [judged]
    return []
