"""Sessions of a game from its rows, as tests need them."""

from __future__ import annotations

from collections.abc import Iterable

from device.contract.refusal import Refused
from device.session.rows import JournalRow
from device.session.session import Session, read


def replay(rows: Iterable[JournalRow]) -> list[Session]:
    """The session before the first row, and after each row. Raises Refused at a row that is not legal."""
    reading = read(rows)
    if reading.refusal is not None:
        raise Refused(reading.refusal)
    return reading.sessions
