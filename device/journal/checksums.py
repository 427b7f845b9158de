"""Checksums of what a journal stores: of each row with all rows before it, of each game with all games before it.

CRC-32 finds every change of up to 32 bits in a row, and all but one in four billion longer ones. It protects against
damage, not against forgery. Sums are written together with the data, and compared when it is read.
"""

from __future__ import annotations

import struct
from typing import TypeGuard
from zlib import crc32

from values.named_tuple import NamedTuple

_SUM = struct.Struct(">I")
SUM_BYTES = _SUM.size


class GameRow(NamedTuple):
    """A row of the table `game`.

    `before` is the `link_sum` of the previous game, 0 for the first. `sum` covers the columns before it. `length`
    (the number of rows), `last` (the last row's sum) and `title` are only written when the next game is begun.
    """

    number: int
    identity: bytes
    begun: float
    boot: int
    before: int
    sum: int
    length: int | None
    last: int | None
    title: str | None


class RowsEnd(NamedTuple):
    """The number of a game's rows up to a certain row, and that row's sum."""

    length: int
    last_sum: int


def with_sum(body: bytes) -> bytes:
    """These bytes, followed by their sum."""
    return body + _SUM.pack(crc32(body))


def without_sum(content: object) -> bytes | None:
    """The bytes to which `with_sum` added their sum; None if this is not what was written."""
    body = content[: -_SUM.size] if isinstance(content, bytes) else None
    return body if body is not None and with_sum(body) == content else None


def is_sum(value: object) -> TypeGuard[int]:
    """Whether this can be a checksum."""
    return isinstance(value, int) and 0 <= value < 2**32


def rows_start(game: int) -> RowsEnd:
    """The end of a game's rows before there is any: its sum is the start value for that of the first row."""
    return RowsEnd(0, crc32(b"game %d" % game))


def row_sum(sum_before: int, place: int, kind: str, text: str, changed: float, boot: int) -> int:
    """The sum of a row, computed from the sum of the row before it."""
    return crc32(f"{place}\0{kind}\0{text}\0{float(changed)!r}\0{boot}".encode(), sum_before)


def game_sum(number: int, identity: bytes, begun: float, boot: int, sum_before: int) -> int:
    """The sum of a game's columns that are written when it is begun. `sum_before` is its column `before`."""
    return crc32(identity, crc32(b"%d %d %d %a" % (number, boot, sum_before, begun)))


def link_sum(game_row: GameRow) -> int:
    """The sum of a finished game, which the next game stores as `before`."""
    return crc32(f"{game_row.sum} {game_row.length} {game_row.last} {game_row.title}".encode("utf-8", "surrogatepass"))


def boot_sum(number: int, identity: str, epoch: float | None) -> int:
    """The sum of a boot of the machine."""
    return crc32(f"{number}\0{identity}\0{None if epoch is None else float(epoch)!r}".encode())


def has_matching_sum(game_row: GameRow) -> bool:
    """Whether the columns that were written when the game was begun match their sum, whatever their values are."""
    try:
        return game_row.sum == game_sum(*game_row[:5])  # the columns before `sum`
    except (TypeError, ValueError, OverflowError):
        return False
