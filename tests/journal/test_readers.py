"""A journal is read beside its writer, which is neither kept waiting nor changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from tests.journal.connections import own_connection
from tests.journal.rights import NoRights
from tests.journal.rows import row_list

HOUSE = Path(__file__).parents[2]


def test_reader_sees_what_was_acknowledged_while_the_writer_goes_on(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin_game(row_list("one"))
    reader = Journal.open_to_read(tmp_path)
    assert reader.counting_rows(game) == row_list("one")
    journal.append(game, row_list("two"))
    assert reader.counting_rows(game) == row_list("one", "two")
    reader.close()
    journal.undo(game, 1)


def test_reader_in_the_middle_of_a_long_look_does_not_keep_the_writer_waiting(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin_game(row_list("one", "two"))
    with own_connection(tmp_path) as looking:
        looking.execute("BEGIN")
        assert looking.execute("SELECT count(*) FROM line").fetchone() == (2,)
        journal.append(game, row_list("three"))
        assert looking.execute("SELECT count(*) FROM line").fetchone() == (2,)
        assert len(journal.counting_rows(game)) == 3


def test_other_process_exports_while_the_writer_has_the_file(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin_game(row_list("game loop", "players A B"))
    program = f"""
from pathlib import Path
from device.journal.store import Journal
reader = Journal.open_to_read(Path({str(tmp_path)!r}))
print(*(row.text for row in reader.counting_rows({game})), sep="\\n")
"""
    printed = subprocess.run(
        [sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True
    ).stdout
    assert printed.splitlines() == ["game loop", "players A B"]


def test_reader_cannot_write(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin_game()
    reader = Journal.open_to_read(tmp_path)
    with pytest.raises(JournalError, match="read-only"):
        reader.append(game, row_list("one"))
    reader.close()


def test_reader_needs_no_right_to_write(reachable: Path) -> None:
    journal = Journal.open(reachable)
    game = journal.begin_game(row_list("one"))
    journal.close()
    (reachable / FILE_NAME).chmod(0o644)
    with NoRights(reachable):
        reader = Journal.open_to_read(reachable)
        assert reader.counting_rows(game) == row_list("one")
        reader.close()
    assert [path.name for path in reachable.iterdir()] == [FILE_NAME]


def test_reader_where_there_is_no_journal_says_so_and_makes_none(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="There is no journal in"):
        Journal.open_to_read(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_reader_of_a_damaged_journal_leaves_it_where_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"nothing like a database " * 400)
    with pytest.raises(JournalError, match="is damaged") as caught:
        Journal.open_to_read(tmp_path)
    assert caught.value.is_damaged
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
