"""`tablekeeper export`: records out of the journal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from time import localtime, strftime
from typing import NamedTuple

from device.contract.refusal import Refused
from device.history.encoding import Totals, totals_of
from device.journal import mirror
from device.journal.catchup import worked_out
from device.journal.derived import GameTotals
from device.journal.errors import JournalError
from device.journal.spill import Spill
from device.journal.store import Journal
from device.session import past
from device.session import session as sessions
from device.session.correction import Consequences
from device.session.rows import CORRECTING, JournalRow
from display.words import ENGLISH

Warn = Callable[[str], None]
"""Where sentences go that are no part of the record."""


class NothingToExport(Exception):
    """There is no such game, or no journal; the message is a sentence."""


def export(
    directory: Path,
    game: int | None,
    *,
    listing: bool = False,
    corrections: bool = False,
    spill: Spill | None = None,
    warn: Warn = lambda sentence: None,
    secrets: bool = True,
) -> Iterator[str]:
    """The lines of a game's record (the current game's without a number), or a line for each game.

    With `corrections`, they are what was corrected in the game: when, and how each line was and is.

    What a companion keeps in its `spill`, since the disk refuses it, is as good as written. Of a damaged
    journal, what can be read is exported, and `warn` is told; so it is of a line that these rules refuse. Without
    `secrets`, comments stand for what is not shown before its round is scored. Raises NothingToExport.
    """

    def lines(journal: Journal) -> list[str]:
        if listing:
            return _listed(journal)
        rows = _rows(journal, directory, game)
        if corrections:
            return _corrections(journal, rows, secrets=secrets)
        return _record(rows, warn, secrets=secrets)

    try:
        yield from _lines(directory, lines, spill, warn)
    except JournalError as error:
        raise NothingToExport(str(error)) from None


def _lines(directory: Path, lines: Callable[[Journal], list[str]], spill: Spill | None, warn: Warn) -> list[str]:
    with closing(_opened(directory, spill)) as journal:
        if journal.notice is not None:
            warn(_damaged(directory))
        try:
            return lines(journal)
        except JournalError as error:
            if not error.damaged:
                raise
    with closing(Journal.recovered(directory)) as journal:
        warn(_damaged(directory))
        return lines(journal)


def _opened(directory: Path, spill: Spill | None) -> Journal:
    spilled = None if spill is None else spill.load()
    if spilled is None:
        return Journal.read(directory)
    try:
        journal = Journal.recovered(directory)
    except JournalError:
        journal = Journal.in_memory(directory)
    mirror.catch_up(journal, spilled)
    return journal


def _damaged(directory: Path) -> str:
    return f"the journal in {directory} is damaged; this is what can be read of it."


class _GameRows(NamedTuple):
    game: int
    rows: list[JournalRow]


def _rows(journal: Journal, directory: Path, game: int | None) -> _GameRows:
    """What the journal keeps of a game. Raises NothingToExport."""
    number = journal.current() if game is None else game
    if number is None:
        raise NothingToExport(f"there is no game in the journal in {directory} yet.")
    try:
        return _GameRows(number, journal.rows(number))
    except (ValueError, OverflowError):  # SQLite counts to 2⁶³ only
        raise NothingToExport(
            f"there is no game {number} in the journal in {directory}; `tablekeeper export --list` lists them."
        ) from None


def _record(found: _GameRows, warn: Warn, *, secrets: bool) -> list[str]:
    try:
        rows = past.settled(found.rows)
    except Refused:
        warn(f"the corrections of game {found.game} can't be read by these rules; this is the game without them.")
        rows = [row for row in found.rows if row.kind not in CORRECTING]
    return sessions.lines(rows) if secrets else _public(rows, warn)


def _public(rows: Sequence[JournalRow], warn: Warn) -> list[str]:
    reading = sessions.read(rows)
    if reading.refusal is not None:
        warn(
            f"line {reading.line + 1} is refused by the rules of this version: {ENGLISH.say(reading.refusal.sentence)}"
            " It and what follows it are as they were kept; where a comment stands for secrets, --secrets has them."
        )
    return sessions.public_lines(rows, reading)


def _corrections(journal: Journal, found: _GameRows, *, secrets: bool) -> list[str]:
    """Each correction with its date, and how lines were and are. Raises NothingToExport."""
    dates = journal.corrected(found.game)
    lines: list[str] = []
    try:
        for date, correction in zip(dates, past.corrections(found.rows), strict=True):
            lines.append(f"# {'date unknown' if date is None else _minute(date // 60)}")
            lines += changed_lines(correction, secrets=secrets)
    except Refused as refused:
        why = ENGLISH.say(refused.refusal.sentence)
        raise NothingToExport(f"the corrections of game {found.game} can't be read by these rules: {why}") from None
    return lines


def changed_lines(found: Consequences, *, secrets: bool) -> Iterator[str]:
    """What a correction changed, as programs that compare texts have it: `-` and a line that was, `+` and one that is.

    Without `secrets`, nothing is shown that may be secret yet.
    """
    veiled = not secrets and (sessions.secret(found.before) or sessions.secret(found.after))
    for line in found.changed:
        for sign, row in (("-", line.before), ("+", line.after)):
            if row is not None:
                yield f"{sign} {sessions.shown_line(row, found.after) if veiled else row.text}"


WORKED_OUT = 100
"""Of how many games a list works out what they came to, where that is not kept: the table does it at its next start."""

LISTED_TABS = 3
"""How many tabs a game's line in the list has between its cells; what comes after them is its title."""


def _listed(journal: Journal) -> list[str]:
    """Number, when it was begun, what it came to, and the header of each game, separated by tabs.

    What games came to whose results the journal does not keep yet is said of the latest few only.
    """
    lines: list[str] = []
    lacking: deque[tuple[int, GameTotals]] = deque(maxlen=WORKED_OUT)
    for place, game in enumerate(journal.results.totals()):
        lines.append(_line(game, game.totals))
        if not game.known:
            lacking.append((place, game))
    for place, game in lacking:
        result = worked_out(journal, game.number)
        lines[place] = _line(game, None if result is None else totals_of(result))
    return lines


def _line(game: GameTotals, totals: Totals | None) -> str:
    begun = "date unknown" if game.begun is None else _minute(game.begun // 60)
    return f"{game.number}\t{begun}\t{_outcome(totals)}\t{game.title}"


def _outcome(totals: Totals | None) -> str:
    """Who won, and all totals, the best first; nothing if nobody has sat down."""
    if totals is None:
        return ""
    points = ", ".join([f"{name} {points}" for name, points, _ in totals.seats])
    winners = " and ".join([name for name, _, won in totals.seats if won])
    said = f"{winners} won" if totals.finished and winners else "not finished"
    return f"{said}: {points}".replace("\t", " ")


@lru_cache(1)
def _minute(minutes: float) -> str:
    """A moment in minutes since 1970, as people here write it."""
    return strftime("%Y-%m-%d %H:%M", localtime(60 * minutes))
