"""What a line that is changed, removed, put in or cut off does to a game, in the journal, the record and its marks."""

from __future__ import annotations

import pytest

from device.contract.declarations import First
from device.contract.keycodes import keys_for
from device.contract.refusal import Refused
from device.session.correction import Consequences, judge_edits
from device.session.correction_marks import LineMark, MarkKind, line_marks
from device.session.edits import Edit, EditKind, read_edits, rows_of_edits
from device.session.line_choice import (
    AskAgainView,
    ConsequencesView,
    EditAt,
    LineView,
    ask_again_view,
    edits_with,
    edits_with_cut,
    line_with_round,
    misfit_choices,
    misfit_in_words,
    view_of_line,
    view_of_round,
    view_of_rounds,
)
from device.session.prompts import PlayView, View, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from display.words import ENGLISH
from tests.session_rows import replay

CHANGE, REMOVE, INSERT, CUT = EditKind


def row(line: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, line)


HEADER = ["game loop", "players Ann Bo Cleo Dan", "set detail finish"]
ROWS = [
    *map(row, HEADER),
    step_row(Step.PLAY),
    step_row(Step.START),
    *map(row, ("Ann out", "Bo out", "Cleo out")),
    step_row(Step.ACCEPT),
    row("Dan out"),
]
"""Rows 5 to 8 are the first round, which row 9 accepts; row 10 is of the second."""
END = len(ROWS) + 1


def change(number: int, line: str) -> Edit:
    return Edit(CHANGE, number, row(line))


def insert(number: int, line: str) -> Edit:
    return Edit(INSERT, number, row(line))


def judged(*edits: Edit) -> Consequences:
    return judge_edits(ROWS, replay(ROWS), edits)


def marks(view: View) -> list[tuple[int, str, str]]:
    return [(mark.line_number, mark.kind.value, mark.new_text) for mark in line_marks(view, ROWS)]


@pytest.mark.parametrize(
    ("edit", "record", "marked"),
    [
        (change(7, "Dan out"), "Ann Dan Cleo | Dan", [(5, "changed", "Dan out")]),
        (change(8, "Dan out"), "Ann Bo Dan | Dan", [(6, "changed", "Dan out")]),
        (Edit(REMOVE, 8), "Ann Bo Dan |", [(6, "gone", "")]),
        (Edit(REMOVE, END - 1), "Ann Bo Cleo |", [(7, "gone", "")]),
        (insert(8, "Dan out"), "Ann Bo Dan | Cleo Dan", [(6, "before", "Dan out")]),
        (insert(END - 1, "Ann out"), "Ann Bo Cleo | Ann Dan", [(7, "before", "Ann out")]),
        (insert(END, "Ann out"), "Ann Bo Cleo | Dan Ann", [(7, "after", "Ann out")]),
        (Edit(CUT, 8), "Ann Bo", [(6, "gone", ""), (7, "gone", "")]),
        (Edit(CUT, 7), "Ann", [(5, "gone", ""), (6, "gone", ""), (7, "gone", "")]),
    ],
)
def test_all_other_lines_stay_and_rounds_end_where_the_rules_say(
    edit: Edit, record: str, marked: list[tuple[int, str, str]]
) -> None:
    """Three of four go out in a round of LOOP; the last one in needs no line."""
    consequences = judged(edit)
    assert consequences.misfit is None
    assert not consequences.is_misfit_new
    assert list(consequences.record_after(ROWS)) == [
        *HEADER,
        *(f"{name} out" for name in record.split() if name != "|"),
    ]
    assert len(consequences.session_after.scores.rounds) == record.count("|")
    assert marks(ConsequencesView(consequences)) == marked
    assert consequences.scored_row_count == 8
    assert replay(ROWS)[-1] == consequences.session_before


