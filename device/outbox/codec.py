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

from device.journal import identity, validate
from device.outbox import director_codec, fields
from device.outbox.digest import DIGEST_BYTES
from device.outbox.fields import Unreadable as Unreadable
from device.outbox.fields import is_whole, items, matches, refuse, refuse_field, shown
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
    OtherRecord,
    OutboxAsked,
    OutboxChanged,
    OutboxGames,
    RevisionAsked,
)
from device.session.rows import JournalRow, RowKind
from display.words import text

VERSION = 1
"""Of the messages. A hub tells a box of another version which one it speaks."""

LARGEST_MESSAGE = 512 * 1024
"""Bytes of a message on its way; the longest record of a real evening, compressed, has a tenth of that."""

LARGEST_UNPACKED = 1_000_000
"""Bytes of a message that was decompressed: twice what a table's door lets out. Taking it apart needs 25 MB at most."""

MOST_LINES_TOGETHER = 20_000
"""Lines of one message; as many as the door lets out, if they are short."""

MOST_LINES = validate.MOST_ROWS
"""Lines of a record."""

INVENTORY_PAGE = 500
"""Games on a page of an inventory."""

MOST_PAGES = 2_000
"""Pages of an inventory: a million games."""

MOST_REVISIONS = 2**31 - 1
"""Numbers of revisions and of commits are at most that, so that every store can hold them."""

_COMPRESS_FROM = 1024
_COMPRESSED = 0x78
_RECORD_KINDS = {kind.value: kind for kind in (RowKind.RECORD, RowKind.FORCED, RowKind.STANDS)}
_IDENTITY = re.compile(r"(?:[0-9a-f]{2}){1,100}")
_DIGEST = re.compile(rf"[0-9a-f]{{{2 * DIGEST_BYTES}}}")
_STORE = re.compile(r"[0-9a-f]{16}")
_COURIER = re.compile(r"(?:[0-9a-f]{16})?")
_KEY = re.compile(rf"(?:[0-9a-f]{{{2 * identity.KEY_BYTES}}})?")


def encode(message: ClubMessage, *, compressed: bool = True) -> bytes:
    """A message as bytes. Raises Unreadable if it is longer than anybody would read.

    What a courier tells its table is never `compressed`: nobody there inflates it.
    """
    found = {"v": VERSION, **_WRITTEN[type(message)](message)}
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    if compressed and len(data) > _COMPRESS_FROM:
        data = zlib.compress(data)
    if len(data) > LARGEST_MESSAGE:
        _refuse_size(len(data))
    return data


def decode(data: bytes) -> ClubMessage:
    """The message that these bytes are. Raises Unreadable."""
    found = _object(_inflated(data))
    version = found.get("v")
    if version != VERSION:
        refuse(text("This message is of version {version}; this program speaks version {own}. Install the same on"
                     " both.", version=shown(version), own=VERSION))  # fmt: skip
    read = _READ.get(str(found.get("is")))
    if read is None:
        refuse(text("There is no message “{kind}”.", kind=shown(found.get("is"))))
    return read(found)


def _inflated(data: bytes) -> bytes:
    if len(data) > LARGEST_MESSAGE:
        _refuse_size(len(data))
    if data[:1] != bytes([_COMPRESSED]):
        return data
    inflating = zlib.decompressobj()
    try:
        found = inflating.decompress(data, LARGEST_UNPACKED)
    except zlib.error:
        refuse(text("This message is damaged: it can't be decompressed."))
    if not inflating.eof:
        refuse(text("This message is damaged, or larger than any game could be."))
    return found


