"""What a table and the service that serves its page to phones say to each other: JSON, perhaps with bytes after it.

Each side reads what the other wrote as if a stranger had: it is what it should be in every field, or `BadMessage`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import Any

from hal.browser.invitations import LENGTH
from hal.browser.own_wifi import OwnWifi, WifiState, checked
from hal.browser.requests import LONGEST_MESSAGE, LONGEST_RECORD
from values.fields import FLAG, IS_TRUE, FieldKind, choice, many, matching, row, such, whole, words
from values.named_tuple import NamedTuple

VERSION = 3
"""Of the messages. Who speaks another one is not listened to."""

LONGEST_QUESTION = LONGEST_RECORD + 8 * 1024
"""Bytes of what the service says: a record that was edited, and what names it."""

LONGEST_ANSWER = 16 * 1024 * 1024
"""Bytes of what the table says: a page of the past with its pictures, or a panel's picture, has a hundredth of it."""

HIGHEST_NUMBER = 2**31 - 1
"""Of questions."""


class BadMessage(ValueError):
    """A message that no program of this version sends."""


class PageHello(NamedTuple):
    """The table: it speaks this version."""

    version: int


class TopicTold(NamedTuple):
    """The table: the newest on a topic of the page, of which only who may press keys hears where it is `secret`. With
    the picture that it names, if it names one."""

    topic: str
    value: Any
    secret: bool
    picture: bytes = b""


class Grown(NamedTuple):
    """The table: the record is the first so many lines of the one before, and then these."""

    same: int
    lines: list[Any]


class RecordKept(NamedTuple):
    """The table: the record of the game as an export gives it."""

    record: bytes


class Invited(NamedTuple):
    """The table: the code that its panel shows to phones now; "" for none."""

    code: str


class PinKept(NamedTuple):
    """The table: what is another for each PIN that it has, and says nothing of it; "" for none."""

    mark: str


class WifiWanted(NamedTuple):
    """The table: where no network is, a Wi-Fi of the box's own is wanted, or not any more."""

    wanted: bool


class TableAnswered(NamedTuple):
    """The table: what was asked under a number, in words and bytes; no words where there is no answer."""

    number: int
    words: tuple[str, ...]
    content: bytes = b""


class Served(NamedTuple):
    """The service: where phones of the network find the page; "" for nowhere."""

    url: str


class WifiTold(NamedTuple):
    """The service: how it is with the box's own Wi-Fi now, with its password while it is open."""

    wifi: OwnWifi


class Requested(NamedTuple):
    """The service: what a browser asks for that may press keys, as the browser said it."""

    request: str


class Asking(Enum):
    """What the service may ask the table for."""

    EDIT = "edit"
    """Show what a record would change: the version that it was made of, and the record."""
    FIND = "find"
    """A page or file of the past: its path, then names and values."""
    FILE = "file"
    """A long file of the past, the same way. Its first words are a handle, its kind and its name."""
    PART = "part"
    """The next part of a long file, by its handle."""
    SHUT = "shut"
    """A long file is not wanted any more, by its handle."""
    CHANGE = "change"
    """Do what a form asks for: names and values."""
    PIN = "pin"
    """Look at these digits: a verdict, and for how many seconds from now none are looked at."""


class TableAsked(NamedTuple):
    """The service: it wants an answer under this number."""

    number: int
    what: Asking
    words: tuple[str, ...]
    content: bytes = b""

    def __repr__(self) -> str:
        """Without what is asked: a PIN may be in it, and this get into a log."""
        return f"TableAsked({self.number}, {self.what})"


TableMessage = PageHello | TopicTold | Grown | RecordKept | Invited | PinKept | WifiWanted | TableAnswered
ServiceMessage = Served | WifiTold | Requested | TableAsked


_NUMBER = whole(HIGHEST_NUMBER)
_WORDS = many(words(LONGEST_RECORD), 50)  # a form has at most twenty fields of two
_CONTENT = FieldKind()
"""Bytes, which stand after the JSON."""

_FROM_TABLE: Mapping[type, tuple[FieldKind, ...]] = {
    PageHello: (_NUMBER,),
    TopicTold: (words(LONGEST_MESSAGE), FieldKind(), IS_TRUE, _CONTENT),
    Grown: (_NUMBER, such(lambda found: isinstance(found, list))),
    RecordKept: (_CONTENT,),
    Invited: (words(LENGTH),),
    PinKept: (words(20),),
    WifiWanted: (FLAG,),
    TableAnswered: (_NUMBER, _WORDS, _CONTENT),
}
_FROM_SERVICE: Mapping[type, tuple[FieldKind, ...]] = {
    Served: (matching(r"(?:https?://[^\ud800-\udfff]*)?", most=200),),
    WifiTold: (row(lambda *fields: checked(OwnWifi(*fields)), choice(WifiState), words(32), words(63)),),
    Requested: (words(LONGEST_MESSAGE),),
    TableAsked: (_NUMBER, choice(Asking), _WORDS, _CONTENT),
}


def encode(message: TableMessage | ServiceMessage) -> bytes:
    """A message as bytes."""
    kind = type(message)
    each = list(zip({**_FROM_TABLE, **_FROM_SERVICE}[kind], message, strict=True))
    values = [field.write(value) for field, value in each if field is not _CONTENT]
    content = b"".join(value for field, value in each if field is _CONTENT)
    said = json.dumps([kind.__name__, *values], ensure_ascii=False, separators=(",", ":"))
    return said.encode() + b"\n" + content


def from_table(data: bytes) -> TableMessage:
    """What a table has said. Raises BadMessage."""
    message: TableMessage = _decoded(data, _FROM_TABLE)
    return message


def from_service(data: bytes) -> ServiceMessage:
    """What a service has said. Raises BadMessage."""
    message: ServiceMessage = _decoded(data, _FROM_SERVICE)
    return message


def _decoded(data: bytes, kinds: Mapping[type, tuple[FieldKind, ...]]) -> Any:
    said, _, content = data.partition(b"\n")
    try:
        name, *values = json.loads(said.decode())
        kind = next(kind for kind in kinds if kind.__name__ == name)
        if kinds[kind][-1] is _CONTENT:
            values.append(content)
        return kind(*[field.read(value) for field, value in zip(kinds[kind], values, strict=True)])
    except (ValueError, TypeError, StopIteration, RecursionError):
        raise BadMessage(f"{len(data)} bytes") from None  # a password may be in them
