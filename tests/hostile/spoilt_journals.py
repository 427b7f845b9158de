"""Checks what a table and an export do with a damaged journal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.export import NothingToExport, exported_lines
from device.journal.spill import Spill
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.session.prompts import MenuView, PlayView, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage
from device.session.setup_prompts import Roster
from device.table.table_games import TableGames
from tests.hostile.bounds import bounded

ROSTER: Roster = ("Ann", "Bo", "Cleo", "Dan", "Eve")


GAME = JournalRow(RowKind.RECORD, "game loop")


def start_and_play(directory: Path, spill: Spill | None = None) -> str | None:
    """Start a table on whatever is there, and begin a game; then list and export everything.

    Returns the table's trouble, if it has any.
    """
    with bounded():
        trouble = play(directory, spill)
    look(directory, spill)
    return trouble


def play(directory: Path, spill: Spill | None) -> str | None:
    journal_writer = JournalWriter(lambda: Journal.open(directory), lambda: Journal.open_to_read(directory), spill)
    games = TableGames(journal_writer)
    for view in (PlayView(), MenuView()):
        assert question(games.session, view, ROSTER).level is not None
    games.begin_another()
    games.perform_step(GAME)
    assert games.session.stage is Stage.COUNT
    for _ in range(3):
        games.undo()
    journal_writer.close()
    return None if journal_writer.fault is None else str(journal_writer.fault)


def look(directory: Path, spill: Spill | None = None) -> None:
    for game, listing in ((None, False), (1, False), (99, False), (None, True)):
        with suppress(NothingToExport), bounded():
            list(exported_lines(directory, game, listing=listing, spill=spill))


def assert_sound(directory: Path) -> None:
    """Check that nothing is left to mend, except perhaps in games that nobody has opened yet."""
    before = set(directory.iterdir())
    journal = Journal.open(directory)
    assert {path for path in set(directory.iterdir()) - before if "damaged" in path.name} == set()
    try:
        read_all(journal)
    except JournalError as error:
        if not error.is_damaged:
            raise
        journal.close_and_repair()
        journal = Journal.open(directory)
        read_all(journal)
    game = journal.begin_game([GAME])
    assert journal.current_game() == game
    journal.close()


def read_all(journal: Journal) -> None:
    for listed in journal.games():
        assert len(journal.stored_rows(listed.number)) == listed.length
        journal.began_at(listed.number)
        journal.begin_moment(listed.number)
        journal.game_identity(listed.number)
