"""What a table and the service that serves its page to phones say to each other: JSON, perhaps with bytes after it.

Each side reads what the other wrote as if a stranger had: it is what it should be in every field, or `BadMessage`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum
from typing import Any

from hal.browser.invitations import LENGTH
from hal.browser.requests import LONGEST_MESSAGE, LONGEST_RECORD
from values.named_tuple import NamedTuple

VERSION = 1
"""Of the messages. Who speaks another one is not listened to."""

LONGEST_QUESTION = LONGEST_RECORD + 8 * 1024
"""Bytes of what the service says: a record that was edited, and what names it."""

LONGEST_ANSWER = 16 * 1024 * 1024
"""Bytes of what the table says: a page of the past with its pictures, or a panel's picture, has a hundredth of it."""

HIGHEST_NUMBER = 2**31 - 1
MOST_WORDS = 50
"""Words of a question: a form has at most twenty fields of two."""

LONGEST_ADDRESS = 200


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


class TableAnswered(NamedTuple):
    """The table: what was asked under a number, in words and bytes; no words where there is no answer."""

    number: int
    words: tuple[str, ...]
    content: bytes = b""


class Served(NamedTuple):
    """The service: where phones of the network find the page; "" for nowhere."""

    url: str


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


class TableAsked(NamedTuple):
    """The service: it wants an answer under this number."""

    number: int
    what: Asking
    words: tuple[str, ...]
    content: bytes = b""


TableMessage = PageHello | TopicTold | Grown | RecordKept | Invited | TableAnswered
ServiceMessage = Served | Requested | TableAsked


def encode(message: TableMessage | ServiceMessage) -> bytes:
    """A message as bytes."""
    values = [value.value if isinstance(value, Asking) else value for value in message if not isinstance(value, bytes)]
    content = next((value for value in message if isinstance(value, bytes)), b"")
    said = json.dumps([type(message).__name__, *values], ensure_ascii=False, separators=(",", ":"))
    return said.encode() + b"\n" + content


def from_table(data: bytes) -> TableMessage:
    """What a table has said. Raises BadMessage."""
    message: TableMessage = _decoded(data, _FROM_TABLE)
    return message


def from_service(data: bytes) -> ServiceMessage:
    """What a service has said. Raises BadMessage."""
    message: ServiceMessage = _decoded(data, _FROM_SERVICE)
    return message


_Reader = Callable[[list[Any], bytes], Any]


def _decoded(data: bytes, readers: dict[str, _Reader]) -> Any:
    said, _, content = data.partition(b"\n")
    try:
        name, *values = json.loads(said.decode())
        return readers[name](values, content)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadMessage(f"{said[:80]!r}") from None


def _served(values: list[Any], _: bytes) -> Served:
    (url,) = values
    if url and not url.startswith(("http://", "https://")):
        raise ValueError(url)
    return Served(_text(url, LONGEST_ADDRESS))


def _requested(values: list[Any], _: bytes) -> Requested:
    (request,) = values
    return Requested(_text(request, LONGEST_MESSAGE))


def _asked(values: list[Any], content: bytes) -> TableAsked:
    number, what, words = values
    return TableAsked(_number(number), Asking(what), _words(words), content)


def _told(values: list[Any], picture: bytes) -> TopicTold:
    topic, value, secret = values
    return TopicTold(_text(topic, LONGEST_MESSAGE), value, secret is True, picture)


def _grown(values: list[Any], _: bytes) -> Grown:
    same, lines = values
    if not isinstance(lines, list):
        raise TypeError(lines)
    return Grown(_number(same), lines)


def _invited(values: list[Any], _: bytes) -> Invited:
    (code,) = values
    return Invited(_text(code, LENGTH))


def _answered(values: list[Any], content: bytes) -> TableAnswered:
    number, words = values
    return TableAnswered(_number(number), _words(words), content)


def _hello(values: list[Any], _: bytes) -> PageHello:
    (version,) = values
    return PageHello(_number(version))


def _kept(values: list[Any], record: bytes) -> RecordKept:
    if values:
        raise ValueError(values)
    return RecordKept(record)


_FROM_TABLE: dict[str, _Reader] = {
    "PageHello": _hello,
    "TopicTold": _told,
    "Grown": _grown,
    "RecordKept": _kept,
    "Invited": _invited,
    "TableAnswered": _answered,
}
_FROM_SERVICE: dict[str, _Reader] = {"Served": _served, "Requested": _requested, "TableAsked": _asked}


def _text(found: Any, longest: int) -> str:
    if not isinstance(found, str) or len(found) > longest:
        raise TypeError(found)
    found.encode()  # half of a pair of surrogates is no text: this raises ValueError
    return found


def _number(found: Any) -> int:
    if type(found) is not int or not 0 <= found <= HIGHEST_NUMBER:
        raise ValueError(found)
    return found


def _words(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or len(found) > MOST_WORDS:
        raise TypeError(found)
    return tuple(_text(word, LONGEST_RECORD) for word in found)