def test_a_round_whose_points_change_is_accepted_again_and_another_is_not() -> None:
    assert judged(change(7, "Dan out")).session_after.reopened_rounds == (0,)
    assert judged(change(7, "Dan out")).session_after.stage is Stage.SUMMARY
    later = judged(change(END - 1, "Bo out"))
    assert later.session_after.reopened_rounds == ()
    assert later.session_after.stage is Stage.PLAY
    assert later.session_after.accepted_round_count == 1


def test_changed_lines_are_those_of_the_record_with_the_place_of_the_old_or_of_the_next_one() -> None:
    changed = [
        judged(change(7, "Dan out")),
        judged(Edit(REMOVE, 8)),
        judged(insert(END - 1, "Ann out")),
        judged(change(5, "first Cleo")),
    ]
    lines = [
        (line.line_before and line.line_before.text, line.line_after and line.line_after.text, line.row_number)
        for consequences in changed
        for line in consequences.changed_lines
    ]
    assert lines == [("Bo out", "Dan out", 7), ("Cleo out", None, 8), (None, "Ann out", 10), (None, "first Cleo", 5)]
    sessions = replay(ROWS)
    assert [consequences.changed_lines[0].session for consequences in changed[:2]] == [sessions[6], sessions[7]]


@pytest.mark.parametrize(
    ("edits", "number", "line", "is_new", "choices"),
    [
        ((change(6, "Cleo out"),), 8, "Round 1 – Cleo is out.", False, 4),
        ((insert(END - 1, "Dan out"),), 10, "Round 2 – Dan is out.", False, 4),
        ((insert(END, "Dan out"),), 11, "Round 2 – Dan is out.", True, 3),
        ((change(7, "Ann out"),), 7, "Round 1 – Ann is out.", True, 4),
    ],
)
def test_a_line_that_does_not_fit_is_said_with_its_round_and_what_can_be_done(
    edits: tuple[Edit, ...], number: int, line: str, is_new: bool, choices: int
) -> None:
    """The end of a game is cut off by removing it."""
    consequences = judged(*edits)
    misfit = consequences.misfit
    assert misfit is not None
    assert (misfit.row_number, consequences.is_misfit_new) == (number, is_new)
    assert ENGLISH.say(misfit_in_words(consequences, misfit)) == line
    name = misfit.row.text.split()[0]
    assert ENGLISH.say(misfit.refusal.sentence) == f"{name} is already out of this round."
    prompt = question(replay(ROWS)[-1], ConsequencesView(consequences), ())
    assert prompt.asked == ()
    asked = "This line does not fit: what to do?" if is_new else "A later line no longer fits: what to do?"
    assert ENGLISH.say(prompt.question) == asked
    assert ENGLISH.say(prompt.level.title) == "the line above"
    done = [(prompt.level.code(choice.slot), ENGLISH.say(choice.label)) for choice in prompt.level.choices]
    assert done == [("A", "change"), ("B", "remove"), ("C", "insert earlier"), ("DA", "cut from here")][:choices]
    edit_index = 0 if number == END else None
    at = [choice.means for choice in misfit_choices(consequences)]
    assert at == [EditAt(kind, number, edit_index) for kind in EditKind][:choices]


def test_marks_of_a_line_that_does_not_fit_say_where_it_would_stand() -> None:
    assert marks(ConsequencesView(judged(change(6, "Cleo out")))) == [(4, "changed", "Cleo out"), (6, "misfit", "")]
    assert marks(ConsequencesView(judged(insert(END, "Dan out")))) == [(7, "misfit", "Dan out")]


def test_a_correction_that_fits_is_asked_about_and_has_nothing_to_choose() -> None:
    prompt = question(replay(ROWS)[-1], ConsequencesView(judged(change(7, "Dan out"))), ())
    assert ENGLISH.say(prompt.question) == "Correct it like this?"
    assert prompt.level.choices == ()
    assert misfit_choices(judged(change(7, "Dan out"))) == ()


