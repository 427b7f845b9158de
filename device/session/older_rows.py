"""Translates the rows of games recorded by earlier versions to today's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from device.contract.refusal import Refused
from device.session import record as records
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, take


def update_rows(rows: Sequence[JournalRow]) -> list[JournalRow]:
    """The rows of a game, changed so that it keeps its points.

    A row that today's rules read otherwise is written out. A row that they refuse is let stand, if the game allows
    that. If a row is illegal all the same, it and all later rows stay unchanged.
    """
    session = Session()
    found: list[JournalRow] = []
    for row in rows:
        for reading in _readings(session, row):
            try:
                session = take(session, reading)
            except Refused:
                continue
            found.append(reading)
            break
        else:
            return [*found, *rows[len(found) :]]
    return found


def _readings(session: Session, row: JournalRow) -> Iterator[JournalRow]:
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
    if game is None or table is None or game.older is None or session.record.state is None:
        return line
    try:
        words = records.split(line)
        if not words:
            return line
        declared = records.read_declaration(session.record, words)
    except Refused:
        return line
    meant = game.older(session.record.state, declared)
    return line if meant == declared else records.write_declaration(session.record, meant)
