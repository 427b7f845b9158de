"""From a record to the rows of a game that can be gone on with."""

from __future__ import annotations

from device.contract.declarations import First
from device.contract.refusal import Refusal, RefusalCode
from device.journal import validate
from device.session import record as records
from device.session import session as sessions
from device.session.record import RecordRefused
from device.session.rows import JournalRow, RowKind
from device.session.session import Advance, Session, Stage, Step, step
from display.words import text

LARGEST = 256 * 1024
"""Bytes; the longest evening is a twentieth of that."""


def rows(data: bytes) -> tuple[JournalRow, ...]:
    """The rows by which a table would have declared a record: every step of them can be undone.

    The last round's summary, or the final sheet, is what the table sees next. Raises RecordRefused.
    """
    if len(data) > LARGEST:
        sentence = text("This file has more than {n} kilobytes: it is no record.", n=LARGEST // 1024)
        raise RecordRefused(1, Refusal(RefusalCode.SYNTAX, sentence))
    records.read(data)
    writer = _Writer()
    for _, words in records.lines(data):
        writer.write(words)
    refusal = validate.unwritable(0, writer.rows)
    if refusal is not None:
        raise RecordRefused(1, Refusal(RefusalCode.SYNTAX, refusal))
    return tuple(writer.rows)


class _Writer:
    """Plays a legal record, and keeps the rows."""

    def __init__(self) -> None:
        self.rows: list[JournalRow] = []
        self._session = Session()
        self._forced: list[str] = []

    def write(self, words: tuple[str, ...]) -> None:
        match words[0]:
            case "game" | "set":
                self._perform(JournalRow(RowKind.RECORD, records.join(words)))
            case "players":
                self._perform(step(Step.SEATS, str(len(words) - 1)))
                for name in words[1:]:
                    self._perform(step(Step.SEAT, name))
            case _:
                self._declare(words)

    def _declare(self, words: tuple[str, ...]) -> None:
        declaration = records.read_declaration(self._session.record, words)
        line = records.write_declaration(self._session.record, declaration)
        if self._forced and self._forced[0] == line:
            del self._forced[0]
            return
        if self._session.stage is Stage.OPTIONS:
            self._perform(step(Step.PLAY))
        if self._session.stage is Stage.STARTER and not isinstance(declaration, First):
            self._perform(step(Step.START))
        if self._session.stage is Stage.SUMMARY:
            self._perform(step(Step.ACCEPT))
        advances = sessions.declare(self._session, declaration)
        self._take(advances)
        self._forced = [advance.row.text for advance in advances[1:]]

    def _perform(self, row: JournalRow) -> None:
        self._take(sessions.perform(self._session, row))

    def _take(self, advances: tuple[Advance, ...]) -> None:
        self.rows += (advance.row for advance in advances)
        self._session = advances[-1].session
