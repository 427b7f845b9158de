"""The last thing heard, and what an undo took back, in a sentence that follows from the rows alone."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from device.contract.declarations import Declaration
from device.journal.uploaded_record import rows_of_upload as rows_of
from device.session import record
from device.session.edits import Edit, EditKind, rows_of_edits
from device.session.past import past_of_rows
from device.session.prompts import facts_of
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from device.session.step_sentences import (
    has_last_step_consequences,
    last_step_sentence,
    redo_line,
    restored_game_sentence,
)
from device.session.undo import REDO_ROW, UNDO_ROW, Timeline, rows_of_dropped_game
from display.words import ENGLISH

TRICKS = "game no-loose-ends\nplayers Teresa Kaylen\n"
PLANNED = TRICKS + "Teresa bid gray-7\nKaylen pass\nTeresa bid red-2\nTeresa pass\n"
CARDS = TRICKS + "set detail cards\nTeresa bid gray-7\nKaylen pass\nTeresa pass\n"
TOTALS = "game no-thanks\nplayers Ann Ben Cleo\nset detail totals\n"

LOOP = "game loop\nplayers Ann Ben Cleo Dora\n"


def said(rows: Iterable[JournalRow]) -> str | None:
    timeline = Timeline(rows)
    found = last_step_sentence(timeline, past_of_rows(timeline.rows).sessions)
    return None if found is None else ENGLISH.say(found)


def has_consequences(rows: Iterable[JournalRow]) -> bool:
    timeline = Timeline(rows)
    return has_last_step_consequences(timeline, past_of_rows(timeline.rows).sessions)


def to_redo(rows: Iterable[JournalRow]) -> tuple[str, Declaration | None] | None:
    """The line that a redo brings again, in words and as it was declared."""
    timeline = Timeline(rows)
    found = redo_line(timeline, past_of_rows(timeline.rows).session)
    return None if found is None else (ENGLISH.say(found.words), found.declaration)


def after(lines: str, *rows: JournalRow) -> str | None:
    return said((*rows_of(lines.encode()), *rows))


DECLARED = {
    TRICKS + "Teresa bid gray-7": "Teresa bids gray 7.",
    PLANNED + "Teresa wins": "Teresa wins the trick.",
    PLANNED + "Kaylen wins": "Kaylen wins: a loose end.",
    PLANNED + "Teresa wins gray-4": "Teresa wins with gray 4, covers gray 7.",
    PLANNED + "Teresa wins yellow-4": "Teresa wins with yellow 4: a loose end.",
    CARDS + "Teresa plays gray-4\nKaylen plays gray-2": "Kaylen plays gray 2. Teresa wins, covers gray 7.",
    CARDS + "Teresa plays gray-4\nKaylen plays gray-5": "Kaylen wins with gray 5: a loose end.",
    CARDS + "Teresa plays gray-4": "Teresa plays gray 4.",
    "game no-thanks\nplayers Ann Ben Cleo\nflip 12": "The 12 is turned up.",
    "game no-thanks\nplayers Ann Ben Cleo\nfirst Ben": "Ben starts.",
    LOOP + "Ann plays 6 7": "Ann plays 6 and 7.",
    LOOP + "Ann plays 6 7 8": "Ann plays 6, 7 and 8. The 8 clears the table: Ann leads.",
    LOOP + "Ann plays 6 7\nBen pass\nCleo pass\nDora pass": "Dora passes: Ann leads.",
}


@pytest.mark.parametrize(("lines", "sentence"), DECLARED.items())
def test_a_declaration_is_said_with_what_it_forced(lines: str, sentence: str) -> None:
    assert after(lines) == sentence
    assert after(lines, UNDO_ROW) == f"Taken back: {sentence}"
    assert after(lines, UNDO_ROW, REDO_ROW) == f"Again: {sentence}"


def test_the_next_undo_is_said_in_its_turn() -> None:
    lines = PLANNED + "Teresa wins gray-4"
    assert after(lines, UNDO_ROW, UNDO_ROW) == "Taken back: Teresa passes."
    assert after(lines, UNDO_ROW, UNDO_ROW, REDO_ROW) == "Again: Teresa passes."


def test_a_round_that_was_accepted_is_what_an_undo_takes_back_and_not_what_comes_next() -> None:
    """It said “Taken back: Ben gets the golden board, and starts.”"""
    lines = "game loop\nplayers Ann Ben Cleo Dora\nset detail finish\nAnn out\nBen out\nCleo out"
    accepted = step_row(Step.ACCEPT)
    assert (after(lines, accepted) or "").endswith("Ben gets the golden board, and starts.")
    assert after(lines, accepted, UNDO_ROW) == "Taken back: the acceptance of round 1"
    assert after(lines, accepted, UNDO_ROW, REDO_ROW) == after(lines, accepted)


def test_after_the_last_round_is_accepted_the_final_sheet_says_what_its_rounds_points_mean() -> None:
    """The summaries of earlier rounds had other points: only details said why."""
    lines = "game loop\nplayers Ann Ben Cleo Dora\nset detail finish\n" + 4 * "Ann out\nBen out\nCleo out\n"
    assert after(lines) == "Cleo is out. Order: Ann, Ben, Cleo and Dora."
    note = "What a marker earns later counts in the round in which it was laid."
    assert after(lines, step_row(Step.ACCEPT)) == note
    assert after(lines, step_row(Step.ACCEPT), UNDO_ROW) == "Taken back: the acceptance of round 4"


def test_a_game_that_was_gone_back_from_is_said() -> None:
    assert after(PLANNED, *rows_of_dropped_game(())) == "Taken back: the change to another game"


def test_steps_of_the_set_up_are_said() -> None:
    game = JournalRow(RowKind.RECORD, "game no-thanks")
    assert said((game,)) == "No Thanks!"
    assert said((game, step_row(Step.SEATS, "5"))) == "5 players"
    assert said((game, step_row(Step.SEATS, "5"), step_row(Step.SEAT, "Ann Lee"))) == "Ann Lee"
    named = (game, step_row(Step.SEATS, "3"), step_row(Step.NUMBERS), JournalRow(RowKind.FORCED, "players 1 2 3"))
    assert said(named) == "seat numbers"
    assert said((*named, UNDO_ROW)) == "Taken back: seat numbers"
    assert said((*named, step_row(Step.PLAY), step_row(Step.START))) == "Player 1 starts."
    assert said((*named, JournalRow(RowKind.RECORD, "set rounds 7"))) == "Rounds: 7"
    assert said((*named, JournalRow(RowKind.RECORD, "set detail totals"))) == "What is typed: cards and tokens"
    assert said(()) is None


def test_tokens_that_are_secret_are_in_no_sentence_before_the_round_is_scored() -> None:
    one = TOTALS + "Ann holds 3-10 tokens 19\n"
    assert after(one) == "Ann has declared; tokens are shown with the scores."
    assert after(one, UNDO_ROW) == "Taken back: Ann has declared; tokens are shown with the scores."
    all_of_them = one + "Ben holds 11-18 tokens 7\nCleo holds 20-27 tokens 7\n"
    assert after(all_of_them) == "Cleo: cards 20 to 27; 7 tokens."
    assert after(all_of_them, UNDO_ROW) == "Taken back: Cleo has declared; tokens are shown with the scores."


def test_what_a_table_said_of_the_options_is_said_by_their_names() -> None:
    assert after(TRICKS + "set getaway-cards on\n") == "Getaway cards: on"


def test_undone_with_nothing_to_undo_says_nothing() -> None:
    assert said((UNDO_ROW,)) is None
    assert said((REDO_ROW,)) is None


ORDER = "game loop\nplayers Ann Bo Cleo Dan\nset detail finish\nAnn out\nBo out\nCleo out\n"
PLAYED = [*rows_of(ORDER.encode()), step_row(Step.ACCEPT), JournalRow(RowKind.RECORD, "Dan out")]
OUT = {name: JournalRow(RowKind.RECORD, f"{name} out") for name in ("Ann", "Bo", "Cleo", "Dan")}
BO, DAN = PLAYED.index(OUT["Bo"]) + 1, len(PLAYED)
"""The rows of a line of the first round, and of the second round's only line."""


