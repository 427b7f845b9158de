"""What the disk refuses is kept where other processes, and the next one, find it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from device.journal import spill
from device.journal.errors import JournalError
from device.journal.export import NothingToExport, exported_lines
from device.journal.spill import Spill, SpillContent, SpilledGame, default_spill
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session.rows import JournalRow, RowKind
from display.words import text
from hal.clock.wallclock import EARLIEST_TIME_S, BootMoment
from tests.journal.calendars import FixedCalendar
from tests.journal.connections import opened
from tests.journal.rows import row_list

HEADER = ["game loop", "players A B C D"]


class Table:
    """A data directory and a spill; the disk can be made to refuse."""

    def __init__(self, directory: Path) -> None:
        self.data = directory / "data"
        memory = directory / "memory"
        memory.mkdir()
        self.spill = Spill(self.data, [directory / "nowhere", memory])
        self.refuses = False
        self.calendar = FixedCalendar(uptime=20.0)

    def journal_writer(self) -> JournalWriter:
        return JournalWriter(self._open, lambda: Journal.open_to_read(self.data), self.spill, self.calendar)

    def _open(self) -> Journal:
        if self.refuses:
            raise JournalError(text("The disk is gone."))
        journal, self._connection = opened(self.data, self.calendar)
        return journal

    def write_no_more(self) -> None:
        """What is open can only be read from now on."""
        assert self._connection is not None
        self._connection.execute("PRAGMA query_only = ON")

    def exported(self, game: int | None = None) -> list[str]:
        return list(exported_lines(self.data, game, spill=self.spill))

    def listed(self) -> list[str]:
        return list(exported_lines(self.data, None, listing=True, spill=self.spill))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def refuse(table: Table) -> None:
    """From now on nothing can be written."""
    table.refuses = True
    table.write_no_more()


def test_nothing_is_spilled_while_the_disk_does_its_work(table: Table) -> None:
    journal_writer = table.journal_writer()
    journal_writer.append(journal_writer.begin_game(row_list(*HEADER)), row_list("A pass"))
    assert table.spill.load() is None
    journal_writer.close()


def test_export_has_what_the_disk_refuses(table: Table) -> None:
    journal_writer = table.journal_writer()
    first = journal_writer.begin_game(row_list(*HEADER))
    refuse(table)
    journal_writer.append(first, row_list("A pass"))
    assert table.exported() == [*HEADER, "A pass"]
    journal_writer.begin_game(row_list("game no-thanks"))
    assert table.exported() == ["game no-thanks"]
    assert table.exported(1) == [*HEADER, "A pass"]
    assert len(table.listed()) == 2
    for game in (3, 0, -1, 1 << 63):
        with pytest.raises(NothingToExport, match=f"there is no game {game} "):
            table.exported(game)


def test_export_has_what_a_disk_never_saw(table: Table) -> None:
    table.refuses = True
    journal_writer = table.journal_writer()
    journal_writer.append(journal_writer.begin_game(row_list(*HEADER)), row_list("A pass"))
    assert not table.data.exists()
    assert table.exported() == [*HEADER, "A pass"]


def test_next_process_goes_on_with_it_and_writes_it(table: Table) -> None:
    journal_writer = table.journal_writer()
    journal_writer.begin_game(row_list("game no-thanks"))
    game = journal_writer.begin_game(row_list(*HEADER))
    refuse(table)
    journal_writer.append(game, row_list("A pass"))
    del journal_writer  # the process ends without a chance to write
    again = table.journal_writer()
    assert again.fault is not None
    current = again.current_game()
    assert current is not None
    assert again.counting_rows(current) == row_list(*HEADER, "A pass")
    again.append(current, row_list("B pass"))
    table.refuses = False
    again.retry_writing()
    assert again.fault is None
    assert table.spill.load() is None
    journal = Journal.open(table.data)
    assert [len(journal.counting_rows(listed.number)) for listed in journal.games()] == [1, 4]
    journal.close()
    again.close()


@pytest.fixture
def undeletable(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A spill that can't be deleted, until this is called."""
    unlink = os.unlink

    def refuse(path: str, **options: int) -> None:
        if path == spill.FILE_NAME:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        unlink(path, **options)

    monkeypatch.setattr(os, "unlink", refuse)
    return monkeypatch.undo


