"""Translates the rows of games recorded by earlier versions to today's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from device.contract.refusal import Refused
from device.session import record as records
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, take_row


def upgraded_rows(rows: Sequence[JournalRow]) -> list[JournalRow]:
    """The rows of a game, changed so that it keeps its points.

    A row that today's rules would read differently is rewritten so that it keeps its meaning. A row that they refuse is
    let stand, if the game allows that. If a row is illegal all the same, it and all later rows stay unchanged.
    """
    session = Session()
    updated_rows: list[JournalRow] = []
    for row in rows:
        for candidate in _candidate_rows(session, row):
            try:
                session = take_row(session, candidate)
            except Refused:
                continue
            updated_rows.append(candidate)
            break
        else:
            return [*updated_rows, *rows[len(updated_rows) :]]
    return updated_rows


def _candidate_rows(session: Session, row: JournalRow) -> Iterator[JournalRow]:
    """Yield what a row can mean today. The first legal reading counts."""
    if row.kind is RowKind.TABLE:
        yield row
        return
    row = row._replace(text=_rewritten_line(session, row.text))
    yield row
    yield row._replace(kind=RowKind.STANDS)


def _rewritten_line(session: Session, line: str) -> str:
    """A line rewritten so that today's record means what was meant then."""
    game, table = session.record.game, session.record.table
    if game is None or table is None or game.upgrade is None or session.record.state is None:
        return line
    try:
        words = records.split(line)
        if not words:
            return line
        declaration = records.read_declaration(session.record, words)
    except Refused:
        return line
    modern_declaration = game.upgrade(session.record.state, declaration)
    return line if modern_declaration == declaration else records.write_declaration(session.record, modern_declaration)
