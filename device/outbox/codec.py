"""Encodes and decodes the messages between box and hub: JSON with a version and size limits, compressed if long.

Incoming messages may be anything. Every field is checked, or UnreadableMessage is raised with a sentence.
"""

from __future__ import annotations

import json
import zlib
from typing import Any, NoReturn

from device.journal import validate
from device.outbox.club_messages import ClubMessage
from device.outbox.message_formats import GAMES_PER_PAGE as GAMES_PER_PAGE
from device.outbox.message_formats import MAX_RECORD_LINES as MAX_RECORD_LINES
from device.outbox.message_formats import MESSAGES
from device.system.not_done import NotDone
from display.words import Text, text
from values.fields import BadField

VERSION = 1
"""The version of the messages. A hub tells a box with another version which one it uses."""

MAX_MESSAGE_SIZE = 512 * 1024
"""Maximum size of an encoded message in bytes. The longest record of a real evening is a tenth of that, compressed."""

MAX_DECOMPRESSED_SIZE = 1_000_000
"""Maximum size of a decompressed message in bytes: nearly twice what a table's socket (its door) sends.
Decoding it needs at most 25 MB."""

_MIN_COMPRESSED_BYTES = 1024
_ZLIB_FIRST_BYTE = 0x78
_KIND_BY_WORD = {kind.word: kind for kind in MESSAGES}
_KIND_BY_CLASS = {kind.message_class: kind for kind in MESSAGES}


class UnreadableMessage(NotDone, ValueError):
    """A message that can't be decoded; `sentence` says why."""


def encode(message: ClubMessage, *, compressed: bool = True) -> bytes:
    """Encode a message. Raises UnreadableMessage if it is longer than a receiver accepts, compressed or not.

    What a courier sends its table must not be `compressed`: the table does not decompress messages.
    """
    kind = _KIND_BY_CLASS[type(message)]
    fields = {"v": VERSION, "is": kind.word, **kind.to_json(message)}
    data = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    if compressed and len(data) > _MIN_COMPRESSED_BYTES:
        if len(data) > MAX_DECOMPRESSED_SIZE:
            _refuse_size(len(data), MAX_DECOMPRESSED_SIZE)
        data = zlib.compress(data)
    if len(data) > MAX_MESSAGE_SIZE:
        _refuse_size(len(data), MAX_MESSAGE_SIZE)
    return data


def decode(data: bytes) -> ClubMessage:
    """Decode a message. Raises UnreadableMessage."""
    fields = _parse_object(_decompress(data))
    version = fields.get("v")
    if version != VERSION:
        _refuse(text("This message is of version {version}; this program speaks version {own}. Install the same on"
                      " both.", version=_quoted(version), own=VERSION))  # fmt: skip
    kind = _KIND_BY_WORD.get(str(fields.get("is")))
    if kind is None:
        _refuse(text("There is no message “{kind}”.", kind=_quoted(fields.get("is"))))
    try:
        message: ClubMessage = kind.parse(fields)
    except BadField as bad_field:
        _refuse(text("This message has something in its field “{field}” that can't be there.", field=bad_field.name))
    return message


def _decompress(data: bytes) -> bytes:
    if len(data) > MAX_MESSAGE_SIZE:
        _refuse_size(len(data), MAX_MESSAGE_SIZE)
    if data[:1] != bytes([_ZLIB_FIRST_BYTE]):
        return data
    decompressor = zlib.decompressobj()
    try:
        content = decompressor.decompress(data, MAX_DECOMPRESSED_SIZE)
    except zlib.error:
        _refuse(text("This message is damaged: it can't be decompressed."))
    if not decompressor.eof:
        _refuse(text("This message is damaged, or larger than any game could be."))
    return content


def _parse_object(data: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        _refuse(text("This message is no JSON text."))
    if not isinstance(fields, dict):
        _refuse(text("This message is no JSON object."))
    return fields


def _refuse_size(size: int, most: int) -> NoReturn:
    _refuse(text("This message has {size} bytes; {most} is the most.", size=size, most=most))


def _refuse(sentence: Text) -> NoReturn:
    raise UnreadableMessage(sentence)


def _quoted(value: object) -> str:
    """The beginning of any value, to quote in a sentence."""
    return validate.printable(str(value))
