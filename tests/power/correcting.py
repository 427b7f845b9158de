"""A table that corrects again and again, for tests of disks that lose their power meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from device.journal.store import Journal
from device.session.edits import Edit, EditKind
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from device.table.table_games import TableGames

HEADER = ("game loop", "players Ann Ben Cleo Dan", "set detail finish")
ORDERS = ("ABC", "DAB")
NAMES = {"A": "Ann", "B": "Ben", "C": "Cleo", "D": "Dan"}


def play(journal: Journal, done: Callable[[], None]) -> None:
    """Play rounds, each with corrections of an earlier one, some undone. `done` is called after each step."""
    games = TableGames(journal)
    for row in (*map(_record, HEADER), step_row(Step.PLAY)):
        games.perform_step(row)
        done()
    for number, order in enumerate(ORDERS):
        for letter in order:
            _accept(games, done)
            games.perform_step(_out(letter))
            done()
        for edits in _corrections(games, number):
            games.current.correct(games.current.judge(edits))
            done()
            if len(edits) != 2 or number % 2:
                games.undo()
                done()
    _accept(games, done)


def _accept(games: TableGames, done: Callable[[], None]) -> None:
    while games.session.stage is Stage.SUMMARY:
        games.perform_step(step_row(Step.ACCEPT))
        done()


def _corrections(games: TableGames, number: int) -> Iterator[tuple[Edit, ...]]:
    """Yield three corrections: exchange two players who went out, cut before a declaration, and remove the last one."""
    places = [place for place, row in enumerate(games.current.rows, 1) if row.text.endswith(" out")]
    one, other = places[3 * (number // 2) : 3 * (number // 2) + 2]
    yield (
        Edit(EditKind.CHANGE, one, games.current.rows[other - 1]),
        Edit(EditKind.CHANGE, other, games.current.rows[one - 1]),
    )
    yield (Edit(EditKind.CUT, places[-2]),)
    yield (Edit(EditKind.REMOVE, places[-1]),)


def _out(letter: str) -> JournalRow:
    return _record(f"{NAMES[letter]} out")


def _record(line: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, line)


def main() -> None:
    """Play in the given directory, and print a line after each step."""
    journal = Journal.open(Path(sys.argv[1]))
    play(journal, lambda: print("done", flush=True))
    journal.close()


if __name__ == "__main__":
    main()
