"""What boards may call themselves. What a board says is checked here, before it is kept, compared, shown or written.

A name is 1 to 16 letters, digits and hyphens of ASCII: the same rule for a pod's hello, for what the owner's
`wiring.py` is reduced to on the board, and for the file of seats. So no name has a slash, a dot, a space, a control
character or anything that only looks like a letter, and none is longer than a display's row.
"""

from __future__ import annotations

import re

IDENTITY = "[A-Za-z0-9-]{1,16}"
"""A regular expression of all names."""
HIGHEST_SEAT = 15
"""The highest seat, from 0, that a pod may have."""
_IDENTITY = re.compile(IDENTITY)
_SERIAL = re.compile("[A-Za-z0-9-]{1,32}")


def is_identity(name: object) -> bool:
    """Whether this is a pod's name."""
    return isinstance(name, str) and _IDENTITY.fullmatch(name) is not None


def serial(said: str | None) -> str:
    """The serial number that a board gives to USB, as it is used to tell boards apart; empty for none, or for what no
    maker of boards writes. A Pico's is the number of its chip, in 16 hexadecimal digits."""
    return said if said is not None and _SERIAL.fullmatch(said) else ""
