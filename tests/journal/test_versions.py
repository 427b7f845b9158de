"""Journals of every version are read, and brought up to date where they are written; newer ones are left alone."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.journal import schema
from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from hal.clock.wallclock import EARLIEST_TIME_S
from tests.journal.calendars import FixedCalendar
from tests.journal.rows import row_list

GOLDEN = Path(__file__).parents[1] / "golden" / "journals"


def test_newer_versions_are_left_alone(tmp_path: Path) -> None:
    Journal.open(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("CREATE TABLE later (number)")
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    for way in (Journal.open, Journal.open_to_read):
        with pytest.raises(JournalError, match="newer Tablekeeper"):
            way(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_journals_of_every_released_version_are_read_and_played_on(tmp_path: Path, version: int) -> None:
    """Each was written by the program of its time; what it held then stands beside it."""
    kept = json.loads((GOLDEN / f"{version}.json").read_text(encoding="utf-8"))
    shutil.copy(GOLDEN / f"{version}.db", tmp_path / FILE_NAME)
    reader = Journal.recover(tmp_path)
    journal = Journal.open(tmp_path, FixedCalendar(date=EARLIEST_TIME_S + 10_000_000.0))
    for one in (journal, reader):
        assert one.notice is None
        assert [listed.number for listed in one.games()] == [1, 2]
        for number, game in enumerate(kept, 1):
            assert [[row.kind.value, row.text] for row in one.counting_rows(number)] == game["rows"]
            assert one.game_identity(number).hex() == game["identity"]
            assert one.began_at(number) == pytest.approx(game["begun"])
    reader.close()
    journal.append(2, row_list("new"))
    journal.begin_game(row_list("third"))
    assert [listed.length for listed in journal.games()] == [len(kept[0]["rows"]), len(kept[1]["rows"]) + 1, 1]
    assert journal.games()[2].began_at == EARLIEST_TIME_S + 10_000_000.0
    journal.close()
    with closing(Journal.open(tmp_path)) as again:
        assert again.notice is None


def test_version_that_was_brought_up_to_date_is_todays(tmp_path: Path) -> None:
    def tables(path: Path) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(path / FILE_NAME)) as connection:
            columns = [
                (table, *column)
                for table in ("boot", "game", "line", "head", "result", "seat")
                for column in connection.execute(f"PRAGMA table_info({table})")
            ]
            return [*columns, *connection.execute("PRAGMA user_version")]

    Journal.open(tmp_path / "new").close()
    for version in range(1, schema.VERSION + 1):
        (tmp_path / str(version)).mkdir()
        shutil.copy(GOLDEN / f"{version}.db", tmp_path / str(version) / FILE_NAME)
        Journal.open(tmp_path / str(version)).close()
        assert tables(tmp_path / str(version)) == tables(tmp_path / "new")


def test_older_version_is_read_where_it_cannot_be_brought_up_to_date(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "1.db", tmp_path / FILE_NAME)
    before = (tmp_path / FILE_NAME).read_bytes()
    reader = Journal.open_to_read(tmp_path)
    assert [listed.number for listed in reader.games()] == [1, 2]
    assert reader.notice is None
    reader.close()
    assert (tmp_path / FILE_NAME).read_bytes() == before