@pytest.mark.parametrize(
    ("edits", "sentence", "undone"),
    [
        ([Edit(EditKind.CHANGE, BO, OUT["Dan"])], "Dan is out.", "Round 1 – Dan is out."),
        ([Edit(EditKind.CHANGE, DAN, OUT["Ann"])], "Ann is out.", None),
        ([Edit(EditKind.INSERT, DAN, OUT["Ann"])], "Ann is out.", None),
        ([Edit(EditKind.REMOVE, BO)], "a line was taken out.", None),
        ([Edit(EditKind.CUT, BO)], "the end of the record was taken out.", None),
        ([Edit(EditKind.CHANGE, BO, OUT["Dan"]), Edit(EditKind.CHANGE, DAN, OUT["Ann"])], "several changes.", None),
    ],
)
def test_a_correction_is_said_and_its_round_if_that_is_not_the_one_in_play(
    edits: list[Edit], sentence: str, undone: str | None
) -> None:
    rows = [*PLAYED, *rows_of_edits(edits)]
    assert said(rows) == f"Correction: {sentence}"
    assert said([*rows, UNDO_ROW]) == f"Taken back: Correction: {undone or sentence}"
    assert said([*rows, UNDO_ROW, REDO_ROW]) == f"Again: Correction: {sentence}"
    assert has_consequences(rows)
    assert to_redo([*rows, UNDO_ROW]) is None, "what a redo brings is no single line"


def test_a_corrected_trick_is_said_with_its_number() -> None:
    rows = rows_of((PLANNED + "Kaylen wins\nKaylen wins\n").encode())
    change = Edit(EditKind.CHANGE, len(rows) - 1, JournalRow(RowKind.RECORD, "Kaylen wins blue-4"))
    assert said([*rows, *rows_of_edits([change])]) == "Correction: Trick 1 – Kaylen wins the trick with blue 4."


