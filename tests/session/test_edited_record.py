"""A record that is edited as text: which edits it means, and what is secret in it."""

from __future__ import annotations

import pytest

from device.journal.game_lines import correction_lines
from device.session.correction import judge_edits
from device.session.correction_marks import line_marks
from device.session.edited_record import EditedRecord, read_edited_record
from device.session.edits import Edit, EditKind, rows_of_edits
from device.session.line_choice import (
    ConsequencesView,
    changed_line_in_words,
    misfit_in_words,
    view_of_line,
    view_of_round,
    view_of_rounds,
)
from device.session.public import public_game
from device.session.record import RecordRefused
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, public_lines_after, step_row
from display.words import ENGLISH
from tests.session_rows import replay

CHANGE, REMOVE, INSERT, CUT = EditKind
SHOWN = "the rest is shown when the round is scored"


def row(line: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, line)


ROWS = [
    *map(row, ("game no-thanks", "players Ann Ben Cleo", "set detail totals")),
    step_row(Step.PLAY),
    step_row(Step.START),
    *map(row, ("Ann holds 3-10 tokens 19", "Ben holds 11-18 tokens 11", "Cleo holds 19-26 tokens 3")),
    step_row(Step.ACCEPT),
    *map(row, ("Ben holds 3-10 tokens 23", "Ann holds tokens 7")),
]
"""A scored round, rows 6 to 8, and one in play, whose tokens are secret: rows 10 and 11."""
SESSIONS = replay(ROWS)
TEXT = "\n".join(public_lines_after(ROWS, SESSIONS[-1])) + "\n"


def edited(old: str, new: str) -> EditedRecord:
    assert old in TEXT
    return read_edited_record(ROWS, SESSIONS, TEXT.replace(old, new).encode())


@pytest.mark.parametrize(
    ("old", "new", "edits"),
    [
        ("tokens 19", "tokens 18", [Edit(CHANGE, 6, row("Ann holds 3-10 tokens 18"))]),
        ("Ann holds 3-10 ", "ANN   holds 3-10 ", []),
        ("Ben holds 11-18 tokens 11\n", "", [Edit(REMOVE, 7)]),
        ("Cleo holds", "Ann holds 30 tokens 0\nCleo holds", [Edit(INSERT, 8, row("Ann holds 30 tokens 0"))]),
        (f"# Ann holds: {SHOWN}", "Ann holds 30 tokens 9", [Edit(CHANGE, 11, row("Ann holds 30 tokens 9"))]),
        (f"# Ann holds: {SHOWN}\n", "", [Edit(REMOVE, 11)]),
        (
            f"# Ann holds: {SHOWN}\n",
            f"  # Ann holds: {SHOWN}\r\n\n# a comment\nCleo holds 31 tokens 3",
            [Edit(INSERT, 12, row("Cleo holds 31 tokens 3"))],
        ),
    ],
)
def test_a_text_means_the_edits_between_its_lines_and_those_of_the_game(old: str, new: str, edits: list[Edit]) -> None:
    """A comment for a secret line stands for it; spaces, comments and the spelling of a name change nothing."""
    if not edits:
        with pytest.raises(RecordRefused) as refused:
            edited(old, new)
        assert ENGLISH.say(refused.value.refusal.sentence) == "No line is different: nothing is corrected."
        assert refused.value.line_number == 0
        return
    found = edited(old, new)
    assert list(found.edits) == edits
    assert found.edits_with_forced == found.edits
    kept = {each.text for each in ROWS if each.kind is RowKind.RECORD}
    changed = {ROWS[edit.row_number - 1].text for edit in edits if edit.kind is not INSERT}
    assert set(found.lines) == kept - changed | {edit.row.text for edit in edits if edit.row is not None}


