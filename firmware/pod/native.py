"""The innermost loops of `frame`, compiled to machine code on the board by MicroPython's viper emitter.

In bytecode, a Pico takes about a millisecond for the checksum of a line. CPython can't import this module.
"""

# ruff: noqa: F821
# mypy: disable-error-code="name-defined, no-untyped-def, misc"

import micropython


@micropython.viper
def crc32(data: ptr8, end: int, table: ptr32, halves: ptr16):
    """Compute the CRC-32 of the first `end` bytes, and store its lower and its higher half in `halves`."""
    crc = -1
    for position in range(end):
        crc = (crc >> 8 & 0xFFFFFF) ^ table[(crc ^ data[position]) & 0xFF]
    crc ^= -1
    halves[0] = crc & 0xFFFF
    halves[1] = crc >> 16 & 0xFFFF


@micropython.viper
def put_hex(buffer: ptr8, start: int, number: int, digit_count: int):
    """Like `frame.put_hex`."""
    while digit_count:
        digit_count -= 1
        digit = number & 15
        buffer[start + digit_count] = digit + (0x30 if digit < 10 else 0x57)
        number >>= 4


@micropython.viper
def get_hex(buffer: ptr8, start: int, digit_count: int) -> int:
    """Like `frame.get_hex`."""
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
