"""Rows of games that earlier versions kept, as today's rules read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from device.contract.refusal import Refused
from device.session import record as records
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, take


def brought_up_to_date(rows: Sequence[JournalRow]) -> list[JournalRow]:
    """The rows of a game with which it has the points that it had.

    What today's rules would read otherwise is written out, and what they would refuse stands, where a game lets that
    be. From the first row on that has no place all the same, rows stay as they are.
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
    """What a row can mean today, the first that is legal."""
    if row.kind is RowKind.TABLE:
        yield row
        return
    row = row._replace(text=_meant(session, row.text))
    yield row
    yield row._replace(kind=RowKind.STANDS)


def _meant(session: Session, line: str) -> str:
    """A line as today's record says what was meant."""
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