def test_the_lines_of_the_new_record_stand_in_their_order() -> None:
    assert edited("Ben holds 11-18 tokens 11\n", "").lines == (
        "game no-thanks",
        "players Ann Ben Cleo",
        "set detail totals",
        "Ann holds 3-10 tokens 19",
        "Cleo holds 19-26 tokens 3",
        "Ben holds 3-10 tokens 23",
        "Ann holds tokens 7",
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("set detail totals", "set detail points", 3, "Game, players and options stay as they are"),
        ("set detail totals\n", "", 1, "Game, players and options stay as they are"),
        ("totals\n", "totals\nset rounds 3\n", 4, "Game, players and options stay as they are"),
        ("Ann holds 3-10", "Nobody holds 3-10", 4, "Nobody is not among this table's players."),
        ("Ann holds 3-10 tokens", "\n\nAnn dances", 6, "A player can “pass”, “take”"),
    ],
)
def test_a_text_that_is_no_correction_is_refused_at_its_line(old: str, new: str, line: int, sentence: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        edited(old, new)
    assert refused.value.line_number == line
    assert refused.value.refusal.code in ("wrong-phase", "unknown-player", "syntax")
    assert ENGLISH.say(refused.value.refusal.sentence).startswith(sentence)


def test_a_line_that_was_declared_while_others_were_edited_stays() -> None:
    """The text does not have it."""
    text_before = TEXT.replace(f"# Ann holds: {SHOWN}\n", "")
    with pytest.raises(RecordRefused):
        read_edited_record(ROWS, SESSIONS, text_before.encode(), 1)
    shorter = text_before.replace("Ben holds 11-18 tokens 11\n", "").encode()
    assert read_edited_record(ROWS, SESSIONS, shorter, 1).edits == (Edit(REMOVE, 7),)
    assert read_edited_record(ROWS, SESSIONS, shorter).edits == (Edit(REMOVE, 7), Edit(REMOVE, 11))


def test_what_is_secret_is_in_no_line_to_choose_and_what_is_scored_is_whole() -> None:
    whole = ["Cleo: cards 19 to 26; 3 tokens.", "Ben: cards 11 to 18; 11 tokens.", "Ann: cards 3 to 10; 19 tokens."]
    hidden = [
        "Ann: no cards; tokens are shown with the scores.",
        "Ben: cards 3 to 10; tokens are shown with the scores.",
    ]
    for number, said in ((1, [*whole, "Ann starts."]), (2, hidden)):
        view = view_of_round(ROWS, SESSIONS, number)
        assert view is not None
        assert [ENGLISH.say(choice.label) for choice in view.level.choices] == said
    rounds = view_of_rounds(ROWS, SESSIONS)
    assert rounds is not None
    levels = [choice.level() for choice in rounds.level.choices]
    said_in_all = [[ENGLISH.say(choice.label) for choice in level.choices] for level in levels if level is not None]
    assert said_in_all == [hidden, [*whole, "Ann starts."]]
    assert ENGLISH.say(view_of_line(ROWS, SESSIONS, 6).line) == f"Round 1 – {whole[0]}"
    assert ENGLISH.say(view_of_line(ROWS, SESSIONS, 7).line) == f"Round 2 – {hidden[1]}"


@pytest.mark.parametrize(
    ("edit", "changed", "misfit", "marks"),
    [
        (
            Edit(CHANGE, 7, row("Ben holds 11-18 tokens 12")),
            ["Ben: cards 11 to 18; 12 tokens."],
            "Round 1 – Cleo: cards 19 to 26; 3 tokens.",
            [(5, "Ben holds 11-18 tokens 12"), (6, "")],
        ),
        (
            Edit(CHANGE, 10, row("Ben holds 3-10 tokens 20")),
            ["Ben: cards 3 to 10; tokens are shown with the scores."],
            None,
            [(7, f"# Ben holds 3-10: {SHOWN}")],
        ),
        (
            Edit(INSERT, 12, row("Cleo holds 11-20 tokens 3")),
            [],
            "Round 2 – Cleo: cards 11 to 20; tokens are shown with the scores.",
            [(8, f"# Cleo holds 11-20: {SHOWN}")],
        ),
    ],
)
def test_a_correction_says_what_is_scored_and_nothing_that_is_secret(
    edit: Edit, changed: list[str], misfit: str | None, marks: list[tuple[int, str]]
) -> None:
    """33 tokens are in play among three: 11 each."""
    consequences = judge_edits(ROWS, SESSIONS, [edit])
    lines = [(line.after, line.row_number, line.session) for line in consequences.changed_lines]
    said = [
        ENGLISH.say(changed_line_in_words(consequences, after, number, before))
        for after, number, before in lines
        if after is not None
    ]
    assert said == changed
    found = consequences.misfit
    assert misfit == (None if found is None else ENGLISH.say(misfit_in_words(consequences, found)))
    assert [(mark.line_number, mark.new_text) for mark in line_marks(ConsequencesView(consequences), ROWS)] == marks


def test_everybody_sees_a_game_without_its_secrets_and_edits_mean_the_lines_behind_them() -> None:
    game = public_game(ROWS, SESSIONS)
    assert [each.text for each in game.rows[-2:]] == ["Ben holds 3-10 tokens", "Ann holds tokens"]
    assert list(game.rows[:-2]) == ROWS[:-2]
    assert len(game.sessions) == len(SESSIONS)
    removed = Edit(REMOVE, 11)
    edits = (Edit(CHANGE, 10, row("Ann holds tokens")), Edit(CHANGE, 11, row("Cleo holds tokens 1")), removed)
    unmasked = (Edit(CHANGE, 10, row("Ann holds tokens 7")), edits[1], removed)
    assert game.unmask(edits) == unmasked
    scored = public_game(ROWS[:9], SESSIONS[:10])
    assert (scored.rows, scored.session) == (ROWS[:9], SESSIONS[9])


def test_as_soon_as_a_round_is_scored_its_lines_are_shown_whole() -> None:
    """Nothing of a round in play is."""
    for row_count, tokens in ((7, 0), (8, 3)):
        view = view_of_rounds(ROWS[:row_count], SESSIONS[: row_count + 1])
        assert view is not None
        labels = [ENGLISH.say(choice.label) for choice in view.level.choices]
        assert sum("tokens." in label for label in labels) == tokens
        line = ENGLISH.say(view_of_line(ROWS[:row_count], SESSIONS[: row_count + 1], 4).line)
        assert line.endswith("19 tokens.") == bool(tokens)


def test_a_correction_that_was_made_is_told_without_what_was_secret_then() -> None:
    edits = (Edit(CHANGE, 10, row("Ben holds 3-12 tokens 23")), Edit(REMOVE, 11))
    stored = [*ROWS, *rows_of_edits(edits)]
    for with_secrets, lines in (
        (True, ["- Ben holds 3-10 tokens 23", "+ Ben holds 3-12 tokens 23", "- Ann holds tokens 7"]),
        (False, [f"- # Ben holds 3-10: {SHOWN}", f"+ # Ben holds 3-12: {SHOWN}", f"- # Ann holds: {SHOWN}"]),
    ):
        assert correction_lines([None], stored, with_secrets=with_secrets) == ["# date unknown", *lines]