@pytest.mark.parametrize("number", [0, 1, 3, 4, 9, END + 1])
@pytest.mark.parametrize("kind", EditKind)
def test_what_is_no_declaration_is_not_corrected(kind: EditKind, number: int) -> None:
    with pytest.raises(Refused) as refused:
        judged(Edit(kind, number, row("Dan out")))
    assert refused.value.refusal.code == "wrong-phase"
    sentence = "Only declarations can be corrected; what follows from them is worked out anew."
    assert ENGLISH.say(refused.value.refusal.sentence) == sentence


def test_after_the_last_row_a_line_is_put_in_and_nothing_else_done() -> None:
    for kind in (CHANGE, REMOVE, CUT):
        with pytest.raises(Refused):
            judged(Edit(kind, END, row("Ann out")))
    header = ROWS[:3]
    with pytest.raises(Refused):
        judge_edits(header, replay(header), [insert(4, "Ann out")])


def test_a_line_that_is_asked_about_is_marked_and_keeps_the_marks_of_the_correction_so_far() -> None:
    line = LineView(7, "")
    assert marks(line) == [(5, "pointed", "")]
    shown = ConsequencesView(judged(change(6, "Cleo out")))
    assert marks(line._replace(previous_view=shown)) == [
        (4, "changed", "Cleo out"),
        (5, "pointed", ""),
        (6, "misfit", ""),
    ]
    assert marks(line._replace(row_number=6, previous_view=shown)) == [(4, "pointed", ""), (6, "misfit", "")]
    again = AskAgainView(EditAt(INSERT, END), replay(ROWS)[-1], "")
    assert marks(again) == [(7, "pointed", "")]
    assert marks(LineView(5, "")) == [], "that the usual player starts is no line"
    assert marks(PlayView()) == []
    assert line_marks(line, ROWS) == (LineMark(5, MarkKind.POINTED),)


def test_another_edit_of_a_row_takes_the_place_of_the_one_before() -> None:
    first = (change(6, "Bo out"),)
    assert edits_with(first, EditAt(CHANGE, 6), row("Dan out")) == (change(6, "Dan out"),)
    assert edits_with(first, EditAt(REMOVE, 6)) == (Edit(REMOVE, 6),)
    assert edits_with(first, EditAt(CHANGE, 7), row("Dan out")) == (*first, change(7, "Dan out"))
    assert edits_with(first, EditAt(INSERT, 6), row("Dan out")) == (*first, insert(6, "Dan out"))
    inserted = (insert(6, "Dan out"),)
    assert edits_with(inserted, EditAt(REMOVE, 6)) == (*inserted, Edit(REMOVE, 6))


def test_a_line_that_was_put_in_is_changed_removed_or_has_another_before_it() -> None:
    edits = (change(6, "Bo out"), insert(7, "Dan out"), insert(7, "Ann out"))
    at = EditAt(CHANGE, 7, 1)
    assert edits_with(edits, at, row("Cleo out")) == (edits[0], insert(7, "Cleo out"), edits[2])
    assert edits_with(edits, at._replace(kind=REMOVE)) == (edits[0], edits[2])
    before = edits_with(edits, at._replace(kind=INSERT), row("Cleo out"))
    assert before == (edits[0], insert(7, "Cleo out"), edits[1], edits[2])


def test_a_game_is_cut_off_before_a_line_and_keeps_what_was_put_in_before_it() -> None:
    sessions = replay(ROWS)
    earlier = (change(6, "Dan out"),)
    assert edits_with_cut(ROWS, sessions, earlier, EditAt(CUT, 8)) == (*earlier, Edit(CUT, 8))
    later = (*earlier, change(8, "Bo out"), change(10, "Ann out"))
    assert edits_with_cut(ROWS, sessions, later, EditAt(CUT, 8)) == (*earlier, Edit(CUT, 8))
    put_in = (*earlier, insert(8, "Bo out"), insert(8, "Ann out"))
    kept = (*earlier, insert(8, "Bo out"), change(8, "Ann out"), Edit(CUT, 10))
    assert edits_with_cut(ROWS, sessions, put_in, EditAt(CUT, 8)) == kept
    assert edits_with_cut(ROWS, sessions, put_in, EditAt(CUT, 8, 2)) == (*earlier, change(8, "Bo out"), Edit(CUT, 10))
    assert edits_with_cut(ROWS, sessions, (insert(10, "Bo out"),), EditAt(CUT, 10)) == (change(10, "Bo out"),)


