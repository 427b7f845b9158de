"""`tablekeeper export`: records out of the journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import localtime, strftime

from device import session as sessions
from device.faults import JournalError
from device.journal import Journal
from device.rows import Kind


class NothingToExport(Exception):
    """There is no such game, or no journal; the message is a sentence."""


def export(directory: Path, game: int | None, *, listing: bool = False) -> Iterator[str]:
    """The lines of a game's record (the current game's without a number), or a line for each game.

    Raises NothingToExport.
    """
    try:
        journal = Journal.read(directory)
    except JournalError as error:
        raise NothingToExport(str(error)) from None
    try:
        yield from _listed(journal) if listing else _record(journal, directory, game)
    except JournalError as error:
        raise NothingToExport(str(error)) from None
    finally:
        journal.close()


def _record(journal: Journal, directory: Path, game: int | None) -> list[str]:
    number = journal.current() if game is None else game
    if number is None:
        raise NothingToExport(f"there is no game in the journal in {directory} yet.")
    try:
        rows = journal.rows(number)
    except ValueError:
        raise NothingToExport(
            f"there is no game {number} in the journal in {directory}; `tablekeeper export --list` lists them."
        ) from None
    return sessions.lines(rows)


def _listed(journal: Journal) -> list[str]:
    """Number, when it was begun, and the header of each game, separated by tabs."""
    found = []
    for game in journal.games():
        header = [row.text for row in game.first if row.kind is not Kind.TABLE]
        title = " · ".join(line for line in header if line.startswith(("game ", "players ")))
        begun = "date unknown" if game.begun is None else strftime("%Y-%m-%d %H:%M", localtime(game.begun))
        found.append(f"{game.number}\t{begun}\t{title}")
    return found
