"""Formats a game's rows as lines for export: its record, or its corrections. It imports the games' rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from device.contract.refusal import Refused
from device.journal.game_list import date_and_time
from device.session import past
from device.session import session as sessions
from device.session.correction import Consequences
from device.session.line_choice import hides_secrets
from device.session.rows import CORRECTING, JournalRow
from display.words import ENGLISH

Warn = Callable[[str], None]


def record_lines(game: int, rows: Sequence[JournalRow], warn: Warn, *, with_secrets: bool) -> list[str]:
    """The lines of a game's record. `warn` is called with a sentence if these rules can't read some of it."""
    try:
        corrected_rows = past.apply_corrections(rows)
    except Refused:
        warn(f"the corrections of game {game} can't be read by these rules; this is the game without them.")
        corrected_rows = [row for row in rows if row.kind not in CORRECTING]
    if with_secrets:
        return sessions.record_lines(corrected_rows)
    reading = sessions.read(corrected_rows)
    if reading.refusal is not None:
        number, sentence = reading.line_count + 1, ENGLISH.say(reading.refusal.sentence)
        warn(
            f"line {number} is refused by the rules of this version: {sentence}"
            " It and what follows it are as they were kept; where a comment stands for secrets, --secrets has them."
        )
    return sessions.public_lines(corrected_rows, reading)


def correction_lines(dates: Iterable[float | None], rows: Sequence[JournalRow], *, with_secrets: bool) -> list[str]:
    """The lines that describe each correction: its date (from seconds since 1970), and the changed lines before and
    after.

    Raises Refused if these rules can't read a correction.
    """
    lines: list[str] = []
    for date, correction in zip(dates, past.corrections_in(rows, with_secrets=with_secrets), strict=True):
        lines.append(f"# {'date unknown' if date is None else date_and_time(date)}")
        lines += _changed_lines(correction, with_secrets=with_secrets)
    return lines


def _changed_lines(consequences: Consequences, *, with_secrets: bool) -> Iterator[str]:
    """The lines that a correction changed, as in a diff: `-` for a line before it, `+` for a line after it.

    Unless `with_secrets`, nothing that may still be secret is shown.
    """
    hides_secret = not with_secrets and hides_secrets(consequences)
    for line in consequences.changed_lines:
        for sign, row in (("-", line.line_before), ("+", line.line_after)):
            if row is not None:
                yield f"{sign} {sessions.public_line(row, consequences.session_after) if hides_secret else row.text}"
