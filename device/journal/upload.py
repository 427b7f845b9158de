"""Converts an uploaded record into the rows of a game that can be continued."""

from __future__ import annotations

from device.journal import validate
from device.session.record import record_refused
from device.session.replay import replay_record
from device.session.rows import JournalRow
from display.words import text
from hal.browser.page_requests import MAX_RECORD_LENGTH


def rows_of_upload(data: bytes) -> tuple[JournalRow, ...]:
    """The rows by which a table would have declared a record, up to the last summary or the final sheet.

    All of them can be undone. Raises RecordRefused.
    """
    check_size(data)
    rows = tuple(row for step in replay_record(data, by_keys=False) for row in step.rows)
    refusal = validate.unwritable_reason(0, rows)
    if refusal is not None:
        raise record_refused(1, refusal)  # the file as a whole
    return rows


def check_size(data: bytes) -> None:
    """Raise RecordRefused if `data` is larger than the largest record accepted from others."""
    if len(data) > MAX_RECORD_LENGTH:
        sentence = text("This file has more than {n} kilobytes: it is no record.", n=MAX_RECORD_LENGTH // 1024)
        raise record_refused(1, sentence)
