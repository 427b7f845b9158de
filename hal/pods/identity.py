"""Check the names and serial numbers of boards, before they are stored, compared, shown or written.

A name is 1 to 16 letters, digits and hyphens of ASCII. The same rule holds for a pod's hello, for the name in the
owner's `wiring.py`, which the board reduces to it, and for the file of seats. So no name has a slash, a dot, a space, a
control character or anything that only looks like a letter, and none is longer than a display's row.
"""

from __future__ import annotations

import re

POD_NAME_PATTERN = "[A-Za-z0-9-]{1,16}"
"""A regular expression for names."""
HIGHEST_SEAT = 15
"""The highest seat, from 0, that a pod may have."""
_POD_NAME = re.compile(POD_NAME_PATTERN)
_SERIAL_NUMBER = re.compile("[A-Za-z0-9-]{1,32}")


def is_pod_name(name: object) -> bool:
    """Whether a value is a valid name of a pod."""
    return isinstance(name, str) and _POD_NAME.fullmatch(name) is not None


def valid_serial_number(serial_number: str | None) -> str:
    """Return a board's USB serial number if it is valid, to distinguish boards; otherwise an empty string.

    A Pico's is the number of its chip, in 16 hexadecimal digits.
    """
    return serial_number if serial_number is not None and _SERIAL_NUMBER.fullmatch(serial_number) else ""
