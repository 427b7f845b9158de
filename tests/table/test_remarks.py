"""A finished game has its sentence on the final sheet, from all games before it, by the names of today."""

from __future__ import annotations

from pathlib import Path

from device.journal.store import Journal
from device.people.people import People
from device.people.store import PeopleStore
from device.session.rows import JournalRow, RowKind
from device.table.controller import Controller
from device.table.table_settings import TableSettings
from display.words import ENGLISH
from tests.table.evenings import ROUND, TOTALS, script
from tests.table.tables import Mock, controlled

ROWS = [JournalRow(RowKind.RECORD, line) for line in ("game no-loose-ends", "players Ann Bo", *TOTALS, *3 * ROUND)]


def finished(data: Path, before: int, people: People | None = None) -> Controller:
    """A table that has just finished a game, after others that went the same way."""
    journal = Journal.open(data)
    for _ in range(before):
        journal.begin_game(ROWS)
    journal.begin_game()
    journal.close()
    if people is not None:
        PeopleStore(data).save(people)
    mock = Mock(data, [*script(*TOTALS, *3 * ROUND), "hold C"])
    mock.controller = controlled(
        mock.table, mock.journal_writer, mock.tell, TableSettings(current_people=PeopleStore(data).people)
    )
    return mock.run().controller


def told(controller: Controller) -> str | None:
    remark = controller.page().remark
    return None if remark is None else ENGLISH.say(remark)


def test_first_game_has_nothing_to_compare_with(tmp_path: Path) -> None:
    assert told(finished(tmp_path, 0)) is None


def test_third_win_in_a_row_is_told_by_the_name_of_today(tmp_path: Path) -> None:
    assert told(finished(tmp_path / "one", 2)) == "Ann wins 3 games of No Loose Ends in a row, a personal best."
    renamed = finished(tmp_path / "other", 2, People().with_renamed("Ann", "Anna"))
    assert told(renamed) == "Anna wins 3 games of No Loose Ends in a row, a personal best."
