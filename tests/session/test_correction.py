"""A correction of the past: all that was declared later is kept, and judged again."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.contract.refusal import Refused
from device.journal.game_lines import correction_lines
from device.journal.uploaded_record import rows_of_upload
from device.session import record as records
from device.session.correction import Consequences, is_correctable, judge_edits
from device.session.correction_marks import LineMark, MarkKind, line_marks
from device.session.edits import Edit, EditKind, rows_of_edits
from device.session.line_choice import ConsequencesView, LineView, view_of_round
from device.session.past import Past
from device.session.rows import JournalRow, RowKind
from device.session.session import START_ROW, Stage
from tests.games.registered import GAMES
from tests.games.values import answers
from tests.session.mistakes import Mistaken, Table, game, played
from tests.session_rows import replay

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


def test_a_usual_starter_who_is_corrected_has_no_line_before_in_the_record() -> None:
    """Its step is none of the record's lines, and no line of the record is marked or listed for it."""
    rows = rows_of_upload(b"game loop\nplayers Ann Bo Cleo Dan\nset detail finish\nBo out\n")
    number = rows.index(START_ROW) + 1
    other_starter = Edit(EditKind.CHANGE, number, JournalRow(RowKind.RECORD, "first Cleo"))
    consequences = judge_edits(rows, replay(rows), [other_starter])
    assert line_marks(ConsequencesView(consequences), rows) == (LineMark(3, MarkKind.AFTER, "first Cleo"),)
    corrected_rows = [*rows, *rows_of_edits([other_starter])]
    assert correction_lines([None], corrected_rows, with_secrets=True) == ["# date unknown", "+ first Cleo"]
    assert line_marks(view_of_row(number, rows), rows) == ()


def view_of_row(number: int, rows: Sequence[JournalRow]) -> LineView:
    """The view that asks what to do with a row."""
    view = view_of_round(rows[:number], replay(rows[:number]), 1)
    assert isinstance(view, LineView)
    return view