def test_a_corrected_round_that_is_accepted_again_is_said() -> None:
    change = rows_of_edits([Edit(EditKind.CHANGE, BO, OUT["Dan"])])
    assert said([*PLAYED, *change, step_row(Step.ACCEPT)]) == "Round 1 was accepted."


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        (ORDER, True),
        (ORDER.removesuffix("Cleo out\n"), False),
        (CARDS + "Teresa plays gray-4\nKaylen plays gray-2", True),
        (CARDS + "Teresa plays gray-4", False),
        (LOOP + "Ann plays 6 7 8", True),
        (LOOP, False),
    ],
)
def test_a_declaration_from_which_something_followed_is_more_than_itself(lines: str, more: bool) -> None:
    rows = rows_of(lines.encode())
    assert has_consequences(rows) == more
    assert has_consequences([*rows, UNDO_ROW])
    assert has_consequences([*rows, *rows_of_dropped_game(())])
    assert not has_consequences([])


def test_a_redo_says_which_line_it_brings_again_and_nothing_that_is_secret() -> None:
    rows = rows_of(ORDER.encode())
    after_two = record.read("\n".join(ORDER.splitlines()[:-1]).encode())
    declared = record.read_declaration(after_two, ("Cleo", "out"))
    assert to_redo([*rows, UNDO_ROW]) == ("Cleo is out.", declared)
    assert to_redo(rows) is None
    assert to_redo([*rows[:5], UNDO_ROW]) is None, "who starts as usual is no line"
    assert to_redo([*rows, *rows_of_dropped_game(rows)]) is None
    secret = (*rows_of((TOTALS + "Ann holds 3-10 tokens 19\n").encode()), UNDO_ROW)
    assert to_redo(secret) == ("Ann has declared; tokens are shown with the scores.", None)


REMATCH = (
    JournalRow(RowKind.FORCED, "game loop"),
    JournalRow(RowKind.FORCED, "players Ann Bo Cleo Dan"),
    step_row(Step.PLAY),
)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (REMATCH, "play again"),
        ((step_row(Step.PEOPLE, "Ann", "Bo"),), "same people, another game"),
        ((JournalRow(RowKind.RECORD, "game loop"),), "the change to another game"),
        ((*REMATCH, step_row(Step.START)), "the change to another game"),
    ],
)
def test_a_game_that_was_dropped_is_said_by_how_it_was_begun(rows: tuple[JournalRow, ...], sentence: str) -> None:
    assert said([*PLAYED, *rows_of_dropped_game(rows)]) == f"Taken back: {sentence}"
    assert ENGLISH.say(restored_game_sentence(rows)) == f"Again: {sentence}"


def test_of_a_name_that_is_spelled_each_letter_is_taken_back_and_the_name_said_whole() -> None:
    spelled = (step_row(Step.SPELL), step_row(Step.LETTER, "J"), step_row(Step.LETTER, "o"), step_row(Step.SPELLED))
    rows = (JournalRow(RowKind.RECORD, "game no-thanks"), step_row(Step.SEATS, "3"), *spelled)
    undone = [said((*rows, *count * [UNDO_ROW])) for count in range(1, 6)]
    assert undone == [f"Taken back: {what}" for what in ("the end of the name", "o", "J", "Jo", "3 players")]
    assert said((*rows, UNDO_ROW, REDO_ROW)) == "Again: Jo"
    assert said((*rows[:-1], UNDO_ROW, REDO_ROW)) == "o", "nobody who types a letter brings it again"
    seated = (*rows, step_row(Step.SEAT, "Bo"))
    assert said(seated) == "Jo and Bo"
    assert said((*seated, UNDO_ROW)) == "Taken back: Bo"
    assert said((*seated, UNDO_ROW, REDO_ROW)) == "Again: Bo"


def test_that_the_options_were_complete_is_taken_back_with_what_was_added_to_them() -> None:
    game = rows_of(b"game no-thanks\nplayers Ann Ben Cleo\n")[:2]
    played = (*game, step_row(Step.PLAY), JournalRow(RowKind.FORCED, "set detail totals"))
    assert said((*played, UNDO_ROW)) == "Taken back: play"


def test_a_table_knows_of_its_rows_what_was_said_last_what_can_be_redone_and_how_its_round_ended() -> None:
    rows = rows_of(ORDER.encode())
    over = past_of_rows(rows).sessions
    facts = facts_of(Timeline(rows), over)
    assert facts.last_sentence is not None
    assert ENGLISH.say(facts.last_sentence) == "Cleo is out. Order: Ann, Bo, Cleo and Dan."
    assert (facts.can_redo, facts.redo_line, facts.has_consequences) == (False, None, True)
    assert facts.session_at_round_end is over[-1]
    undone = facts_of(Timeline([*rows, UNDO_ROW]), over[:-1])
    assert undone.can_redo
    assert undone.redo_line is not None
    assert undone.session_at_round_end is None
    correction = rows_of_edits([Edit(EditKind.CHANGE, BO, OUT["Dan"])])
    reopened = past_of_rows([*PLAYED, *correction]).sessions
    ended = facts_of(Timeline([*PLAYED, *correction]), reopened).session_at_round_end
    assert ended is reopened[len(rows)], "the round that is to be accepted again is not the one in play"
