"""Losses: what people must know of a journal that was damaged, kept in the one that took its place until they have
read it, whatever becomes of the program meanwhile.

They lie beside the mark, in the table `head`, from number 2 on.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterable
from zlib import crc32

from device.journal import validate
from device.journal.database import Database
from display.words import Text, counted, text
from values.named_tuple import NamedTuple

_MAGIC = b"tk-loss\x01"
_COUNTS = struct.Struct(">QQ")
_SUM = struct.Struct(">I")
_BEGINNING = len(_MAGIC) + _COUNTS.size

MOST = 100
"""As many are kept at the most; the journals that they tell of are beside the file in any case."""

_WAITING = "SELECT mark FROM head WHERE number > 1 ORDER BY number"
_PUT = "INSERT INTO head (number, mark) SELECT max(number) + 1, ? FROM (SELECT number FROM head UNION SELECT 1)"
_CLOSE = "DELETE FROM head WHERE number > 1 AND mark = ?"


class Loss(NamedTuple):
    """A journal that was damaged.

    `kept` is the name of the file that it is kept as, `lines` how many lines of it could be read, and `missing` how
    many are known to be missing.
    """

    kept: str
    lines: int
    missing: int

    @property
    def sentence(self) -> Text:
        """What people must know of it."""
        if not self.lines:
            return text("The journal was damaged. It is kept as {file}, and a new one is begun.", file=self.kept)
        if self.missing:
            return counted(
                "The journal was damaged. It is kept as {file}; {n} line of it could be read and is here,"
                " {missing} not.",
                "The journal was damaged. It is kept as {file}; {n} lines of it could be read and are here,"
                " {missing} not.",
                self.lines,
                file=self.kept,
                missing=self.missing,
            )
        return counted(
            "The journal was damaged. It is kept as {file}; {n} line of it could be read and is here.",
            "The journal was damaged. It is kept as {file}; {n} lines of it could be read and are here.",
            self.lines,
            file=self.kept,
        )


def written(loss: Loss) -> bytes:
    """A loss as it is kept."""
    body = _MAGIC + _COUNTS.pack(loss.lines, loss.missing) + loss.kept.encode()
    return body + _SUM.pack(crc32(body))


def read(found: object) -> Loss | None:
    """A loss that was kept; None if it is none, or no longer whole."""
    if not isinstance(found, bytes) or not found.startswith(_MAGIC) or len(found) < _BEGINNING + _SUM.size:
        return None
    body, total = found[: -_SUM.size], found[-_SUM.size :]
    if _SUM.unpack(total)[0] != crc32(body):
        return None
    lines, missing = _COUNTS.unpack(body[len(_MAGIC) : _BEGINNING])
    kept = body[_BEGINNING:].decode(errors="replace")
    return Loss(validate.printable(kept), lines, missing)


def waiting(connection: sqlite3.Connection) -> tuple[Loss, ...] | None:
    """The losses of a journal that nobody has closed, the oldest first; None if one of them is not whole."""
    found = [read(mark) for (mark,) in connection.execute(_WAITING)]
    whole = tuple(loss for loss in found if loss is not None)
    return whole if len(whole) == len(found) else None


def of(database: Database) -> tuple[Loss, ...]:
    """The same of a journal that has just been opened, and has been checked. Raises JournalError and closes it then."""
    try:
        with database.reading() as connection:
            return waiting(connection) or ()
    except BaseException:
        database.close()
        raise


def put(connection: sqlite3.Connection, several: Iterable[Loss]) -> None:
    """Keep losses, each once, within the transaction under way."""
    known = waiting(connection) or ()
    for loss in [one for one in dict.fromkeys(several) if one not in known][: MOST - len(known)]:
        connection.execute(_PUT, (written(loss),))


def close(connection: sqlite3.Connection, loss: Loss) -> None:
    """Somebody has read of a loss: forget it, within the transaction under way."""
    connection.execute(_CLOSE, (written(loss),))
