"""The interface for checking the PIN of a table, which phones send besides the code on its panel, and its results."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from values.named_tuple import NamedTuple

PIN_DIGIT_COUNT = 6
"""Number of digits of a PIN. Guesses are limited to about one a minute: an evening of guessing finds one PIN in
2,500."""


class PinVerdict(Enum):
    """The result of checking digits."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_CHECKED = "waits"
    """The digits were not checked: there is a pause after a wrong guess."""
    UNREADABLE = "unreadable"
    """The file with the PIN can't be read, so no digits are right. The PIN has to be chosen again."""
    NO_TABLE = "unanswered"
    """No table answers."""


class PinCheck(NamedTuple):
    """A verdict, and for how many seconds from now no digits are checked."""

    verdict: PinVerdict
    wait_s: int = 0


class TablePin(Protocol):
    """Checks digits against the PIN. For any thread."""

    @property
    def pin_id(self) -> str:
        """A random identifier of the current PIN, from which the PIN can't be found; "" if there is none."""

    def check_digits(self, digits: str) -> PinCheck:
        """Check whether these are the digits of the PIN. May take long."""


class _NoPin:
    """The check of a table without a PIN."""

    pin_id = ""

    def check_digits(self, digits: str) -> PinCheck:
        return PinCheck(PinVerdict.RIGHT)


NO_PIN: TablePin = _NoPin()
