"""Undo and redo as rows: what counts, and what can be redone, follows from the rows alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from device.session.undo import (
    REDO_ROW,
    UNDO_ROW,
    Timeline,
    UndoneRows,
    count_undone,
    counting_rows,
    dropped_games,
    rows_of_dropped_game,
)


def step(line: str, *forced: str) -> tuple[JournalRow, ...]:
    """A step of the table with what it forces."""
    return (JournalRow(RowKind.RECORD, line), *(JournalRow(RowKind.FORCED, one) for one in forced))


A, B, C = step("Ann wins", "Ann covers red-3"), step("Bo wins"), step("Ann loose")


def test_an_undo_takes_back_a_step_with_what_it_forced() -> None:
    timeline = Timeline((*A, *B, UNDO_ROW, UNDO_ROW))
    assert timeline.rows == []
    assert timeline.taken_back == [UndoneRows(B), UndoneRows(A)]
    assert timeline.stored_row_count == 5


def test_a_redo_brings_them_again_one_by_one_in_their_order() -> None:
    assert Timeline((*A, *B, UNDO_ROW, UNDO_ROW, REDO_ROW)).rows == list(A)
    timeline = Timeline((*A, *B, UNDO_ROW, UNDO_ROW, REDO_ROW, REDO_ROW))
    assert timeline.rows == [*A, *B]
    assert timeline.taken_back == []


def test_what_is_new_ends_what_can_be_redone() -> None:
    timeline = Timeline((*A, *B, UNDO_ROW, *C, REDO_ROW))
    assert timeline.rows == [*A, *C]
    assert timeline.taken_back == []


@pytest.mark.parametrize("row", [UNDO_ROW, REDO_ROW])
def test_nothing_to_do_does_nothing(row: JournalRow) -> None:
    assert Timeline((row, *A, *((REDO_ROW,) if row is REDO_ROW else ()))).rows == list(A)


def test_a_game_that_was_dropped_is_kept_with_all_its_rows_by_the_one_before() -> None:
    dropped = (*step('players "Ann Lee" Bo'), JournalRow(RowKind.TABLE, 'letter "\\""'), UNDO_ROW)
    timeline = Timeline((*A, *rows_of_dropped_game(step("game loop")), *rows_of_dropped_game(dropped)))
    assert timeline.rows == list(A)
    assert timeline.taken_back == [UndoneRows(dropped, is_game=True)]
    assert Timeline((*A, *rows_of_dropped_game(()))).taken_back == [UndoneRows((), is_game=True)]


def test_undoing_before_a_dropped_game_keeps_it_for_later() -> None:
    timeline = Timeline((*A, *rows_of_dropped_game(B), UNDO_ROW))
    assert timeline.taken_back == [UndoneRows(B, is_game=True), UndoneRows(A)]
    timeline.add(REDO_ROW)
    assert timeline.taken_back == [UndoneRows(B, is_game=True)]
    timeline.add(REDO_ROW)
    assert timeline.taken_back == [UndoneRows(B, is_game=True)]
    assert timeline.rows == list(A)


def test_senseless_rows_of_a_dropped_game_are_left_out() -> None:
    rows = (JournalRow(RowKind.TABLE, line) for line in ("dropped", "dropped x y", "dropped record", 'dropped "'))
    assert Timeline((*A, *rows)).taken_back == [UndoneRows((), is_game=True)]


doings = st.lists(st.one_of(st.integers(0, 3), st.sampled_from(["undo", "redo"])), max_size=40)


@given(doings)
def test_any_order_of_doings_is_that_of_a_list_with_a_cursor(doings: list[int | str]) -> None:
    """Against the plainest model: all steps of the line of play, and how many of them count."""
    steps: list[tuple[JournalRow, ...]] = []
    cursor = 0
    kept: list[JournalRow] = []
    for number, doing in enumerate(doings):
        if doing == "undo":
            kept.append(UNDO_ROW)
            cursor = max(cursor - 1, 0)
        elif doing == "redo":
            kept.append(REDO_ROW)
            cursor = min(cursor + 1, len(steps))
        else:
            assert isinstance(doing, int)
            declared = step(f"line {number}", *(f"forced {one}" for one in range(doing)))
            kept += declared
            steps[cursor:] = [declared]
            cursor += 1
        timeline = Timeline(kept)
        assert timeline.rows == counting_rows(kept) == [row for one in steps[:cursor] for row in one]
        assert timeline.taken_back == [UndoneRows(one) for one in reversed(steps[cursor:])]
        assert count_undone(timeline.rows) == (len(steps[cursor - 1]) if cursor else 0)


def test_each_dropped_game_that_is_kept_is_found_by_its_rows() -> None:
    kept = (
        *A,
        *rows_of_dropped_game((*B, UNDO_ROW)),
        REDO_ROW,
        *C,
        *rows_of_dropped_game(()),
        *rows_of_dropped_game(A),
        UNDO_ROW,
    )
    assert list(dropped_games(kept)) == [(*B, UNDO_ROW), (), A]


CORRECTION = (JournalRow(RowKind.CORRECTION, "remove 1"), JournalRow(RowKind.CORRECTED_TOO, "remove 2"))
ACCEPT = step_row(Step.ACCEPT)


def test_an_undo_takes_back_a_whole_correction() -> None:
    assert [count_undone(rows) for rows in ((), A, (*A, *B), (*A, *CORRECTION), (*CORRECTION, *A))] == [0, 2, 1, 2, 2]
    timeline = Timeline((*A, *CORRECTION, UNDO_ROW))
    assert (timeline.rows, timeline.last_taken_back) == (list(A), UndoneRows(CORRECTION))


def test_accepting_a_round_leaves_a_correction_that_was_undone_to_be_made_again() -> None:
    """And nothing else, and not after anything else."""
    undone = (*A, *CORRECTION, UNDO_ROW)
    assert Timeline((*undone, ACCEPT)).taken_back == [UndoneRows(CORRECTION)]
    assert Timeline((*undone, ACCEPT, REDO_ROW)).rows == [*A, ACCEPT, *CORRECTION]
    for rows in (
        (*undone, *B),
        (*undone, ACCEPT, *B),
        (*A, *B, UNDO_ROW, ACCEPT),
        (*A, *rows_of_dropped_game(B), ACCEPT),
    ):
        assert Timeline(rows).taken_back == []


def test_the_last_row_and_the_number_of_all_are_known() -> None:
    timeline = Timeline((*A, *B, UNDO_ROW))
    assert (timeline.last_row, timeline.stored_row_count) == (UNDO_ROW, 4)
    timeline.add(C[0])
    assert (timeline.last_row, timeline.stored_row_count, timeline.last_taken_back) == (C[0], 5, None)
    assert (Timeline().last_row, Timeline().stored_row_count) == (None, 0)


def test_a_game_that_was_dropped_is_not_redone_as_rows_of_this_one() -> None:
    assert Timeline((*A, *rows_of_dropped_game(B), REDO_ROW)).rows == list(A)


@pytest.mark.parametrize("name", ["undo", "redo", "dropped"])
def test_a_player_may_be_called_as_what_decides_what_counts(name: str) -> None:
    line = JournalRow(RowKind.RECORD, f"{name} wins")
    timeline = Timeline((*A, *B, line, JournalRow(RowKind.RECORD, name)))
    assert timeline.rows == [*A, *B, line, JournalRow(RowKind.RECORD, name)]
    assert timeline.taken_back == []
