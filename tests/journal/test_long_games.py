"""However long a game gets, what was acknowledged is there at the next start, in the export and after a recovery."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.refusal import Refused
from device.journal import uploaded_record, validate, writer
from device.journal.export import exported_lines
from device.journal.store import FILE_NAME, Journal
from device.session.record import RecordRefused
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, record_lines, step_row
from device.table.table_games import TableGames
from display.words import ENGLISH
from tests.games.registered import deal, written

ROUNDS = 130
"""Of a game that has more rows than a day of declarations."""


def played(data: Path, rounds: int, players: int, seed: int, undone: int = 0) -> list[JournalRow]:
    """Play No Thanks! at the table's evening, declaration by declaration; what was acknowledged."""
    options = (("rounds", str(rounds)),)
    journal_writer = writer.journal_writer_for(data)
    games = TableGames(journal_writer)
    games.perform_step(JournalRow(RowKind.RECORD, "game no-thanks"))
    games.perform_step(step_row(Step.SEATS, str(players)))
    for seat in range(players):
        games.perform_step(step_row(Step.SEAT, f"P{seat}"))
    games.perform_step(JournalRow(RowKind.RECORD, f"set rounds {rounds}"))
    games.perform_step(step_row(Step.DEFAULTS))
    games.perform_step(step_row(Step.PLAY))
    if games.session.stage is Stage.STARTER:
        games.perform_step(step_row(Step.START))
    chance = random.Random(seed)
    for declaration in deal("no-thanks", seed, players, options):
        if games.session.stage is Stage.SUMMARY:
            games.perform_step(step_row(Step.ACCEPT))
        games.current.declare(declaration)
        if undone and chance.random() < 0.05:
            games.undo()
            games.current.declare(declaration)
    acknowledged = list(games.current.rows)
    assert journal_writer.fault is None
    journal_writer.close()
    return acknowledged


def check(data: Path, acknowledged: Sequence[JournalRow]) -> None:
    """The next start, an export and a recovery have all of it."""
    before = (data / FILE_NAME).read_bytes()
    journal = Journal.open(data)
    assert journal.notice is None
    current = journal.current_game()
    assert current is not None
    assert journal.counting_rows(current) == acknowledged
    journal.close()
    assert list(exported_lines(data, None)) == record_lines(acknowledged)
    # Without its header, a journal is read page by page.
    (data / FILE_NAME).write_bytes(bytes(100) + before[100:])
    for _ in ("the start that mends it", "the next one"):
        journal = Journal.open(data)
        assert journal.counting_rows(current) == acknowledged
        journal.close()
    assert not (data / f"{FILE_NAME}.damaged-2").exists()


def test_game_of_many_rounds_is_there_at_the_next_start(tmp_path: Path) -> None:
    """Its rows as they are kept, without the table; `make damage` plays such games by the table's own evening."""
    options = (("rounds", str(ROUNDS)),)
    record = written("no-thanks", ("A", "B", "C"), options, deal("no-thanks", 1, 3, options))
    rows = [JournalRow(RowKind.RECORD, line) for line in record]
    journal_writer = writer.journal_writer_for(tmp_path)
    game = journal_writer.begin_game(rows[:8000])
    for row in rows[8000:]:
        journal_writer.append(game, [row])
    journal_writer.close()
    assert len(rows) > 11_000
    check(tmp_path, rows)


@given(st.integers(1, 12), st.integers(3, 7), st.integers(0, 2**16))
@settings(max_examples=4, deadline=None)
def test_game_of_any_length_is_there_at_the_next_start(
    tmp_path_factory: pytest.TempPathFactory, rounds: int, players: int, seed: int
) -> None:
    data = tmp_path_factory.mktemp("long")
    check(data, played(data, rounds, players, seed, undone=1))


def test_row_that_could_not_be_read_back_is_refused_before_it_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validate, "MAX_ROWS", 3)
    journal_writer = writer.journal_writer_for(tmp_path)
    games = TableGames(journal_writer)
    games.perform_step(JournalRow(RowKind.RECORD, "game no-thanks"))
    games.perform_step(step_row(Step.SEATS, "3"))
    games.perform_step(step_row(Step.SEAT, "A"))
    with pytest.raises(Refused) as caught:
        games.perform_step(step_row(Step.SEAT, "B"))
    assert (
        ENGLISH.say(caught.value.refusal.sentence)
        == "This game has 3 lines, as many as one can have. Begin another one."
    )
    assert journal_writer.fault is None
    journal_writer.close()
    journal = Journal.open(tmp_path)
    assert journal.notice is None
    assert journal.counting_rows(1) == list(games.current.rows)
    assert len(games.current.rows) == 3
    journal.close()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("x" * (validate.MAX_ROW_LENGTH + 1), "A line of 12001 letters is too long for the journal."),
        ("a\udcff", "There is half a letter in “a·”, which no file can hold."),
    ],
)
def test_line_that_could_not_be_read_back_is_named(line: str, sentence: str) -> None:
    refusal = validate.unwritable_reason(0, [JournalRow(RowKind.RECORD, "game loop"), JournalRow(RowKind.TABLE, line)])
    assert refusal is not None
    assert ENGLISH.say(refusal) == sentence


def test_longest_line_and_longest_game_are_read_back() -> None:
    longest = JournalRow(RowKind.TABLE, "\N{GRINNING FACE}" * validate.MAX_ROW_LENGTH)
    assert validate.unwritable_reason(validate.MAX_ROWS - 1, [longest]) is None
    assert validate.valid_row(longest.kind.value, longest.text) == longest
    assert len(longest.text.encode()) < validate.MAX_ROW_BYTES
    assert validate.unwritable_reason(validate.MAX_ROWS, [longest]) is not None


def test_record_of_more_rows_than_a_game_can_have_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validate, "MAX_ROWS", 3)
    with pytest.raises(RecordRefused) as caught:
        uploaded_record.rows_of_upload(b"game no-thanks\nplayers A B C\nflip 7\n")
    assert "as many as one can have" in ENGLISH.say(caught.value.refusal.sentence)
