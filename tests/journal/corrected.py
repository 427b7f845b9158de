"""A game at a table that is corrected again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from device.journal import writer
from device.journal.store import FILE_NAME
from device.session.edits import Edit, EditKind
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from device.table.table_games import TableGames


@contextmanager
def table(data: Path) -> Iterator[TableGames]:
    """The games of a table, from its start."""
    journal = writer.journal_writer_for(data)
    with closing(journal):
        yield TableGames(journal)


def no_thanks(data: Path, cards: int = 6) -> None:
    with table(data) as games:
        for line in ("game no-thanks", "players Ann Ben Cleo"):
            games.perform_step(JournalRow(RowKind.RECORD, line))
        games.perform_step(step_row(Step.DEFAULTS))
        games.perform_step(step_row(Step.PLAY))
        for card in range(3, 3 + cards):
            games.perform_step(JournalRow(RowKind.RECORD, f"flip {card}"))
            games.perform_step(JournalRow(RowKind.RECORD, "Ann take"))


def correct(games: TableGames) -> None:
    """Correct the first card to another one."""
    at = next(at for at, row in enumerate(games.current.rows, 1) if row.text.startswith("flip"))
    card = "flip 34" if games.current.rows[at - 1].text != "flip 34" else "flip 35"
    games.current.correct(games.current.judge([Edit(EditKind.CHANGE, at, JournalRow(RowKind.RECORD, card))]))
    games.current.store_snapshot_if_due()


def often(data: Path, what: Callable[[TableGames], None], times: int) -> None:
    with table(data) as games:
        for _ in range(times):
            what(games)


def snapshot_of(data: Path, game: int = 1) -> Path:
    return data / f"{FILE_NAME}.snapshot-{game}"
