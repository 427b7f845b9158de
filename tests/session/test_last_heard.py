"""The last thing heard, and what an undo took back, in a sentence that follows from the rows alone."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from device.journal.uploaded_record import rows_of_upload as rows_of
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from device.session.step_sentences import last_step_sentence
from device.session.undo import REDO_ROW, UNDO_ROW, Timeline, rows_of_dropped_game
from display.words import ENGLISH
from tests.session_rows import replay

TRICKS = "game no-loose-ends\nplayers Teresa Kaylen\n"
PLANNED = TRICKS + "Teresa bid gray-7\nKaylen pass\nTeresa bid red-2\nTeresa pass\n"
CARDS = TRICKS + "set detail cards\nTeresa bid gray-7\nKaylen pass\nTeresa pass\n"
TOTALS = "game no-thanks\nplayers Ann Ben Cleo\nset detail totals\n"

LOOP = "game loop\nplayers Ann Ben Cleo Dora\n"


def said(rows: Iterable[JournalRow]) -> str | None:
    timeline = Timeline(rows)
    found = last_step_sentence(timeline, replay(timeline.rows))
    return None if found is None else ENGLISH.say(found)


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
    assert after(lines, accepted, UNDO_ROW) == "Taken back: Round 1 was accepted."
    assert after(lines, accepted, UNDO_ROW, REDO_ROW) == after(lines, accepted)


def test_after_the_last_round_is_accepted_the_final_sheet_says_what_its_rounds_points_mean() -> None:
    """The summaries of earlier rounds had other points: only details said why."""
    lines = "game loop\nplayers Ann Ben Cleo Dora\nset detail finish\n" + 4 * "Ann out\nBen out\nCleo out\n"
    assert after(lines) == "Cleo is out. Order: Ann, Ben, Cleo and Dora."
    assert after(lines, step_row(Step.ACCEPT)) == "A round's points are those of its markers at the end."
    assert after(lines, step_row(Step.ACCEPT), UNDO_ROW) == "Taken back: Round 4 was accepted."


def test_a_game_that_was_gone_back_from_is_said() -> None:
    assert after(PLANNED, *rows_of_dropped_game(())) == "Taken back: another game"


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