def _object(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        refuse(text("This message is no JSON text."))
    if not isinstance(found, dict):
        refuse(text("This message is no JSON object."))
    return found


# Written


def _mark_written(mark: GameMark | None) -> list[Any] | None:
    return None if mark is None else [mark.game, mark.number, mark.digest]


def _revision_written(one: Any) -> dict[str, Any]:
    found = {"is": "revision", "mark": _mark_written(one.mark), "base": _mark_written(one.base), "keeps": one.keeps}
    return {**found, **_record_written(one)}


def _other_written(one: Any) -> dict[str, Any]:
    found = {"is": "other-record", "mark": _mark_written(one.mark), "against": _mark_written(one.against)}
    return {**found, **_record_written(one)}


def _record_written(one: Any) -> dict[str, Any]:
    found = {"lines": [[line.kind.value, line.text] for line in one.lines], "begun": one.begun}
    return {**found, "key": one.key} if one.key else found


def _state_written(state: CommitState) -> list[Any]:
    return [state.store, state.commits]


_WRITTEN: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    **director_codec.WRITTEN,
    GameRevision: _revision_written,
    OtherRecord: _other_written,
    Committed: lambda one: {
        "is": "committed", "state": _state_written(one.state), "mark": _mark_written(one.mark), "refused": one.refused,
        "elsewhere": one.elsewhere,
    },
    Inventory: lambda one: {
        "is": "inventory",
        "state": _state_written(one.state),
        "page": one.page,
        "pages": one.pages,
        "games": [_mark_written(mark) for mark in one.games],
        "twice": one.twice,
    },
    InventoryAsked: lambda one: {
        "is": "inventory-asked",
        "courier": one.courier,
        "known": None if one.known is None else _state_written(one.known),
    },
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
        refuse_field("base")
    return GameRevision(mark, base, fields.number(found, "keeps", MOST_LINES), *_record(found))


def _other(found: dict[str, Any]) -> OtherRecord:
    mark, against = _mark(found, "mark"), _mark(found, "against")
    if against.game != mark.game:
        refuse_field("against")
    return OtherRecord(mark, against, *_record(found))


def _record(found: dict[str, Any]) -> tuple[tuple[JournalRow, ...], float | None, str]:
    """Lines, date and key of a game."""
    lines, key = items(found, "lines", MOST_LINES_TOGETHER), found.get("key", "")
    if not isinstance(key, str) or not matches(_KEY, key):
        refuse_field("key")
    return tuple(map(_line, lines)), _date(found.get("begun")), key


def _line(found: object) -> JournalRow:
    if isinstance(found, list) and len(found) == 2 and isinstance(found[0], str) and isinstance(found[1], str):
        kind, words = _RECORD_KINDS.get(found[0]), found[1]
        if kind is not None and len(words) <= validate.LONGEST_ROW and validate.is_text(words) and "\n" not in words:
            return JournalRow(kind, words)
    refuse_field("lines")


def _mark(found: dict[str, Any], name: str) -> GameMark:
    return _mark_of(found.get(name), name)


def _mark_of(value: object, name: str) -> GameMark:
    if not (isinstance(value, list) and len(value) == 3):
        refuse_field(name)
    game, number, digest = value
    if not (isinstance(game, str) and is_whole(number, MOST_REVISIONS) and isinstance(digest, str)):
        refuse_field(name)
    if _IDENTITY.fullmatch(game) is None or _DIGEST.fullmatch(digest) is None:
        refuse_field(name)
    return GameMark(game, number, digest)


def _state(found: dict[str, Any], name: str = "state") -> CommitState:
    value = found.get(name)
    if not (isinstance(value, list) and len(value) == 2):
        refuse_field(name)
    store, commits = value
    if not (matches(_STORE, store) and is_whole(commits, MOST_REVISIONS)):
        refuse_field(name)
    return CommitState(store, commits)


def _committed(found: dict[str, Any]) -> Committed:
    refused = fields.number(found, "refused", MOST_REVISIONS)
    return Committed(_state(found), _mark(found, "mark"), refused, _is_so(found, "elsewhere"))


def _is_so(found: dict[str, Any], name: str) -> bool:
    """True or false; messages of earlier programs lack it."""
    return name in found and fields.flag(found, name)


def _inventory(found: dict[str, Any]) -> Inventory:
    games = items(found, "games", INVENTORY_PAGE)
    page, pages = fields.number(found, "page", MOST_PAGES), fields.number(found, "pages", MOST_PAGES)
    if page >= pages:
        refuse_field("page")
    marks = tuple(_mark_of(one, "games") for one in games)
    return Inventory(_state(found), page, pages, marks, _is_so(found, "twice"))


def _inventory_asked(found: dict[str, Any]) -> InventoryAsked:
    courier = found.get("courier", "")
    if not isinstance(courier, str) or not matches(_COURIER, courier):
        refuse_field("courier")
    return InventoryAsked(courier, None if found.get("known") is None else _state(found, "known"))


def _outbox(found: dict[str, Any]) -> OutboxGames:
    page, pages = fields.number(found, "page", MOST_PAGES), fields.number(found, "pages", MOST_PAGES)
    if page >= pages:
        refuse_field("page")
    return OutboxGames(page, pages, tuple(map(_rows, items(found, "games", INVENTORY_PAGE))))


def _rows(found: object) -> GameRows:
    if isinstance(found, list) and len(found) == 2 and isinstance(found[0], str):
        game, number = found
        if matches(_IDENTITY, game) and is_whole(number, MOST_REVISIONS):
            return GameRows(game, number)
    refuse_field("games")


def _revision_asked(found: dict[str, Any]) -> RevisionAsked:
    base = None if found.get("base") is None else _mark(found, "base")
    game = _identity(found)
    if base is not None and base.game != game:
        refuse_field("base")
    return RevisionAsked(game, base)


def _identity(found: dict[str, Any]) -> str:
    game = found.get("game")
    if not isinstance(game, str) or not matches(_IDENTITY, game):
        refuse_field("game")
    return game


_READ: Mapping[str, Callable[[dict[str, Any]], ClubMessage]] = {
    **director_codec.READ,
    "revision": _revision,
    "other-record": _other,
    "committed": _committed,
    "inventory": _inventory,
    "inventory-asked": _inventory_asked,
    "outbox-asked": lambda found: OutboxAsked(fields.number(found, "page", MOST_PAGES)),
    "outbox": _outbox,
    "changed": lambda found: OutboxChanged(),
    "revision-asked": _revision_asked,
    "nothing-new": lambda found: NothingNew(_identity(found)),
}


def _date(value: object) -> float | None:
    """A date that can be; a wrong clock's is none."""
    if isinstance(value, bool) or (isinstance(value, float) and not isfinite(value)):
        return None
    return validate.date(value)


def _refuse_size(size: int) -> NoReturn:
    refuse(text("This message has {size} bytes; {most} is the most.", size=size, most=LARGEST_MESSAGE))
