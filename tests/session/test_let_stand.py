"""A declaration that the rules refuse as a revoke: the table takes it back or lets it stand, which the record says."""

from __future__ import annotations

import pytest

from device.contract.keycodes import keys_for
from device.contract.refusal import RefusalCode, Refused
from device.session.correction import Consequences, judge_edits
from device.session.edits import Edit, EditKind
from device.session.line_choice import changed_line_in_words, misfit_in_words
from device.session.prompts import Action, WaiverView, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, declaration_of, perform, record_lines, step_row, waiver_for
from display.words import ENGLISH
from tests.session_rows import replay

REVOKE = "Teresa wins red-5"


def row(line: str, kind: RowKind = RowKind.RECORD) -> JournalRow:
    return JournalRow(kind, line)


ROWS = [
    *map(row, ("game no-loose-ends", "players Teresa Kaylen Taylor")),
    step_row(Step.PLAY),
    step_row(Step.START),
    *map(row, ("Teresa pass", "Kaylen pass", "Taylor pass", "Teresa wins blue-1 lead red")),
]
"""Teresa has trumped red in the first trick, row 8, and so has none."""
STOOD = [*ROWS, row(REVOKE, RowKind.STANDS)]


def judged(edit: Edit) -> Consequences:
    return judge_edits(STOOD, replay(STOOD), [edit])


def said(consequences: Consequences) -> list[tuple[str | None, str | None]]:
    """The changed lines in words, before and after."""
    return [
        (
            None if line.before is None else words(consequences, line.before, line.row_number),
            None if line.after is None else words(consequences, line.after, line.row_number),
        )
        for line in consequences.changed_lines
    ]


def words(consequences: Consequences, line: JournalRow, number: int) -> str:
    return ENGLISH.say(changed_line_in_words(consequences, line, number, replay(STOOD)[number - 1]))


def test_a_revoke_may_be_taken_back_or_let_stand() -> None:
    session = replay(ROWS)[-1]
    with pytest.raises(Refused) as refused:
        perform(session, row(REVOKE))
    refusal = refused.value.refusal
    waiver = waiver_for(session, refusal)
    assert waiver is not None
    prompt = question(session, WaiverView(declaration_of(session, row(REVOKE)), refusal, waiver), ())
    assert ENGLISH.say(prompt.question) == "Take it back, or let it stand?"
    assert ENGLISH.say(prompt.level.title) == "revoke"
    cells = [(prompt.level.code(choice.slot), ENGLISH.say(choice.label)) for choice in prompt.level.choices]
    assert cells == [("A", "take it back"), ("B", "let it stand")]
    assert keys_for(prompt.level, Action.TAKE_BACK) == "A"
    assert keys_for(prompt.level, Action.LET_STAND) == "B"
    (stood,) = perform(session, row(REVOKE, RowKind.STANDS))
    assert stood.session.record.state.round.finished_trick_count == 2


def test_nothing_else_may_be_let_stand() -> None:
    session = replay(ROWS)[-1]
    with pytest.raises(Refused) as refused:
        perform(session, row("Teresa wins blue-1"))
    assert refused.value.refusal.code is RefusalCode.CARD_ALREADY_SEEN
    assert waiver_for(session, refused.value.refusal) is None
    with pytest.raises(Refused):
        perform(session, row("Teresa wins blue-1", RowKind.STANDS))
    without = replay([*map(row, ("game no-thanks", "players Ann Bo Cleo"))])[-1]
    assert waiver_for(without, refused.value.refusal) is None
    assert waiver_for(replay([])[-1], refused.value.refusal) is None


def test_the_record_says_what_was_let_stand() -> None:
    lines = record_lines(STOOD)
    assert lines[-2:] == ["Teresa wins blue-1 lead red", "Teresa wins red-5  # a revoke, let stand by the table"]
    assert lines[:2] == ["game no-loose-ends", "players Teresa Kaylen Taylor"]
    assert len(lines) == len(STOOD) - 2
    for damaged in ([], ["game chess"], ["game no-thanks"], ["game"]):
        stood = [*map(row, damaged), row(REVOKE, RowKind.STANDS)]
        assert record_lines(stood) == [*damaged, "Teresa wins red-5  # let stand by the table"]


def test_a_correction_by_which_it_is_no_revoke_any_more_leaves_it_as_any_other_line() -> None:
    consequences = judged(Edit(EditKind.REMOVE, 8))
    assert [advance.row for advance in consequences.advances] == [row(REVOKE)]
    assert said(consequences) == [("Teresa wins the trick with blue 1; lead suit: red.", None)]


def test_a_correction_of_another_line_lets_it_stand() -> None:
    consequences = judged(Edit(EditKind.INSERT, 9, row("Kaylen wins")))
    assert [advance.row for advance in consequences.advances] == [row("Kaylen wins"), row(REVOKE, RowKind.STANDS)]
    assert said(consequences) == [(None, "Kaylen wins the trick.")]


def test_a_correction_says_of_a_line_that_it_was_let_stand() -> None:
    other = Edit(EditKind.CHANGE, 9, row("Teresa wins red-6", RowKind.STANDS))
    was, is_now = "Teresa wins the trick with red 5. (let stand)", "Teresa wins the trick with red 6. (let stand)"
    assert said(judged(other)) == [(was, is_now)]
    twice = judged(Edit(EditKind.CHANGE, 8, row("Kaylen wins red-5 lead red")))
    assert twice.misfit is not None
    assert ENGLISH.say(misfit_in_words(twice, twice.misfit)).endswith(
        " – Teresa wins the trick with red 5. (let stand)"
    )
    assert ENGLISH.say(misfit_in_words(twice, twice.misfit)).startswith("Round 1 – Trick 2 – ")
