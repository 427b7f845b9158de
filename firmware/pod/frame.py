"""Write and parse lines with a length and a checksum; see docs/pod-protocol.md, “Lines”.

Nothing here allocates memory once the objects exist: buffers are the caller's, numbers stay below 2³⁰.
"""

import binascii
import sys
from array import array

MAX_LINE_LENGTH = 96
"""Bytes of the longest line, with its line feed."""
HEAD_LENGTH = 4
"""Bytes before the body: `~`, the body's length, a space."""
TAIL_LENGTH = 10
"""Bytes after the body: a space, the checksum, a line feed."""

_START = 0x7E
_SPACE = 0x20
_LAST_CHARACTER = 0x7D
_LINE_FEED = 0x0A
_CARRIAGE_RETURN = 0x0D
_DIGITS = b"0123456789abcdef"
_POLYNOMIAL = (0xEDB8, 0x8320)
_CPYTHON = sys.implementation.name == "cpython"


def put_hex(buffer: bytearray, start: int, number: int, digit_count: int) -> None:
    """Write the lowest `digit_count` hexadecimal digits of a number to a buffer."""
    start += digit_count
    while digit_count:
        start -= 1
        digit_count -= 1
        buffer[start] = _DIGITS[number & 15]
        number >>= 4


def get_hex(buffer: bytearray, start: int, digit_count: int) -> int:
    """Read a number of at most seven hexadecimal digits; -1 if one of them is invalid.

    Only small letters are digits.
    """
    number = 0
    for position in range(start, start + digit_count):
        byte = buffer[position]
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
        self.high_half = 0
        self.low_half = 0
        self._high_table = array("H", bytes(512))
        self._low_table = array("H", bytes(512))
        for index in range(256):
            high, low = 0, index
            for _ in range(8):
                odd = low & 1
                low = low >> 1 | (high & 1) << 15
                high >>= 1
                if odd:
                    high ^= _POLYNOMIAL[0]
                    low ^= _POLYNOMIAL[1]
            self._high_table[index] = high
            self._low_table[index] = low
        self._table = array("I", [self._high_table[index] << 16 | self._low_table[index] for index in range(256)])
        self._halves = array("H", bytes(4))

    def compute(self, buffer: bytearray, end: int) -> None:
        """Compute the checksum of the buffer's first `end` bytes, and store it in `high_half` and `low_half`."""
        if _CPYTHON:
            checksum = binascii.crc32(memoryview(buffer)[:end])
            self.high_half, self.low_half = checksum >> 16, checksum & 0xFFFF
        elif native is not None:
            native.crc32(buffer, end, self._table, self._halves)
            self.low_half = self._halves[0]
            self.high_half = self._halves[1]
        else:
            self.compute_in_python(buffer, end)

    def compute_in_python(self, buffer: bytearray, end: int) -> None:
        """Compute the same in pure Python, without large integers."""
        high = low = 0xFFFF
        highs, lows = self._high_table, self._low_table
        for position in range(end):
            index = (low ^ buffer[position]) & 0xFF
            low = (low >> 8 | (high & 0xFF) << 8) ^ lows[index]
            high = high >> 8 ^ highs[index]
        self.high_half = high ^ 0xFFFF
        self.low_half = low ^ 0xFFFF


def finish_line(buffer: bytearray, body_length: int, checksum: Checksum) -> int:
    """Complete a line whose body begins at `HEAD_LENGTH`. Returns the line's length."""
    buffer[0] = _START
    put_hex(buffer, 1, body_length, 2)
    buffer[3] = _SPACE
    end = HEAD_LENGTH + body_length
    checksum.compute(buffer, end)
    buffer[end] = _SPACE
    put_hex(buffer, end + 1, checksum.high_half, 4)
    put_hex(buffer, end + 5, checksum.low_half, 4)
    buffer[end + 9] = _LINE_FEED
    return end + TAIL_LENGTH


class ByteLineReader:
    """Finds good lines among bytes, and counts the bytes that belong to none, except line ends.

    After `feed` has returned True, and until the next call, the line is in `line`: its body begins at `HEAD_LENGTH` and
    has `body_length` bytes.
    """

    def __init__(self, checksum: Checksum) -> None:
        self.line = bytearray(MAX_LINE_LENGTH)
        self.body_length = 0
        self.skipped_byte_count = 0
        self._checksum = checksum
        self._position = -1

    def feed(self, byte: int) -> bool:
        """Process a byte; returns True if it ends a good line."""
        position = self._position
        if byte == _START:
            self._skip(0)
            self.line[0] = byte
            self._position = 1
        elif byte == _LINE_FEED or byte == _CARRIAGE_RETURN:  # noqa: SIM109  (a tuple would be allocated)
            if position < 0:
                return False
            self._position = -1
            if self._is_valid(position):
                return True
            self.skipped_byte_count += position
        elif position < 0:
            self.skipped_byte_count += 1
        elif position == MAX_LINE_LENGTH - 1 or not _SPACE <= byte <= _LAST_CHARACTER:
            self._skip(1)
        else:
            self.line[position] = byte
            self._position = position + 1
        return False

    def _skip(self, byte_count: int) -> None:
        if self._position > 0:
            self.skipped_byte_count += self._position
        self.skipped_byte_count += byte_count
        self._position = -1

    def _is_valid(self, end: int) -> bool:
        line = self.line
        length = end - HEAD_LENGTH - TAIL_LENGTH + 1
        if length < 1 or get_hex(line, 1, 2) != length or line[3] != _SPACE or line[HEAD_LENGTH + length] != _SPACE:
            return False
        self._checksum.compute(line, HEAD_LENGTH + length)
        if (
            get_hex(line, end - 8, 4) != self._checksum.high_half
            or get_hex(line, end - 4, 4) != self._checksum.low_half
        ):
            return False
        self.body_length = length
        return True
