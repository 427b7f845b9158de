"""Write and parse lines with a length and a checksum; see docs/pod-protocol.md, “Lines”.

Nothing here allocates memory once the objects exist: buffers are the caller's, numbers stay below 2³⁰.
"""

import binascii
import sys
from array import array

MAX_LINE = 96
"""Bytes of the longest line, with its line feed."""
HEAD = 4
"""Bytes before the body: `~`, the body's length, a space."""
TAIL = 10
"""Bytes after the body: a space, the checksum, a line feed."""

_START = 0x7E
_SPACE = 0x20
_LAST = 0x7D
_FEED = 0x0A
_RETURN = 0x0D
_DIGITS = b"0123456789abcdef"
_POLYNOMIAL = (0xEDB8, 0x8320)
_CPYTHON = sys.implementation.name == "cpython"


def put_hex(buffer: bytearray, at: int, number: int, digits: int) -> None:
    """Write the lowest `digits` hexadecimal digits of a number to a buffer."""
    at += digits
    while digits:
        at -= 1
        digits -= 1
        buffer[at] = _DIGITS[number & 15]
        number >>= 4


def get_hex(buffer: bytearray, at: int, digits: int) -> int:
    """Read a number of at most seven hexadecimal digits; -1 if one of them is invalid.

    Only small letters are digits.
    """
    number = 0
    for place in range(at, at + digits):
        byte = buffer[place]
        if 0x30 <= byte <= 0x39:
            number = number << 4 | byte - 0x30
        elif 0x61 <= byte <= 0x66:
            number = number << 4 | byte - 0x57
        else:
            return -1
    return number


try:
    from . import native

    put_hex, get_hex = native.put_hex, native.get_hex
except (ImportError, SyntaxError):  # CPython, or a board for which MicroPython can't produce machine code
    native = None  # type: ignore[assignment]


class Checksum:
    """The CRC-32 of zlib and Ethernet, in two halves, because a Pico's small integers have 31 bits."""

    def __init__(self) -> None:
        self.high = 0
        self.low = 0
        self._highs = array("H", bytes(512))
        self._lows = array("H", bytes(512))
        for index in range(256):
            high, low = 0, index
            for _ in range(8):
                odd = low & 1
                low = low >> 1 | (high & 1) << 15
                high >>= 1
                if odd:
                    high ^= _POLYNOMIAL[0]
                    low ^= _POLYNOMIAL[1]
            self._highs[index] = high
            self._lows[index] = low
        self._table = array("I", [self._highs[index] << 16 | self._lows[index] for index in range(256)])
        self._halves = array("H", bytes(4))

    def take(self, buffer: bytearray, end: int) -> None:
        """Compute the checksum of the buffer's first `end` bytes, and store it in `high` and `low`."""
        if _CPYTHON:
            whole = binascii.crc32(memoryview(buffer)[:end])
            self.high, self.low = whole >> 16, whole & 0xFFFF
        elif native is not None:
            native.take(buffer, end, self._table, self._halves)
            self.low = self._halves[0]
            self.high = self._halves[1]
        else:
            self.take_slowly(buffer, end)

    def take_slowly(self, buffer: bytearray, end: int) -> None:
        """Compute the same in pure Python, without large integers."""
        high = low = 0xFFFF
        highs, lows = self._highs, self._lows
        for at in range(end):
            index = (low ^ buffer[at]) & 0xFF
            low = (low >> 8 | (high & 0xFF) << 8) ^ lows[index]
            high = high >> 8 ^ highs[index]
        self.high = high ^ 0xFFFF
        self.low = low ^ 0xFFFF


def finish(buffer: bytearray, length: int, checksum: Checksum) -> int:
    """Complete a line whose body begins at `HEAD`. Returns the line's length."""
    buffer[0] = _START
    put_hex(buffer, 1, length, 2)
    buffer[3] = _SPACE
    end = HEAD + length
    checksum.take(buffer, end)
    buffer[end] = _SPACE
    put_hex(buffer, end + 1, checksum.high, 4)
    put_hex(buffer, end + 5, checksum.low, 4)
    buffer[end + 9] = _FEED
    return end + TAIL


class Reader:
    """Finds good lines among bytes, and counts the bytes that belong to none, except line ends.

    After `feed` has returned True, the body of the line is in `line`, `length` bytes from `HEAD` on, until the next
    call.
    """

    def __init__(self, checksum: Checksum) -> None:
        self.line = bytearray(MAX_LINE)
        self.length = 0
        self.skipped = 0
        self._checksum = checksum
        self._at = -1

    def feed(self, byte: int) -> bool:
        """Process a byte; returns True if it ends a good line."""
        at = self._at
        if byte == _START:
            self._skip(0)
            self.line[0] = byte
            self._at = 1
        elif byte == _FEED or byte == _RETURN:  # noqa: SIM109  (a tuple would be allocated)
            if at < 0:
                return False
            self._at = -1
            if self._is_valid(at):
                return True
            self.skipped += at
        elif at < 0:
            self.skipped += 1
        elif at == MAX_LINE - 1 or not _SPACE <= byte <= _LAST:
            self._skip(1)
        else:
            self.line[at] = byte
            self._at = at + 1
        return False

    def _skip(self, more: int) -> None:
        if self._at > 0:
            self.skipped += self._at
        self.skipped += more
        self._at = -1

    def _is_valid(self, end: int) -> bool:
        line = self.line
        length = end - HEAD - TAIL + 1
        if length < 1 or get_hex(line, 1, 2) != length or line[3] != _SPACE or line[HEAD + length] != _SPACE:
            return False
        self._checksum.take(line, HEAD + length)
        if get_hex(line, end - 8, 4) != self._checksum.high or get_hex(line, end - 4, 4) != self._checksum.low:
            return False
        self.length = length
        return True
