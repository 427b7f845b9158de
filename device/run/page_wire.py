"""The messages between a table and the web service that serves its page: JSON, perhaps followed by bytes.

Each side distrusts the other: a message in which any field is not valid raises BadMessage.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import Any

from hal.browser.invitations import CODE_LENGTH
from hal.browser.own_wifi import OwnWifi, WifiState, check_wifi
from hal.browser.page_requests import MAX_MESSAGE_LENGTH, MAX_RECORD_LENGTH
from values.fields import (
    BOOLEAN,
    IS_TRUE,
    FieldKind,
    any_text,
    enum_of,
    integer,
    list_of,
    named_tuple_of,
    pattern,
    valid_if,
)
from values.named_tuple import NamedTuple

VERSION = 6
"""The version of the messages. Programs of other versions are refused."""

MAX_REQUEST_LENGTH = MAX_RECORD_LENGTH + 8 * 1024
"""Maximum size of a service's message in bytes: an edited record, and what names it."""

MAX_ANSWER_LENGTH = 16 * 1024 * 1024
"""Maximum size of a table's message in bytes. A page of the past with pictures, or a panel's picture, has a hundredth
of it."""

HIGHEST_NUMBER = 2**31 - 1
"""The highest number of a request."""


class BadMessage(ValueError):
    """A message that no program of this version sends."""


class PageHello(NamedTuple):
    """From the table: the version that it uses."""

    version: int


class TopicChanged(NamedTuple):
    """From the table: the latest value of a topic of the page. If `is_secret`, only for browsers that may press keys.

    `picture` is the picture that the value names, if it names one.
    """

    topic: str
    value: Any
    is_secret: bool
    picture: bytes = b""


class TranscriptGrown(NamedTuple):
    """From the table: the transcript is the first `same_count` lines of the one before, followed by `lines`."""

    same_count: int
    lines: list[Any]


class RecordChanged(NamedTuple):
    """From the table: the record of the game as it is exported."""

    record: bytes


class CodeChanged(NamedTuple):
    """From the table: the code for phones that its panel shows now; "" for none."""

    code: str


class PinChanged(NamedTuple):
    """From the table: an identifier of the PIN, which reveals nothing of it; "" if there is no PIN."""

    pin_id: str


class WifiWanted(NamedTuple):
    """From the table: whether the box's own Wi-Fi is wanted, if there is no other network."""

    is_wanted: bool


class TableAnswer(NamedTuple):
    """From the table: the answer to the request of this number, as words and bytes; no words if there is none."""

    number: int
    words: tuple[str, ...]
    content: bytes = b""


class PageServed(NamedTuple):
    """From the service: the page's address for phones in the network; "" if they can't reach it."""

    url: str


class WifiChanged(NamedTuple):
    """From the service: the state of the box's own Wi-Fi, with its password while it is open."""

    wifi: OwnWifi


class BrowserRequest(NamedTuple):
    """From the service: a request of a browser that may press keys, unchanged."""

    request: str


class RequestKind(Enum):
    """The kinds of requests of the service."""

    EDIT = "edit"
    """Show what an edited record would change. The words: the version that was edited; the content: the record."""
    FIND = "find"
    """Get a page or file of the past. The words: its path, then names and values of the query."""
    FILE = "file"
    """Open a long file of the past; words as for FIND. The first words of the answer are a handle, its kind and its
    name."""
    PART = "part"
    """Get the next part of a long file, by its handle."""
    SHUT = "shut"
    """Close a long file, by its handle."""
    CHANGE = "change"
    """Carry out a form. The words: names and values."""
    PROGRAM = "program"
    """Announce a newer program. The words: its size in bytes. The words of the answer: "" or why it is refused, and a
    handle."""
    PIECE = "piece"
    """Add a piece of it. The words: its handle and the offset of the piece, which is the content. The words of the
    answer are like those to PROGRAM."""
    PIN = "pin"
    """Check digits. The words of the answer: a verdict, and for how many seconds from now no digits are checked."""


