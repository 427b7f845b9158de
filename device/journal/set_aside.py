"""Journals that were set aside as damaged, and of which all can be read: what they have that the journal lacks.

Whatever a disk or a cable did when one was set aside, it may be sound. It is looked at where games are listed, offered,
and taken in when somebody says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from device.journal.errors import JournalError
from device.journal.store import FILE, Journal
from device.session.rows import JournalRow
from device.session.undo import dropped
from display.words import Text, counted
from hal.clock.wallclock import BootMoment
from values.named_tuple import NamedTuple

LARGEST = 16_000_000
"""Bytes of a file that is looked at: some thousands of games, in some seconds."""

MOST = 9
"""As many files are looked at."""


class SoundAside(NamedTuple):
    """A journal that was set aside, by its number, and how many lines of it the journal lacks."""

    number: int
    lines: int

    @property
    def sentence(self) -> Text:
        """What people are offered."""
        return counted(
            "{file} can be read whole after all, with {n} line that is not here; `{command}` takes it in.",
            "{file} can be read whole after all, with {n} lines that are not here; `{command}` takes them in.",
            self.lines,
            file=f"{FILE}.damaged-{self.number}",
            command=f"tablekeeper history --restore {self.number}",
        )


class _Lacking(NamedTuple):
    """A game of which the journal lacks all rows but the first `there`; `number` is its own there, if it has any."""

    number: int | None
    there: int
    rows: list[JournalRow]
    identity: bytes
    begun: BootMoment


def offered(directory: Path, journal: Journal) -> Iterator[SoundAside]:
    """The journals beside this one that can be read whole, and have what it lacks."""
    for number in range(1, MOST + 1):
        lines = sum(len(game.rows) - game.there for game in _lacking(directory, number, journal))
        if lines:
            yield SoundAside(number, lines)


def restore(directory: Path, number: int, journal: Journal) -> int:
    """Take in what a journal that was set aside has besides. How many lines that is; 0 if it has none, or is damaged.

    The game in play stays the one in play. Raises JournalError; what was taken in by then is not taken in again.
    """
    found = _lacking(directory, number, journal)
    in_play = journal.current()
    for game in found:
        if game.number is None:
            journal.begin(game.rows, game.identity, game.begun)
        else:
            journal.append(game.number, game.rows[game.there :])
    if in_play is not None and journal.current() != in_play:
        # It goes on behind those that came in, and is there twice rather than not at all if the power fails.
        journal.begin(journal.kept_rows(in_play), journal.identity(in_play), journal.begun_at(in_play))
        journal.drop(in_play)
    for loss in journal.losses:
        if loss.kept == _file(directory, number).name:
            journal.close_loss(loss)
    return sum(len(game.rows) - game.there for game in found)


def _file(directory: Path, number: int) -> Path:
    return directory / f"{FILE}.damaged-{number}"


def _lacking(directory: Path, number: int, journal: Journal) -> list[_Lacking]:
    path = _file(directory, number)
    with suppress(OSError, JournalError):
        if path.stat().st_size <= LARGEST:
            with closing(Journal.set_aside(path)) as aside:
                return [] if aside.trouble is not None else list(_besides(aside, journal))
    return []


def _besides(aside: Journal, journal: Journal) -> Iterator[_Lacking]:
    numbers = {journal.identity(game.number): game.number for game in journal.games()}
    taken_back = _taken_back(journal, numbers.values())
    for game in aside.games():
        rows, identity = aside.kept_rows(game.number), aside.identity(game.number)
        number = numbers.get(identity)
        there = [] if number is None else journal.kept_rows(number)
        # One that was dropped since is kept by the game before it, whether or not it was brought again.
        if number is None and _begins_one(rows, taken_back):
            continue
        # One that was gone on with otherwise since is another game by now.
        if len(there) < len(rows) and there == rows[: len(there)]:
            yield _Lacking(number, len(there), rows, identity, aside.begun_at(game.number))


def _taken_back(journal: Journal, numbers: Iterable[int]) -> list[tuple[JournalRow, ...]]:
    """The games that undos dropped, by their rows, which the games before them keep."""
    return [game for number in numbers for game in dropped(journal.kept_rows(number))]


def _begins_one(rows: list[JournalRow], several: list[tuple[JournalRow, ...]]) -> bool:
    return any(one[: len(rows)] == tuple(rows) for one in several)
