"""Messages between box and hub as bytes: JSON, with a version, in bounds; compressed where that is shorter.

What comes in was written by anybody: it is what it says in every field, or Unreadable with a sentence.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, NoReturn

from device.journal import validate
from device.outbox.digest import DIGEST_BYTES
from device.outbox.values import (
    ClubMessage,
    CommitState,
    Committed,
    GameMark,
    GameRevision,
    GameRows,
    Inventory,
    InventoryAsked,
    NothingNew,
    OutboxAsked,
    OutboxChanged,
    OutboxGames,
    RevisionAsked,
)
from device.session.record import LARGEST
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH, Text, text

VERSION = 1
"""Of the messages. A hub tells a box of another version which one it speaks."""

LARGEST_MESSAGE = 512 * 1024
"""Bytes of a message on its way; the longest record of a real evening, compressed, has a tenth of that."""

MOST_LINES = validate.MOST_ROWS
"""Lines of a record."""

INVENTORY_PAGE = 500
"""Games on a page of an inventory."""

MOST_PAGES = 2_000
"""Pages of an inventory: a million games."""

MOST_REVISIONS = 2**31
"""Numbers of revisions and of commits are at most that, so that every store can hold them."""

_COMPRESS_FROM = 1024
_COMPRESSED = 0x78
_RECORD_KINDS = {kind.value: kind for kind in (RowKind.RECORD, RowKind.FORCED, RowKind.STANDS)}
_IDENTITY = re.compile(r"(?:[0-9a-f]{2}){1,100}")
_DIGEST = re.compile(rf"[0-9a-f]{{{2 * DIGEST_BYTES}}}")
_STORE = re.compile(r"[0-9a-f]{16}")


class Unreadable(ValueError):
    """A message that is none; `sentence` says why."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence


def encode(message: ClubMessage) -> bytes:
    """A message as bytes. Raises Unreadable if it is longer than anybody would read."""
    found = {"v": VERSION, **_WRITTEN[type(message)](message)}
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    if len(data) > _COMPRESS_FROM:
        data = zlib.compress(data)
    if len(data) > LARGEST_MESSAGE:
        _refuse_size(len(data))
    return data


def decode(data: bytes) -> ClubMessage:
    """The message that these bytes are. Raises Unreadable."""
    found = _object(_inflated(data))
    version = found.get("v")
    if version != VERSION:
        _refuse(text("This message is of version {version}; this program speaks version {own}. Install the same on"
                     " both.", version=_shown(version), own=VERSION))  # fmt: skip
    read = _READ.get(str(found.get("is")))
    if read is None:
        _refuse(text("There is no message “{kind}”.", kind=_shown(found.get("is"))))
    return read(found)


def _inflated(data: bytes) -> bytes:
    if len(data) > LARGEST_MESSAGE:
        _refuse_size(len(data))
    if data[:1] != bytes([_COMPRESSED]):
        return data
    inflating = zlib.decompressobj()
    try:
        found = inflating.decompress(data, LARGEST)
    except zlib.error:
        _refuse(text("This message is damaged: it can't be decompressed."))
    if not inflating.eof:
        _refuse(text("This message is damaged, or larger than any game could be."))
    return found


def _object(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        _refuse(text("This message is no JSON text."))
    if not isinstance(found, dict):
        _refuse(text("This message is no JSON object."))
    return found


# Written


def _mark_written(mark: GameMark | None) -> list[Any] | None:
    return None if mark is None else [mark.game, mark.number, mark.digest]


def _revision_written(one: Any) -> dict[str, Any]:
    lines = [[line.kind.value, line.text] for line in one.lines]
    return {
        "is": "revision",
        "mark": _mark_written(one.mark),
        "base": _mark_written(one.base),
        "keeps": one.keeps,
        "lines": lines,
        "begun": one.begun,
    }


def _state_written(state: CommitState) -> list[Any]:
    return [state.store, state.commits]


_WRITTEN: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    GameRevision: _revision_written,
    Committed: lambda one: {
        "is": "committed", "state": _state_written(one.state), "mark": _mark_written(one.mark), "refused": one.refused
    },
    Inventory: lambda one: {
        "is": "inventory",
        "state": _state_written(one.state),
        "page": one.page,
        "pages": one.pages,
        "games": [_mark_written(mark) for mark in one.games],
    },
    InventoryAsked: lambda one: {"is": "inventory-asked"},
    OutboxAsked: lambda one: {"is": "outbox-asked", "page": one.page},
    OutboxGames: lambda one: {
        "is": "outbox",
        "page": one.page,
        "pages": one.pages,
        "games": [[rows.game, rows.number] for rows in one.games],
    },
    OutboxChanged: lambda one: {"is": "changed"},
    RevisionAsked: lambda one: {"is": "revision-asked", "game": one.game, "base": _mark_written(one.base)},
    NothingNew: lambda one: {"is": "nothing-new", "game": one.game},
}  # fmt: skip


