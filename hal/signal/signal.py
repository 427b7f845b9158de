"""Light and sound: the table's answer to a press, long before the ink."""

from __future__ import annotations

from enum import Enum
from typing import Protocol


class Cue(Enum):
    """What a signal can say."""

    HEARD = "heard"  # a key was pressed, and the code goes on
    ACCEPTED = "accepted"  # a declaration is safe
    REFUSED = "refused"  # a declaration, or a press, that does not count
    ARMED = "armed"  # the key has been held long enough: let go
    TROUBLE = "trouble"  # panel, disk or key need somebody's help
    YOUR_TURN = "your turn"


class Signal(Protocol):
    """Gives cues. Returns at once and never fails: nobody waits for a lamp."""

    def give(self, cue: Cue) -> None: ...


class Silent:
    """A table without light or sound."""

    def give(self, cue: Cue) -> None:
        """Nothing happens."""


class Signals:
    """Several signals that say the same."""

    def __init__(self, *signals: Signal) -> None:
        self._signals = signals

    def give(self, cue: Cue) -> None:
        for signal in self._signals:
            signal.give(cue)
