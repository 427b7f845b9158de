"""Turns a record that was edited as text into the edits of a correction.

A line that is secret until its round is scored is a comment in the text. The comment stands for that line as long as it
is unchanged. The player who declared it can replace it by another line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NoReturn

from device.contract.refusal import Refusal, RefusalCode, Refused
from device.session import record as records
from device.session.correction import Consequences, is_correctable
from device.session.edits import Edit, Verb
from device.session.line_diff import diff_lines
from device.session.names import HEADER_WORDS
from device.session.record import Record, RecordRefused
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, shown_lines
from display.words import Text, text
from values.named_tuple import NamedTuple


class _Line(NamedTuple):
    """A line of the current record: its row, from 1, and whether the table can correct it.

    `shown` is its form in the text.
    """

    place: int
    row: JournalRow
    correctable: bool
    shown: str


class _Wanted(NamedTuple):
    """A line of the edited text: its number, from 1, the record line that it means, and how that is shown."""

    number: int
    line: str
    shown: str


class TextEdit(NamedTuple):
    """The result of an edited text: the edits, and all lines of the new record.

    `explicit` are the same edits and, in addition, the forced lines that are still in the text, as given ones.
    """

    edits: tuple[Edit, ...]
    explicit: tuple[Edit, ...]
    lines: tuple[str, ...]


def read_text_edit(rows: Sequence[JournalRow], sessions: Sequence[Session], data: bytes, more: int = 0) -> TextEdit:
    """The edits that turn a game's record into the one in `data`.

    `sessions` are the one before the first row, and one after each. The last `more` lines were declared while the
    others were edited: they stay. Raises RecordRefused at a line that is not legal or that no correction changes, and
    at line 0 if nothing differs.
    """
    session = sessions[-1]
    lines = list(_lines(rows, sessions))
    header = [line for line in lines if not _is_declaration(line.row.text)]
    given = lines[len(header) :]
    wanted = list(_wanted(data, session.record, header, given))
    wanted += (_Wanted(0, line.row.text, line.shown) for line in given[max(0, len(given) - more) :])
    found = _edits(given, wanted, len(rows) + 1, explicit=False)
    if not found:
        _refuse(0, text("No line is different: nothing is corrected."))
    kept = (*(line.row.text for line in header), *(one.line for one in wanted))
    return TextEdit(found, _edits(given, wanted, len(rows) + 1, explicit=True), kept)


def lines_of(rows: Sequence[JournalRow], found: Consequences) -> tuple[str, ...]:
    """The record as a correction would leave it. `rows` are those of the current game."""
    after = (*rows[: found.place], *(step.row for step in found.steps))
    return tuple(row.text for row in after if row.kind is not RowKind.TABLE)


def _lines(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> Iterator[_Line]:
    shown = iter(shown_lines(rows, sessions[-1]))
    for place, row in enumerate(rows, 1):
        if row.kind is not RowKind.TABLE:
            line = next(shown)
            # A line that the table let stand has a comment here.
            secret = line.startswith("#")
            yield _Line(place, row, is_correctable(sessions[place - 1], row), line if secret else row.text)


def _is_declaration(line: str) -> bool:
    return line.split(" ", 1)[0] not in HEADER_WORDS


def _wanted(data: bytes, record: Record, header: Sequence[_Line], given: Sequence[_Line]) -> Iterator[_Wanted]:
    """Yield the declarations of the text. Raises RecordRefused."""
    heads = iter(header)
    known = {line.shown: line.row.text for line in given}
    for number, line in _text_lines(data, known):
        if line in known:
            yield _Wanted(number, known[line], line)
        elif _is_declaration(line):
            written = _rewritten_line(number, line, record._replace(masked=False))
            yield _Wanted(number, written, written)
        elif (head := next(heads, None)) is None or head.row.text != line:
            _refuse_header(number)
    if next(heads, None) is not None:
        _refuse_header(1)


def _text_lines(data: bytes, known: Collection[str]) -> Iterator[tuple[int, str]]:
    """The lines of the text with their numbers, from 1, including comments that stand for a secret line.

    Raises RecordRefused.
    """
    said = {number: records.join(words) for number, words in records.lines(data)}
    secret = {line for line in known if line.startswith("#")}
    if secret:
        comments = enumerate(data.decode("utf-8-sig").replace("\r", "").split("\n"), 1)
        said.update((number, line.strip()) for number, line in comments if line.strip() in secret)
    return iter(sorted(said.items()))


def _rewritten_line(number: int, line: str, record: Record) -> str:
    """Rewrite a line as the record would. Raises RecordRefused if it can't be read."""
    try:
        return records.write_declaration(record, records.read_declaration(record, records.split(line)))
    except Refused as refused:
        raise RecordRefused(number, refused.refusal) from None


def _edits(given: Sequence[_Line], wanted: Sequence[_Wanted], end: int, *, explicit: bool) -> tuple[Edit, ...]:
    """The edits that turn `given` into `wanted`. `end` is the number after that of the last row."""
    places = _insertion_places(given, end)
    found: list[Edit] = []
    after = len(given)
    for stretch in diff_lines([line.shown for line in given], [line.shown for line in wanted]):
        if explicit:
            found += _insertions_of_forced(given, places, range(after, stretch.begin))
        news = [JournalRow(RowKind.RECORD, one.line) for one in wanted[stretch.other_begin : stretch.other_end]]
        found += _edits_of_stretch(given[stretch.begin : stretch.end], news, places[stretch.end])
        after = stretch.end
    if explicit:
        found += _insertions_of_forced(given, places, range(after, len(given)))
    return tuple(found)


def _insertion_places(given: Sequence[_Line], end: int) -> list[int]:
    """For each line, and after the last, the row before which a line can be inserted there."""
    places = [end]
    for line in reversed(given):
        places.append(line.place if line.correctable else places[-1])
    return places[::-1]


def _edits_of_stretch(olds: Sequence[_Line], news: Sequence[JournalRow], after: int) -> Iterator[Edit]:
    """Yield the edits that replace `olds` by `news`. `after` is the row that follows `olds`."""
    places = [line.place for line in olds if line.correctable]
    yield from (Edit(Verb.CHANGE, place, row) for place, row in zip(places, news, strict=False))
    yield from (Edit(Verb.REMOVE, place) for place in places[len(news) :])
    yield from (Edit(Verb.INSERT, after, row) for row in news[len(places) :])


def _insertions_of_forced(given: Sequence[_Line], places: Sequence[int], kept: range) -> Iterator[Edit]:
    """Yield edits that insert forced lines which stay, as if the table had given them."""
    for at in kept:
        row = given[at].row
        if row.kind is RowKind.FORCED:
            yield Edit(Verb.INSERT, places[at], JournalRow(RowKind.RECORD, row.text))


def _refuse_header(number: int) -> NoReturn:
    _refuse(number, text("Game, players and options stay as they are: only what was declared is corrected."))


def _refuse(number: int, sentence: Text) -> NoReturn:
    raise RecordRefused(number, Refusal(RefusalCode.WRONG_PHASE, sentence))