def test_spill_that_cannot_be_deleted_takes_nothing_from_the_file(
    table: Table, undeletable: Callable[[], None]
) -> None:
    """The next process removed all rows that had come after it from the file, without a word."""
    journal_writer = table.journal_writer()
    game = journal_writer.begin_game(row_list(*HEADER))
    refuse(table)
    journal_writer.append(game, row_list("A pass"))
    table.refuses = False
    journal_writer.retry_writing()
    assert journal_writer.fault is None
    assert table.spill.load() is not None
    journal_writer.append(game, row_list("B pass"))
    later = journal_writer.begin_game(row_list("game no-thanks"))
    journal_writer.close()
    assert table.exported(game) == [*HEADER, "A pass", "B pass"]
    again = table.journal_writer()
    assert again.current_game() == later
    again.append(later, row_list("players A B C"))
    undeletable()
    again.append(later, row_list("set rounds 1"))
    assert table.spill.load() is None, "it is deleted as soon as that can be done"
    again.close()
    with closing(Journal.open(table.data)) as journal:
        assert journal.counting_rows(game) == row_list(*HEADER, "A pass", "B pass")
        assert journal.counting_rows(later) == row_list("game no-thanks", "players A B C", "set rounds 1")


def test_game_that_was_dropped_stays_dropped(table: Table) -> None:
    journal_writer = table.journal_writer()
    journal_writer.begin_game(row_list(*HEADER))
    second = journal_writer.begin_game(row_list("game no-thanks"))
    refuse(table)
    journal_writer.drop_game(second)
    assert table.exported() == HEADER
    table.refuses = False
    again = table.journal_writer()
    assert again.current_game() == 1
    assert len(table.listed()) == 1
    again.close()


def test_game_that_was_begun_in_memory_keeps_its_moment(table: Table) -> None:
    table.refuses = True
    journal_writer = table.journal_writer()
    game = journal_writer.begin_game(row_list(*HEADER))
    assert journal_writer.began_at(game) is None
    table.calendar.now = BootMoment("boot", 500.0)
    table.calendar.learn(EARLIEST_TIME_S + 500)
    assert journal_writer.store_date()
    assert journal_writer.began_at(game) == EARLIEST_TIME_S + 20
    table.refuses = False
    journal_writer.close()
    journal = Journal.open(table.data)
    assert journal.began_at(1) == EARLIEST_TIME_S + 20
    journal.close()


def test_game_of_another_boot_has_the_date_that_was_written_then(table: Table) -> None:
    table.calendar.learn(EARLIEST_TIME_S + 1000)
    first = table.journal_writer()
    game = first.begin_game(row_list(*HEADER))
    first.close()
    table.calendar = FixedCalendar("another boot", 5.0)
    again = table.journal_writer()
    assert again.began_at(game) == EARLIEST_TIME_S + 1000
    assert not again.store_date()
    again.close()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"games": [{}], "dropped": []}', b"\xff"])
def test_rubbish_in_the_spill_is_nothing(table: Table, content: bytes) -> None:
    table.spill.save(SpillContent())
    next((table.data.parent / "memory").rglob(spill.FILE_NAME)).write_bytes(content)
    assert table.spill.load() is None
    journal_writer = table.journal_writer()
    assert journal_writer.fault is None
    journal_writer.close()


def test_what_is_kept_is_what_comes_back(table: Table) -> None:
    rows = (JournalRow(RowKind.FORCED, "Zoë pass"), JournalRow(RowKind.TABLE, "accept"))
    spilled = SpillContent(
        (SpilledGame(b"12345678", None, BootMoment("boot", 1.5), rows),),
        (SpilledGame(b"87654321", 3, BootMoment("", 0.0), ()),),
    )
    table.spill.save(spilled)
    assert table.spill.load() == spilled
    table.spill.clear()
    table.spill.clear()
    assert table.spill.load() is None


def test_each_directory_has_a_place_of_its_own(tmp_path: Path) -> None:
    one, other = (default_spill(tmp_path / name, {"RUNTIME_DIRECTORY": str(tmp_path)}) for name in ("one", "other"))
    one.save(SpillContent())
    assert one.load() is not None
    assert other.load() is None


def test_export_of_a_damaged_journal_has_what_can_be_read_and_says_so(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    journal.begin_game(row_list(*HEADER))
    journal.close()
    content = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(bytes(100) + content[100:])
    told: list[str] = []
    assert list(exported_lines(tmp_path, None, warn=told.append)) == HEADER
    assert told == [f"the journal in {tmp_path} is damaged; this is what can be read of it."]
    assert (tmp_path / FILE_NAME).read_bytes() == bytes(100) + content[100:]