class TableRequest(NamedTuple):
    """From the service: a request. The answer has the same number."""

    number: int
    kind: RequestKind
    words: tuple[str, ...]
    content: bytes = b""

    @property
    def first_word(self) -> str:
        """The first word; "" if there is none."""
        return self.words[0] if self.words else ""

    def answer(self, *words: str, content: bytes = b"") -> TableAnswer:
        """Return the answer to this request; without words, there is none."""
        return TableAnswer(self.number, words, content)

    def __repr__(self) -> str:
        """Leave out the words: a PIN may be among them, and this text may get into a log."""
        return f"TableRequest({self.number}, {self.kind})"


TableMessage = (
    PageHello | TopicChanged | TranscriptGrown | RecordChanged | CodeChanged | PinChanged | WifiWanted | TableAnswer
)
ServiceMessage = PageServed | WifiChanged | BrowserRequest | TableRequest


_NUMBER = integer(HIGHEST_NUMBER)
_WORDS = list_of(any_text(MAX_RECORD_LENGTH), 50)  # a form has at most twenty fields of two
_CONTENT = FieldKind()
"""The bytes after the JSON."""

_FROM_TABLE: Mapping[type, tuple[FieldKind, ...]] = {
    PageHello: (_NUMBER,),
    TopicChanged: (any_text(MAX_MESSAGE_LENGTH), FieldKind(), IS_TRUE, _CONTENT),
    TranscriptGrown: (_NUMBER, valid_if(lambda value: isinstance(value, list))),
    RecordChanged: (_CONTENT,),
    CodeChanged: (any_text(CODE_LENGTH),),
    PinChanged: (any_text(20),),
    WifiWanted: (BOOLEAN,),
    TableAnswer: (_NUMBER, _WORDS, _CONTENT),
}
_FROM_SERVICE: Mapping[type, tuple[FieldKind, ...]] = {
    PageServed: (pattern(r"(?:https?://[^\ud800-\udfff]*)?", max_length=200),),
    WifiChanged: (
        named_tuple_of(lambda *fields: check_wifi(OwnWifi(*fields)), enum_of(WifiState), any_text(32), any_text(63)),
    ),
    BrowserRequest: (any_text(MAX_MESSAGE_LENGTH),),
    TableRequest: (_NUMBER, enum_of(RequestKind), _WORDS, _CONTENT),
}


def encode(message: TableMessage | ServiceMessage) -> bytes:
    """Encode a message as bytes."""
    kind = type(message)
    fields = list(zip({**_FROM_TABLE, **_FROM_SERVICE}[kind], message, strict=True))
    values = [field.to_json(value) for field, value in fields if field is not _CONTENT]
    content = b"".join(value for field, value in fields if field is _CONTENT)
    head = json.dumps([kind.__name__, *values], ensure_ascii=False, separators=(",", ":"))
    return head.encode() + b"\n" + content


def decode_from_table(data: bytes) -> TableMessage:
    """Decode a message from a table. Raises BadMessage."""
    message: TableMessage = _decode(data, _FROM_TABLE)
    return message


def decode_from_service(data: bytes) -> ServiceMessage:
    """Decode a message from a service. Raises BadMessage."""
    message: ServiceMessage = _decode(data, _FROM_SERVICE)
    return message


def _decode(data: bytes, kinds: Mapping[type, tuple[FieldKind, ...]]) -> Any:
    head, _, content = data.partition(b"\n")
    try:
        name, *values = json.loads(head.decode())
        kind = next(kind for kind in kinds if kind.__name__ == name)
        if kinds[kind][-1] is _CONTENT:
            values.append(content)
        return kind(*[field.parse(value) for field, value in zip(kinds[kind], values, strict=True)])
    except (ValueError, TypeError, StopIteration, RecursionError):
        raise BadMessage(f"{len(data)} bytes") from None  # a password may be in them
