"""Light and sound: the immediate answer to a press, long before the panel has refreshed."""

from __future__ import annotations

from enum import Enum
from typing import Protocol


class Cue(Enum):
    """The messages that a signal can give."""

    HEARD = "heard"  # a key was pressed, and the code continues
    ACCEPTED = "accepted"  # a declaration has been saved
    REFUSED = "refused"  # a declaration, or a press, that does not count
    HOLD_REACHED = "armed"  # the key has been held long enough: release it
    TROUBLE = "trouble"  # the panel, the disk or a key needs attention
    YOUR_TURN = "your turn"


class Signal(Protocol):
    """Gives cues. Returns at once and never fails, so that no caller waits for a lamp."""

    def play(self, cue: Cue) -> None: ...


class NoSignal:
    """The signal of a table without light or sound."""

    def play(self, cue: Cue) -> None:
        """Do nothing."""


class SignalGroup:
    """Several signals that give the same cues."""

    def __init__(self, *signals: Signal) -> None:
        self._signals = signals

    def play(self, cue: Cue) -> None:
        for signal in self._signals:
            signal.play(cue)
