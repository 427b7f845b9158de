"""Messages on a stream: each after its length in bytes, four bytes, the highest first."""

from __future__ import annotations

import struct

_LENGTH = struct.Struct("!I")


class FrameTooLong(ValueError):
    """Somebody announces a message that nobody would read."""


def frame(message: bytes) -> bytes:
    """A message with its length."""
    return _LENGTH.pack(len(message)) + message


class Frames:
    """Takes a stream apart. `most` is the length of the longest message, in bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """What has come."""
        self._buffer += data

    def next(self) -> bytes | None:
        """The next whole message; None while there is none. Raises FrameTooLong as soon as one is announced."""
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > self._most:
            raise FrameTooLong(length)
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        message = bytes(self._buffer[_LENGTH.size : end])
        del self._buffer[:end]
        return message
