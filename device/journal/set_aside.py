"""Journals that were set aside as damaged but can be read completely: finds and restores what the journal lacks.

The cause may have been the disk or a cable, so that the file itself is sound. Such files are examined when games are
listed. Their rows are offered, and restored on request.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from device.session.rows import JournalRow
from device.session.undo import dropped_games
from display.words import Text, counted
from hal.clock.wallclock import BootMoment
from values.named_tuple import NamedTuple

MAX_BYTES = 16_000_000
"""Maximum size in bytes of a file that is examined: some thousands of games, in some seconds."""

MAX_FILES = 9
"""Maximum number of files that are examined."""


class RestorableJournal(NamedTuple):
    """A journal that was set aside, by the number in its file's name, and how many of its lines the journal lacks."""

    file_number: int
    line_count: int

    @property
    def sentence(self) -> Text:
        """The sentence that offers to restore the lines."""
        return counted(
            "{file} can be read whole after all, with {n} line that is not here; `{command}` takes it in.",
            "{file} can be read whole after all, with {n} lines that are not here; `{command}` takes them in.",
            self.line_count,
            file=file_name(self.file_number),
            command=f"tablekeeper history --restore {self.file_number}",
        )


class _GameToRestore(NamedTuple):
    """A game of a journal set aside, of whose `rows` the journal has only the first `present_count`. `number` is its
    number in the journal, or None."""

    number: int | None
    present_count: int
    rows: list[JournalRow]
    identity: bytes
    begin_moment: BootMoment

    @property
    def lacking_rows(self) -> list[JournalRow]:
        return self.rows[self.present_count :]


def file_name(file_number: int) -> str:
    """The name of a file with a journal that was set aside."""
    return f"{FILE_NAME}.damaged-{file_number}"


def restorable_journals(directory: Path, journal: Journal) -> Iterator[RestorableJournal]:
    """The journals set aside beside this one that can be read completely, and have rows that it lacks."""
    for file_number in range(1, MAX_FILES + 1):
        line_count = sum(len(game.lacking_rows) for game in _games_to_restore(directory, file_number, journal) or ())
        if line_count:
            yield RestorableJournal(file_number, line_count)


def restore_rows(directory: Path, file_number: int, journal: Journal) -> int:
    """Copy the rows that only a journal set aside has. Returns the number of lines; 0 if there are none, or it can't be
    read whole.

    The game in play stays in play. Raises JournalError; what has been copied by then is not copied again.
    """
    games = _games_to_restore(directory, file_number, journal)
    if games is None:
        return 0
    in_play = journal.current_game()
    for game in games:
        if game.number is None:
            journal.begin_game(game.rows, game.identity, game.begin_moment)
        else:
            journal.append(game.number, game.lacking_rows)
    if in_play is not None and journal.current_game() != in_play:
        # The game in play must be the last one: it is copied behind those that came in. If the power fails in between,
        # it is there twice rather than not at all.
        journal.begin_game(journal.stored_rows(in_play), journal.game_identity(in_play), journal.begin_moment(in_play))
        journal.drop_game(in_play)
    for loss in journal.losses:
        if loss.kept_file == file_name(file_number):
            journal.close_loss(loss)
    return sum(len(game.lacking_rows) for game in games)


def _games_to_restore(directory: Path, file_number: int, journal: Journal) -> list[_GameToRestore] | None:
    """The games of which the journal lacks rows; None if the journal set aside can't be read whole, or is too large."""
    path = directory / file_name(file_number)
    with suppress(OSError, JournalError):
        if path.stat().st_size <= MAX_BYTES:
            with closing(Journal.open_set_aside(path)) as set_aside:
                return None if set_aside.trouble is not None else list(_games_with_rows_only_in(set_aside, journal))
    return None


def _games_with_rows_only_in(set_aside: Journal, journal: Journal) -> Iterator[_GameToRestore]:
    number_by_identity = {journal.game_identity(game.number): game.number for game in journal.games()}
    # The rows of games that undos dropped: the games before them store these, even if they were restored there.
    dropped = [game for number in number_by_identity.values() for game in dropped_games(journal.stored_rows(number))]
    for game in set_aside.games():
        rows, identity = set_aside.stored_rows(game.number), set_aside.game_identity(game.number)
        number = number_by_identity.get(identity)
        present_rows = [] if number is None else journal.stored_rows(number)
        if number is None and _is_beginning_of_any(rows, dropped):
            continue
        # A game that was continued differently since is another game by now.
        if len(present_rows) < len(rows) and present_rows == rows[: len(present_rows)]:
            yield _GameToRestore(number, len(present_rows), rows, identity, set_aside.begin_moment(game.number))


def _is_beginning_of_any(rows: list[JournalRow], games: list[tuple[JournalRow, ...]]) -> bool:
    return any(rows_of_game[: len(rows)] == tuple(rows) for rows_of_game in games)
