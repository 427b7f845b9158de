"""The PIN of a table, which phones say besides the code on its panel: who looks at it, and what is answered."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from values.named_tuple import NamedTuple

PIN_DIGITS = 6
"""Of which nobody guesses more than one a minute for long: an evening of that is one in 2,500."""


class PinVerdict(Enum):
    """What somebody who has said digits is told."""

    RIGHT = "right"
    WRONG = "wrong"
    WAITS = "waits"
    """They were not looked at: somebody was wrong before."""
    UNREADABLE = "unreadable"
    """The PIN that was chosen can't be read: nobody knows it, and it has to be chosen anew."""
    UNANSWERED = "unanswered"
    """No table answers."""


class PinLook(NamedTuple):
    """A verdict, and for how many seconds from now no digits are looked at."""

    verdict: PinVerdict
    wait_s: int = 0


class TablePin(Protocol):
    """Who knows the PIN, or can ask. Any thread."""

    @property
    def mark(self) -> str:
        """What is another for each PIN that was chosen, and says nothing of it; "" where there is none."""

    def look(self, digits: str) -> PinLook:
        """Whether these are its digits. May take long."""


class _NoPin:
    """There is none."""

    mark = ""

    def look(self, digits: str) -> PinLook:
        return PinLook(PinVerdict.RIGHT)


NO_PIN: TablePin = _NoPin()
