"""Turns a record that was edited as text into the edits of a correction.

A line that is secret until its round is scored is a comment in the text. The comment stands for that line as long as it
is unchanged. The player who declared it can replace it by another line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NoReturn

from device.contract.refusal import Refusal, RefusalCode, Refused
from device.session import record as records
from device.session.correction import is_correctable
from device.session.edits import Edit, EditKind
from device.session.line_diff import diff_lines
from device.session.names import HEADER_WORDS
from device.session.record import Record, RecordRefused
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, public_lines_after
from display.words import Text, text
from values.named_tuple import NamedTuple


class _OldLine(NamedTuple):
    """A line of the current record, with the number of its row, from 1, and its form in the text (`shown_text`)."""

    row_number: int
    row: JournalRow
    is_correctable: bool
    shown_text: str


class _NewLine(NamedTuple):
    """A line of the edited text: its number, from 1, the record line that it means, and how that is shown."""

    number: int
    line: str
    shown_text: str


class EditedRecord(NamedTuple):
    """The edits that an edited text means, and all lines of the new record.

    `edits_with_forced` also insert the lines still in the text that the rules forced, as if players had declared them.
    """

    edits: tuple[Edit, ...]
    edits_with_forced: tuple[Edit, ...]
    lines: tuple[str, ...]


def read_edited_record(
    rows: Sequence[JournalRow], sessions: Sequence[Session], text_bytes: bytes, later_line_count: int = 0
) -> EditedRecord:
    """Read an edited text of a game's record.

    `sessions` are the one before the first row, and one after each. The last `later_line_count` lines were declared
    while the others were edited: they stay. Raises RecordRefused at a line that is not legal or that no correction
    changes, and at line 0 if nothing differs.
    """
    session = sessions[-1]
    lines = list(_old_lines(rows, sessions))
    header = [line for line in lines if not _is_declaration(line.row.text)]
    old = lines[len(header) :]
    new = list(_new_lines(text_bytes, session.record, header, old))
    new += (_NewLine(0, line.row.text, line.shown_text) for line in old[max(0, len(old) - later_line_count) :])
    edits = _edits(old, new, len(rows) + 1, with_forced=False)
    if not edits:
        _refuse(0, text("No line is different: nothing is corrected."))
    record_lines = (*(line.row.text for line in header), *(new_line.line for new_line in new))
    return EditedRecord(edits, _edits(old, new, len(rows) + 1, with_forced=True), record_lines)


def _old_lines(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> Iterator[_OldLine]:
    shown_lines = iter(public_lines_after(rows, sessions[-1]))
    for row_number, row in enumerate(rows, 1):
        if row.kind is not RowKind.TABLE:
            line = next(shown_lines)
            # Reading the text drops comments at the end of lines, such as that the table let one stand.
            text_form = line if line.startswith("#") else row.text
            yield _OldLine(row_number, row, is_correctable(sessions[row_number - 1], row), text_form)


def _is_declaration(line: str) -> bool:
    return line.split(" ", 1)[0] not in HEADER_WORDS


def _new_lines(
    text_bytes: bytes, record: Record, header: Sequence[_OldLine], old: Sequence[_OldLine]
) -> Iterator[_NewLine]:
    """Yield the declarations of the text. Raises RecordRefused."""
    header_lines = iter(header)
    lines_by_text = {line.shown_text: line.row.text for line in old}
    for number, line in _text_lines(text_bytes, lines_by_text):
        if line in lines_by_text:
            yield _NewLine(number, lines_by_text[line], line)
        elif _is_declaration(line):
            rewritten = _rewritten_line(number, line, record._replace(masked=False))
            yield _NewLine(number, rewritten, rewritten)
        elif (header_line := next(header_lines, None)) is None or header_line.row.text != line:
            _refuse_header(number)
    if next(header_lines, None) is not None:
        _refuse_header(1)


def _text_lines(text_bytes: bytes, shown_texts: Collection[str]) -> Iterator[tuple[int, str]]:
    """The lines of the text with their numbers, from 1, including comments that stand for a secret line.

    Raises RecordRefused.
    """
    lines_by_number = {number: records.join(words) for number, words in records.numbered_lines(text_bytes)}
    secret_lines = {line for line in shown_texts if line.startswith("#")}
    if secret_lines:
        comments = enumerate(text_bytes.decode("utf-8-sig").replace("\r", "").split("\n"), 1)
        lines_by_number.update((number, line.strip()) for number, line in comments if line.strip() in secret_lines)
    return iter(sorted(lines_by_number.items()))


def _rewritten_line(number: int, line: str, record: Record) -> str:
    """Rewrite a line as the record would. Raises RecordRefused if it can't be read."""
    try:
        return records.write_declaration(record, records.read_declaration(record, records.split(line)))
    except Refused as refused:
        raise RecordRefused(number, refused.refusal) from None


def _edits(old: Sequence[_OldLine], new: Sequence[_NewLine], end: int, *, with_forced: bool) -> tuple[Edit, ...]:
    """The edits that turn `old` into `new`. `end` is the number after that of the last row."""
    row_numbers = _insertion_row_numbers(old, end)
    edits: list[Edit] = []
    stretch_end = len(old)
    for stretch in diff_lines([line.shown_text for line in old], [line.shown_text for line in new]):
        if with_forced:
            edits += _insertions_of_forced(old, row_numbers, range(stretch_end, stretch.begin))
        new_lines = new[stretch.second_begin : stretch.second_end]
        new_rows = [JournalRow(RowKind.RECORD, new_line.line) for new_line in new_lines]
        edits += _edits_of_stretch(old[stretch.begin : stretch.end], new_rows, row_numbers[stretch.end])
        stretch_end = stretch.end
    if with_forced:
        edits += _insertions_of_forced(old, row_numbers, range(stretch_end, len(old)))
    return tuple(edits)


def _insertion_row_numbers(old: Sequence[_OldLine], end: int) -> list[int]:
    """For each line, and after the last, the number of the row before which a line can be inserted there."""
    row_numbers = [end]
    for line in reversed(old):
        row_numbers.append(line.row_number if line.is_correctable else row_numbers[-1])
    return row_numbers[::-1]


def _edits_of_stretch(old: Sequence[_OldLine], rows: Sequence[JournalRow], next_row_number: int) -> Iterator[Edit]:
    """Yield the edits that replace `old` by `rows`. `next_row_number` is that of the row after `old`."""
    row_numbers = [line.row_number for line in old if line.is_correctable]
    yield from (Edit(EditKind.CHANGE, row_number, row) for row_number, row in zip(row_numbers, rows, strict=False))
    yield from (Edit(EditKind.REMOVE, row_number) for row_number in row_numbers[len(rows) :])
    yield from (Edit(EditKind.INSERT, next_row_number, row) for row in rows[len(row_numbers) :])


def _insertions_of_forced(old: Sequence[_OldLine], row_numbers: Sequence[int], unchanged: range) -> Iterator[Edit]:
    """Yield edits that insert forced lines which stay, as if the table had given them."""
    for index in unchanged:
        row = old[index].row
        if row.kind is RowKind.FORCED:
            yield Edit(EditKind.INSERT, row_numbers[index], JournalRow(RowKind.RECORD, row.text))


def _refuse_header(number: int) -> NoReturn:
    _refuse(number, text("Game, players and options stay as they are: only what was declared is corrected."))


def _refuse(number: int, sentence: Text) -> NoReturn:
    raise RecordRefused(number, Refusal(RefusalCode.WRONG_PHASE, sentence))
