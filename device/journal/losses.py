"""Losses: notices that a journal was damaged. They are stored in the journal that replaced it until somebody has closed
them, even if the program ends meanwhile.

They are rows of the table `head`, from number 2 on; the mark is number 1.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterable

from device.journal import checksums, validate
from device.journal.database import Database
from display.words import Text, counted, text
from values.named_tuple import NamedTuple

_MAGIC = b"tk-loss\x01"
_COUNTS = struct.Struct(">QQ")
_NAME_OFFSET = len(_MAGIC) + _COUNTS.size

MAX_LOSSES = 100
"""Maximum number of stored losses. The damaged journals themselves stay beside the file in any case."""

_SELECT_UNCLOSED = "SELECT mark FROM head WHERE number > 1 ORDER BY number"
_INSERT_LOSS = "INSERT INTO head (number, mark) SELECT max(number) + 1, ? FROM (SELECT number FROM head UNION SELECT 1)"
_DELETE_LOSS = "DELETE FROM head WHERE number > 1 AND mark = ?"


class Loss(NamedTuple):
    """A journal that was damaged.

    `kept_file` is the name of the file under which it is kept, `line_count` the number of lines that could be read, and
    `missing_count` the number that are known to be missing.
    """

    kept_file: str
    line_count: int
    missing_count: int

    @property
    def sentence(self) -> Text:
        """The sentence that tells people about it."""
        if not self.line_count:
            return text("The journal was damaged. It is kept as {file}, and a new one is begun.", file=self.kept_file)
        if self.missing_count:
            return counted(
                "The journal was damaged. It is kept as {file}; {n} line of it could be read and is here,"
                " {missing} not.",
                "The journal was damaged. It is kept as {file}; {n} lines of it could be read and are here,"
                " {missing} not.",
                self.line_count,
                file=self.kept_file,
                missing=self.missing_count,
            )
        return counted(
            "The journal was damaged. It is kept as {file}; {n} line of it could be read and is here.",
            "The journal was damaged. It is kept as {file}; {n} lines of it could be read and are here.",
            self.line_count,
            file=self.kept_file,
        )


def encode_loss(loss: Loss) -> bytes:
    """Encode a loss for storage."""
    return checksums.with_sum(_MAGIC + _COUNTS.pack(loss.line_count, loss.missing_count) + loss.kept_file.encode())


def decode_loss(stored: object) -> Loss | None:
    """Decode a stored loss; None if it is not a valid one."""
    body = checksums.without_sum(stored)
    if body is None or not body.startswith(_MAGIC) or len(body) < _NAME_OFFSET:
        return None
    line_count, missing_count = _COUNTS.unpack(body[len(_MAGIC) : _NAME_OFFSET])
    kept_file = body[_NAME_OFFSET:].decode(errors="replace")
    return Loss(validate.printable(kept_file), line_count, missing_count)


def unclosed_losses(connection: sqlite3.Connection) -> tuple[Loss, ...] | None:
    """The losses of a journal that nobody has closed, the oldest first; None if one of them is not valid."""
    decoded = [decode_loss(stored) for (stored,) in connection.execute(_SELECT_UNCLOSED)]
    valid_losses = tuple(loss for loss in decoded if loss is not None)
    return valid_losses if len(valid_losses) == len(decoded) else None


def losses_of_opened(database: Database) -> tuple[Loss, ...]:
    """The losses of a journal that has just been opened and checked.
    If that fails, it is closed and JournalError raised."""
    try:
        with database.read_transaction() as connection:
            return unclosed_losses(connection) or ()
    except BaseException:
        database.close()
        raise


def store_losses(connection: sqlite3.Connection, new_losses: Iterable[Loss]) -> None:
    """Store losses, each once, within the current transaction."""
    stored = unclosed_losses(connection) or ()
    unstored_losses = [loss for loss in dict.fromkeys(new_losses) if loss not in stored]
    for loss in unstored_losses[: MAX_LOSSES - len(stored)]:
        connection.execute(_INSERT_LOSS, (encode_loss(loss),))


def delete_loss(connection: sqlite3.Connection, loss: Loss) -> None:
    """Delete a loss that somebody has closed, within the current transaction."""
    connection.execute(_DELETE_LOSS, (encode_loss(loss),))
