"""What leaves a box of a game: its record, but nothing that is secret until the round is scored."""

from __future__ import annotations

import pytest

from device.outbox.club_messages import ConflictingRecord, GameRevision
from device.outbox.digest import digest
from device.outbox.revisions import GameReader, missing_game_message, next_revision, public_record
from device.session import session as sessions
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from device.session.undo import UNDO_ROW
from tests.club.histories import kept_rows
from tests.outbox.marks import mark_of_lines

HEADER = ["game no-thanks", "players Ann Ben Cleo", "set detail totals"]
ROUND = ["Ann holds 3-10 tokens 19", "Ben holds 11-18 tokens 11", "Cleo holds 19-26 tokens 3"]
IN_PLAY = ["Ben holds 3-10 tokens 23", "Ann holds tokens 7"]


def rows(lines: list[str]) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


@pytest.mark.parametrize("said", range(len(IN_PLAY) + 1))
def test_tokens_stay_in_the_box_until_the_round_is_scored(said: int) -> None:
    found = public_record(rows([*HEADER, *ROUND, *IN_PLAY[:said]]))
    assert [row.text for row in found] == [*HEADER, *ROUND]


def test_what_is_undone_and_what_only_the_table_does_is_no_part_of_a_record() -> None:
    step = JournalRow(RowKind.TABLE, "accept")
    assert [row.text for row in public_record([*rows([*HEADER, *ROUND]), step, UNDO_ROW, UNDO_ROW])] == [*HEADER]


def test_a_correction_is_made_before_the_record_leaves() -> None:
    header, played = ["game no-thanks", "players Ann Ben Cleo", "set rounds 1"], ["flip 3", "Ann pass", "Ben take"]
    change = JournalRow(RowKind.CORRECTION, "change 6 record flip 4")
    found = public_record([*rows(header), step_row(Step.PLAY), step_row(Step.START), *rows(played), change])
    assert [row.text for row in found] == [*header, "flip 4", *played[1:]]


def test_what_has_been_said_is_not_said_again() -> None:
    kept = list(kept_rows(1))
    whole = next_revision("ff", kept, None)
    assert isinstance(whole, GameRevision)
    assert whole.kept_line_count == 0
    assert next_revision("ff", kept, whole.mark) is None
    assert next_revision("ff", [*kept, JournalRow(RowKind.TABLE, "accept")], whole.mark) is None


@pytest.mark.parametrize("at", range(20, 60, 7))
def test_the_lines_that_are_kept_and_those_that_follow_make_the_record(at: int) -> None:
    kept = list(kept_rows(1))
    before, after = public_record(kept[:at]), public_record(kept[: at + 5])
    found = next_revision("ff", kept[: at + 5], mark_of_lines("ff", at, before))
    if found is None:
        assert before == after
        return
    assert isinstance(found, GameRevision)
    assert (*before[: found.kept_line_count], *found.lines) == after
    assert found.mark.digest == digest(after)
    assert (
        found.kept_line_count == len(before)
        or before[found.kept_line_count : found.kept_line_count + 1] != found.lines[:1]
    )


def test_a_hub_that_has_another_past_is_told_the_whole_record() -> None:
    kept, base = rows([*HEADER, *ROUND]), mark_of_lines("ff", 4, rows(["game loop"]))
    assert next_revision("ff", kept, base, 1.8e9, key="0f") == ConflictingRecord(
        mark_of_lines("ff", len(kept), kept), base, tuple(kept), 1.8e9, "0f"
    )


def test_a_hub_that_has_more_is_told_the_whole_record() -> None:
    kept, base = rows(HEADER[:2]), mark_of_lines("ff", 3, rows(HEADER))
    assert next_revision("ff", kept, base) == ConflictingRecord(mark_of_lines("ff", len(kept), kept), base, tuple(kept))


def test_a_hub_that_has_a_game_which_is_not_here_is_told_so() -> None:
    base = mark_of_lines("ff", 3, rows(HEADER))
    assert missing_game_message(base) == ConflictingRecord(mark_of_lines("ff", 0, ()), base, ())
    assert missing_game_message(mark_of_lines("ff", 3, ())) is None


def test_the_key_of_a_game_goes_with_its_beginning_alone() -> None:
    kept, nothing = rows([*HEADER, *ROUND]), mark_of_lines("ff", 0, ())
    told = [
        next_revision("ff", kept, base, None, key="0f") for base in (None, nothing, mark_of_lines("ff", 3, kept[:3]))
    ]
    assert [None if one is None else one.key for one in told] == ["0f", "0f", ""]


def test_a_reader_of_more_and_fewer_rows_reads_what_anybody_reads() -> None:
    reader = GameReader()
    kept = [*rows([*HEADER, *ROUND, *IN_PLAY]), UNDO_ROW, UNDO_ROW, *rows(IN_PLAY), *rows(["Nobody pass"])]
    for at in (3, 7, len(kept), 2, 9, 8, len(kept), 0, 5):
        assert public_record(kept[:at], reader.read) == public_record(kept[:at])
        assert reader.read(kept[:at]) == sessions.read(kept[:at])


def test_a_reader_takes_only_the_rows_that_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, kept = GameReader(), list(kept_rows(0))
    taken: list[JournalRow] = []
    take_row = sessions.take_row

    def noted(session: sessions.Session, row: JournalRow) -> sessions.Session:
        taken.append(row)
        return take_row(session, row)

    reader.read(kept[:20])
    monkeypatch.setattr(sessions, "take_row", noted)
    reader.read(kept[:25])
    assert taken == kept[20:25]
