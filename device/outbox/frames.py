"""Message framing on a byte stream: each message follows its length in bytes, as a 32-bit big-endian number."""

from __future__ import annotations

import struct

_LENGTH = struct.Struct("!I")


class FrameTooLong(ValueError):
    """The announced length of a message exceeds the limit."""


def with_length(message: bytes) -> bytes:
    """The message, preceded by its length."""
    return _LENGTH.pack(len(message)) + message


class FrameSplitter:
    """Splits a stream into messages. `max_length` is the maximum length of a message, in bytes."""

    def __init__(self, max_length: int) -> None:
        self._max_length = max_length
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Add received bytes."""
        self._buffer += data

    def next_message(self) -> bytes | None:
        """Return the next complete message; None if there is none. Raises FrameTooLong as soon as one is announced."""
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > self._max_length:
            raise FrameTooLong(length)
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        message = bytes(self._buffer[_LENGTH.size : end])
        del self._buffer[:end]
        return message
