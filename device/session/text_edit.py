"""A record that was edited as text, as the edits of a correction.

A line that is secret until its round is scored stands there as a comment, which means that line for as long as it is
left as it is. Whoever declared it can put another line in its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NoReturn

from device.contract.refusal import Refusal, RefusalCode, Refused
from device.session import record as records
from device.session.alignment import differences
from device.session.correction import Consequences, correctable
from device.session.edits import Edit, Verb
from device.session.names import HEADER
from device.session.record import Record, RecordRefused
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, shown_lines
from display.words import Text, text
from values.named_tuple import NamedTuple


class _Line(NamedTuple):
    """A line of the record as it is: its row, from 1, and whether the table can correct it; `shown` is how it stands
    in the text."""

    place: int
    row: JournalRow
    correctable: bool
    shown: str


class _Wanted(NamedTuple):
    """A line of the text: its number, from 1, the line of the record that it means, and how that is shown."""

    number: int
    line: str
    shown: str


class TextEdit(NamedTuple):
    """What the text comes to: the edits, and the whole record as it is wanted.

    `explicit` are the same edits, and besides them all that followed by itself before and stands in the text, too.
    """

    edits: tuple[Edit, ...]
    explicit: tuple[Edit, ...]
    lines: tuple[str, ...]


def read(rows: Sequence[JournalRow], sessions: Sequence[Session], data: bytes, more: int = 0) -> TextEdit:
    """The edits that make of a game's record the one in `data`. `sessions` are the one before the first row and one
    after each.

    The last `more` lines were declared while somebody edited those before: they stay. Raises RecordRefused at a line
    that is none, or that no correction changes, and at line 0 where nothing is different.
    """
    session = sessions[-1]
    lines = list(_lines(rows, sessions))
    header = [line for line in lines if not _declared(line.row.text)]
    given = lines[len(header) :]
    wanted = list(_wanted(data, session.record, header, given))
    wanted += (_Wanted(0, line.row.text, line.shown) for line in given[max(0, len(given) - more) :])
    found = _edits(given, wanted, len(rows) + 1, explicit=False)
    if not found:
        _refuse(0, text("No line is different: nothing is corrected."))
    kept = (*(line.row.text for line in header), *(one.line for one in wanted))
    return TextEdit(found, _edits(given, wanted, len(rows) + 1, explicit=True), kept)


def lines_of(rows: Sequence[JournalRow], found: Consequences) -> tuple[str, ...]:
    """The record as a correction would leave it; `rows` are those of the game as it is."""
    after = (*rows[: found.place], *(step.row for step in found.steps))
    return tuple(row.text for row in after if row.kind is not RowKind.TABLE)


def _lines(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> Iterator[_Line]:
    shown = iter(shown_lines(rows, sessions[-1]))
    for place, row in enumerate(rows, 1):
        if row.kind is not RowKind.TABLE:
            line = next(shown)
            # What a table let stand has a remark behind it.
            secret = line.startswith("#")
            yield _Line(place, row, correctable(sessions[place - 1], row), line if secret else row.text)


def _declared(line: str) -> bool:
    return line.split(" ", 1)[0] not in HEADER


def _wanted(data: bytes, record: Record, header: Sequence[_Line], given: Sequence[_Line]) -> Iterator[_Wanted]:
    """The declarations of the text. Raises RecordRefused."""
    heads = iter(header)
    known = {line.shown: line.row.text for line in given}
    for number, line in _said(data, known):
        if line in known:
            yield _Wanted(number, known[line], line)
        elif _declared(line):
            written = _written(number, line, record._replace(masked=False))
            yield _Wanted(number, written, written)
        elif (head := next(heads, None)) is None or head.row.text != line:
            _refuse_header(number)
    if next(heads, None) is not None:
        _refuse_header(1)


def _said(data: bytes, known: Collection[str]) -> Iterator[tuple[int, str]]:
    """The lines of the text that say something, with their numbers, from 1; comments that stand for a line among them.

    Raises RecordRefused.
    """
    said = {number: records.join(words) for number, words in records.lines(data)}
    secret = {line for line in known if line.startswith("#")}
    if secret:
        comments = enumerate(data.decode("utf-8-sig").replace("\r", "").split("\n"), 1)
        said.update((number, line.strip()) for number, line in comments if line.strip() in secret)
    return iter(sorted(said.items()))


def _written(number: int, line: str, record: Record) -> str:
    """The same line as the record writes it. Raises RecordRefused for what can't be read."""
    try:
        return records.write_declaration(record, records.read_declaration(record, records.split(line)))
    except Refused as refused:
        raise RecordRefused(number, refused.refusal) from None


def _edits(given: Sequence[_Line], wanted: Sequence[_Wanted], end: int, *, explicit: bool) -> tuple[Edit, ...]:
    """What makes of one the other; `end` is the row after the last."""
    places = _places(given, end)
    found: list[Edit] = []
    after = len(given)
    for stretch in differences([line.shown for line in given], [line.shown for line in wanted]):
        if explicit:
            found += _followed(given, places, range(after, stretch.begin))
        news = [JournalRow(RowKind.RECORD, one.line) for one in wanted[stretch.other_begin : stretch.other_end]]
        found += _stretch(given[stretch.begin : stretch.end], news, places[stretch.end])
        after = stretch.end
    if explicit:
        found += _followed(given, places, range(after, len(given)))
    return tuple(found)


def _places(given: Sequence[_Line], end: int) -> list[int]:
    """For each line, and after the last, the row before which something can be put in there."""
    places = [end]
    for line in reversed(given):
        places.append(line.place if line.correctable else places[-1])
    return places[::-1]


def _stretch(olds: Sequence[_Line], news: Sequence[JournalRow], after: int) -> Iterator[Edit]:
    """These lines in the place of others, which the row `after` comes after."""
    places = [line.place for line in olds if line.correctable]
    yield from (Edit(Verb.CHANGE, place, row) for place, row in zip(places, news, strict=False))
    yield from (Edit(Verb.REMOVE, place) for place in places[len(news) :])
    yield from (Edit(Verb.INSERT, after, row) for row in news[len(places) :])


def _followed(given: Sequence[_Line], places: Sequence[int], kept: range) -> Iterator[Edit]:
    """What followed by itself before and is to stay, said as if the table had given it."""
    for at in kept:
        row = given[at].row
        if row.kind is RowKind.FORCED:
            yield Edit(Verb.INSERT, places[at], JournalRow(RowKind.RECORD, row.text))


def _refuse_header(number: int) -> NoReturn:
    _refuse(number, text("Game, players and options stay as they are: only what was declared is corrected."))


def _refuse(number: int, sentence: Text) -> NoReturn:
    raise RecordRefused(number, Refusal(RefusalCode.WRONG_PHASE, sentence))