# Read


def _revision(found: dict[str, Any]) -> GameRevision:
    mark, base = _mark(found, "mark"), None if found.get("base") is None else _mark(found, "base")
    if base is not None and (base.game != mark.game or base.number > mark.number):
        _refuse_field("base")
    lines = _list(found, "lines", MOST_LINES)
    return GameRevision(
        mark, base, _number(found, "keeps", MOST_LINES), tuple(map(_line, lines)), _date(found.get("begun"))
    )


def _line(found: object) -> JournalRow:
    if isinstance(found, list) and len(found) == 2:
        kind, words = found
        row = validate.row(kind, words) if isinstance(kind, str) and kind in _RECORD_KINDS else None
        if row is not None and validate.unwritable(0, (row,)) is None and "\n" not in row.text:
            return row
    _refuse_field("lines")


def _mark(found: dict[str, Any], name: str) -> GameMark:
    return _mark_of(found.get(name), name)


def _mark_of(value: object, name: str) -> GameMark:
    if not (isinstance(value, list) and len(value) == 3):
        _refuse_field(name)
    game, number, digest = value
    if not (_matches(_IDENTITY, game) and _is_whole(number, MOST_REVISIONS) and _matches(_DIGEST, digest)):
        _refuse_field(name)
    return GameMark(game, number, digest)


def _state(found: dict[str, Any]) -> CommitState:
    value = found.get("state")
    if not (isinstance(value, list) and len(value) == 2):
        _refuse_field("state")
    store, commits = value
    if not (_matches(_STORE, store) and _is_whole(commits, MOST_REVISIONS)):
        _refuse_field("state")
    return CommitState(store, commits)


def _committed(found: dict[str, Any]) -> Committed:
    return Committed(_state(found), _mark(found, "mark"), _number(found, "refused", MOST_REVISIONS))


def _inventory(found: dict[str, Any]) -> Inventory:
    games = _list(found, "games", INVENTORY_PAGE)
    page, pages = _number(found, "page", MOST_PAGES), _number(found, "pages", MOST_PAGES)
    if page >= pages:
        _refuse_field("page")
    return Inventory(_state(found), page, pages, tuple(_mark_of(one, "games") for one in games))


def _outbox(found: dict[str, Any]) -> OutboxGames:
    page, pages = _number(found, "page", MOST_PAGES), _number(found, "pages", MOST_PAGES)
    if page >= pages:
        _refuse_field("page")
    return OutboxGames(page, pages, tuple(map(_rows, _list(found, "games", INVENTORY_PAGE))))


def _rows(found: object) -> GameRows:
    if isinstance(found, list) and len(found) == 2 and isinstance(found[0], str):
        game, number = found
        if _matches(_IDENTITY, game) and _is_whole(number, MOST_REVISIONS):
            return GameRows(game, number)
    _refuse_field("games")


def _revision_asked(found: dict[str, Any]) -> RevisionAsked:
    base = None if found.get("base") is None else _mark(found, "base")
    game = _identity(found)
    if base is not None and base.game != game:
        _refuse_field("base")
    return RevisionAsked(game, base)


def _identity(found: dict[str, Any]) -> str:
    game = found.get("game")
    if not isinstance(game, str) or not _matches(_IDENTITY, game):
        _refuse_field("game")
    return game


_READ: Mapping[str, Callable[[dict[str, Any]], ClubMessage]] = {
    "revision": _revision,
    "committed": _committed,
    "inventory": _inventory,
    "inventory-asked": lambda found: InventoryAsked(),
    "outbox-asked": lambda found: OutboxAsked(_number(found, "page", MOST_PAGES)),
    "outbox": _outbox,
    "changed": lambda found: OutboxChanged(),
    "revision-asked": _revision_asked,
    "nothing-new": lambda found: NothingNew(_identity(found)),
}


def _matches(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _is_whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _number(found: dict[str, Any], name: str, most: int) -> int:
    value = found.get(name)
    if not isinstance(value, int) or not _is_whole(value, most):
        _refuse_field(name)
    return value


def _list(found: dict[str, Any], name: str, most: int) -> list[Any]:
    value = found.get(name)
    if not isinstance(value, list) or len(value) > most:
        _refuse_field(name)
    return value


def _date(value: object) -> float | None:
    """A date that can be; a wrong clock's is none."""
    if isinstance(value, bool) or (isinstance(value, float) and not isfinite(value)):
        return None
    return validate.date(value)


def _refuse_field(name: str) -> NoReturn:
    _refuse(text("This message has something in its field “{field}” that can't be there.", field=name))


def _refuse_size(size: int) -> NoReturn:
    _refuse(text("This message has {size} bytes; {most} is the most.", size=size, most=LARGEST_MESSAGE))


def _refuse(sentence: Text) -> NoReturn:
    raise Unreadable(sentence)


def _shown(value: object) -> str:
    return validate.printable(str(value)[:100])
