"""`tablekeeper export`: prints records of games from the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from device.contract.refusal import Refused
from device.journal import set_aside
from device.journal.errors import JournalError, partial_warning
from device.journal.game_list import list_lines
from device.journal.spill import Spill
from device.journal.store import Journal
from device.session.rows import JournalRow
from display.words import ENGLISH

Warn = Callable[[str], None]
"""Takes each warning: a sentence that is not part of the exported record."""


class NothingToExport(Exception):
    """There is no such game, or no journal; the message is a sentence."""


def exported_lines(
    directory: Path,
    game: int | None,
    *,
    listing: bool = False,
    only_corrections: bool = False,
    spill: Spill | None = None,
    warn: Warn = lambda sentence: None,
    with_secrets: bool = True,
) -> Iterator[str]:
    """The lines of a game's record. If `game` is None, the current game is exported.

    With `listing`, the result is one line for each game instead. With `only_corrections`, it is the corrections of the
    game: when each was made, and each line before and after it.

    `spill` is where a table keeps what the disk refused. That counts as part of the journal. Of a damaged
    journal, the readable part is exported, with a warning. A line that these rules refuse gives a warning, too.
    Unless `with_secrets`, comments replace what is hidden until its round is scored. Raises NothingToExport.
    """

    def make_lines(journal: Journal) -> list[str]:
        if listing:
            for loss in journal.losses:
                warn(ENGLISH.say(loss.sentence))
            for set_aside_journal in set_aside.restorable_journals(directory, journal):
                warn(ENGLISH.say(set_aside_journal.sentence))
            return list_lines(journal)
        number, rows = _game_rows(journal, directory, game)
        if only_corrections:
            return _corrections(journal, number, rows, with_secrets=with_secrets)
        from device.journal.game_lines import record_lines  # imported late: only records need the rules of games

        return record_lines(number, rows, warn, with_secrets=with_secrets)

    try:
        yield from _read_lines(directory, make_lines, spill, warn)
    except JournalError as error:
        raise NothingToExport(str(error)) from None


def _read_lines(
    directory: Path, make_lines: Callable[[Journal], list[str]], spill: Spill | None, warn: Warn
) -> list[str]:
    with closing(_open_with_spill(directory, spill)) as journal:
        if journal.trouble is not None:
            warn(partial_warning(directory, is_unread=journal.is_incomplete))
        try:
            return make_lines(journal)
        except JournalError as error:
            if not error.is_damaged:
                raise
    with closing(Journal.recover(directory)) as journal:
        warn(partial_warning(directory, is_unread=journal.is_incomplete))
        return make_lines(journal)


def _open_with_spill(directory: Path, spill: Spill | None) -> Journal:
    spilled = None if spill is None else spill.load()
    if spilled is None:
        return Journal.open_to_read(directory)
    from device.journal import evening_games  # imported late: a spill is rare

    try:
        journal = Journal.recover(directory)
    except JournalError as error:
        journal = Journal.create_in_memory(directory)
        journal.is_incomplete = not isinstance(error.__cause__, FileNotFoundError)
        journal.trouble = error.sentence if journal.is_incomplete else None
    try:
        evening_games.write_spilled(journal, spilled)
    except BaseException:
        journal.close()
        raise
    return journal


def _game_rows(journal: Journal, directory: Path, game: int | None) -> tuple[int, list[JournalRow]]:
    """The number and rows of a game in the journal; of the current game for None. Raises NothingToExport."""
    number = journal.current_game() if game is None else game
    if number is None:
        raise NothingToExport(f"there is no game in the journal in {directory} yet.")
    try:
        return number, journal.counting_rows(number)
    except (ValueError, OverflowError):  # SQLite counts to 2⁶³ only
        raise NothingToExport(
            f"there is no game {number} in the journal in {directory}; `tablekeeper export --list` lists them."
        ) from None


def _corrections(journal: Journal, game: int, rows: list[JournalRow], *, with_secrets: bool) -> list[str]:
    """The lines that describe each correction: its date, and lines before and after it. Raises NothingToExport."""
    from device.journal.game_lines import correction_lines

    try:
        return correction_lines(journal.correction_dates(game), rows, with_secrets=with_secrets)
    except Refused as refused:
        reason = ENGLISH.say(refused.refusal.sentence)
        raise NothingToExport(f"the corrections of game {game} can't be read by these rules: {reason}") from None
