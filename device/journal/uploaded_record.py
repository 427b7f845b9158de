"""Converts an uploaded record into the rows of a game that can be continued."""

from __future__ import annotations

from device.journal import validate
from device.session.record import RecordRefused, record_refused
from device.session.replay import replay_record
from device.session.rows import JournalRow
from display.words import Text, text
from hal.browser.page_requests import MAX_RECORD_LENGTH


def rows_of_upload(data: bytes) -> tuple[JournalRow, ...]:
    """The rows by which a table would have declared a record. All of them can be undone. Raises RecordRefused.

    They end where that table would wait: at the summary of the last round, or at the final sheet.
    """
    check_size(data)
    rows = tuple(row for step in replay_record(data, by_keys=False) for row in step.rows)
    unwritable_reason = validate.unwritable_reason(0, rows)  # they begin a game
    if unwritable_reason is not None:
        raise _file_refused(unwritable_reason)
    return rows


def check_size(data: bytes) -> None:
    """Raise RecordRefused if `data` is larger than the largest record accepted from others."""
    if len(data) > MAX_RECORD_LENGTH:
        sentence = text("This file has more than {n} kilobytes: it is no record.", n=MAX_RECORD_LENGTH // 1024)
        raise _file_refused(sentence)


def _file_refused(sentence: Text) -> RecordRefused:
    """The exception for the file as a whole, which is told at its first line."""
    return record_refused(1, sentence)