def test_edits_stand_in_the_journal_a_row_each_and_are_undone_together() -> None:
    stood = Edit(CHANGE, 12, JournalRow(RowKind.STANDS, "Bo wins  red-3"))
    edits = (stood, insert(7, "Dan out"), Edit(REMOVE, 8), Edit(CUT, 10))
    rows = rows_of_edits(edits)
    assert [each.text for each in rows] == [
        "change 12 stands Bo wins  red-3",
        "insert 7 record Dan out",
        "remove 8",
        "cut 10",
    ]
    assert [each.kind for each in rows] == [RowKind.CORRECTION, *3 * [RowKind.CORRECTED_TOO]]
    assert read_edits(rows) == edits


@pytest.mark.parametrize(
    "line",
    [
        "",
        "change",
        "change 3",
        "change 3 record",
        "remove 3 record Dan out",
        "insert 3",
        "cut 3 record Dan out",
        "drop 3",
        "remove x",
        "remove -3",
        "remove ٣",
        "remove 123456789",
        "change 3 table play",
        "change 3 forced Dan out",
        "change 3 nothing Dan out",
    ],
)
def test_a_row_that_is_no_edit_is_named(line: str) -> None:
    with pytest.raises(Refused) as refused:
        read_edits([JournalRow(RowKind.CORRECTION, line)])
    assert refused.value.refusal.code == "wrong-phase"
    assert ENGLISH.say(refused.value.refusal.sentence) == f"The journal has the row “{line}” where it has no place."


def test_rounds_are_chosen_first_the_newest_first_and_then_their_lines() -> None:
    sessions = replay(ROWS)
    view = view_of_rounds(ROWS, sessions)
    assert view is not None
    prompt = question(sessions[-1], view, ())
    assert ENGLISH.say(prompt.question) == "Correct which round?"
    assert ENGLISH.say(view.level.title) == "which round"
    assert [(view.level.code(choice.slot), ENGLISH.say(choice.label)) for choice in view.level.choices] == [
        ("AA", "Round 2"),
        ("AB", "Round 1"),
    ]
    lines = view.level.choices[1].level()
    assert lines is not None
    assert ENGLISH.say(lines.title) == "which line"
    said = [(lines.code(choice.slot), ENGLISH.say(choice.label)) for choice in lines.choices]
    assert said == [("AA", "Cleo is out."), ("AB", "Bo is out."), ("AC", "Ann is out."), ("AD", "Ann starts.")]


def test_lines_of_a_round_are_as_the_correction_so_far_has_them() -> None:
    sessions = replay(ROWS)
    view = view_of_round(ROWS, sessions, 1, edits=(change(7, "Dan out"), Edit(REMOVE, 6), insert(8, "Bo out")))
    assert view is not None
    assert view.edits[1] == Edit(REMOVE, 6)
    assert ENGLISH.say(question(sessions[-1], view, ()).question) == "Round 1: correct which line?"
    said = [ENGLISH.say(choice.label) for choice in view.level.choices]
    assert said == ["Cleo is out.", "Dan is out.", "Ann starts."]
    edits = (change(7, "Dan out"), change(10, "Ann out"))
    rounds = view_of_rounds(ROWS, sessions, edits=edits)
    assert rounds is not None
    assert (rounds.round, rounds.edits) == (0, edits)
    levels = [choice.level() for choice in rounds.level.choices]
    first_lines = [ENGLISH.say(level.choices[0].label) for level in levels if level is not None]
    assert first_lines == ["Ann is out.", "Cleo is out."]
    assert view_of_round(ROWS, sessions, 3) is None
    assert view_of_rounds(ROWS[:4], replay(ROWS[:4])) is None


def test_an_only_line_is_chosen_by_itself_and_asked_what_to_do_with() -> None:
    sessions = replay(ROWS)
    view = view_of_round(ROWS, sessions, 2)
    assert isinstance(view, LineView)
    assert (view.row_number, ENGLISH.say(view.line), view.round) == (10, "Dan is out.", 2)
    prompt = question(sessions[-1], view, ())
    assert ENGLISH.say(prompt.question) == "What is to be done with this line?"
    assert ENGLISH.say(prompt.level.title) == "what to do"
    done = [(prompt.level.code(choice.slot), ENGLISH.say(choice.label)) for choice in prompt.level.choices]
    assert done == [("A", "change"), ("B", "remove"), ("C", "insert earlier")]
    assert [choice.means for choice in prompt.level.choices] == [EditAt(kind, 10) for kind in (CHANGE, REMOVE, INSERT)]
    edits = (Edit(REMOVE, 5), Edit(REMOVE, 6), Edit(REMOVE, 8))
    left = view_of_rounds(ROWS, sessions, edits=(*edits, Edit(REMOVE, 10)))
    assert isinstance(left, LineView)
    assert (left.row_number, ENGLISH.say(left.line), left.round, len(left.edits)) == (7, "Bo is out.", 1, 4)


def test_a_line_beside_the_panel_is_counted_by_the_records_lines() -> None:
    """Steps of the table are no lines."""
    sessions = replay(ROWS)
    assert (view_of_line(ROWS, sessions, 4).row_number, view_of_line(ROWS, sessions, 7).row_number) == (6, 10)
    assert ENGLISH.say(view_of_line(ROWS, sessions, 7).line) == "Round 2 – Dan is out."
    for number in (0, -1, 3, 8):
        with pytest.raises(Refused):
            view_of_line(ROWS, sessions, number)
    assert ENGLISH.say(line_with_round(sessions[6], row("Bo out"), hides_secret=False)) == "Round 1 – Bo is out."


def test_a_past_question_is_asked_as_it_was_and_not_where_the_game_was_over() -> None:
    sessions = replay(ROWS)
    at = EditAt(CHANGE, 10)
    view = ask_again_view(at, sessions[9], "old", (Edit(REMOVE, 6),), LineView(10, ""))
    assert (view.edit_at, view.old_line, view.edits) == (at, "old", (Edit(REMOVE, 6),))
    assert view.previous_view == LineView(10, "")
    assert ENGLISH.say(question(sessions[-1], view, ()).question) == "Bo starts. Who goes out first?"
    menu = question(sessions[-1], view._replace(in_menu=True), ())
    assert (ENGLISH.say(menu.question), menu.asked, ENGLISH.say(menu.level.title)) == ("Menu", (), "menu")
    assert not menu.level.choices, "LOOP names who starts before its first round only"
    over = [*ROWS[:9], *3 * [*ROWS[5:9]]]
    with pytest.raises(Refused) as refused:
        ask_again_view(EditAt(INSERT, len(over) + 1), replay(over)[-1], "")
    assert refused.value.refusal.code == "wrong-phase"
    sentence = "The game is over by then: nothing can be declared there."
    assert ENGLISH.say(refused.value.refusal.sentence) == sentence


def test_the_line_that_names_who_starts_asks_that_and_so_does_the_menu_before_the_first_round() -> None:
    sessions = replay(ROWS)
    view = ask_again_view(EditAt(CHANGE, 5), sessions[4], "")
    named = question(sessions[-1], view._replace(names_starter=True), ())
    assert (ENGLISH.say(named.question), named.asked) == ("Who starts?", ())
    menu = question(sessions[-1], view._replace(in_menu=True), ()).level
    assert [ENGLISH.say(choice.label) for choice in menu.choices] == ["say who starts"]
    for level, keys in ((named.level, "C"), (menu, "CAC")):
        assert keys_for(level, First(2)) == keys
        assert keys_for(level, step_row(Step.START)) is None
