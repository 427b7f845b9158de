"""The schedule of injected faults: which kinds are active at the moment."""

from __future__ import annotations

from enum import Enum
from random import Random


class InjectedFault(Enum):
    """The faults that can happen at a table, and changes of mind."""

    PANEL = "panel refreshes that fail"
    DISK = "times the disk fails"
    CLOCK = "clock jumps"
    POD = "pods that fall silent"
    POWER = "power cuts"
    KILL = "kills"
    UNDO = "undos and second thoughts"
    MISTAKE = "mistakes that were corrected"


CHANCES = {
    InjectedFault.PANEL: 0.03,
    InjectedFault.DISK: 0.02,
    InjectedFault.CLOCK: 0.02,
    InjectedFault.POD: 0.01,
    InjectedFault.POWER: 0.01,
    InjectedFault.KILL: 0.01,
    InjectedFault.UNDO: 0.05,
    InjectedFault.MISTAKE: 0.03,
}
"""The probability of each active fault before a declaration; power cuts and kills come between two presses."""

CHANGE = 0.25
"""The probability that a kind becomes active or inactive between two games."""


class FaultSchedule:
    """Decides which faults are active, and when they happen."""

    def __init__(self, random: Random) -> None:
        self.counts = dict.fromkeys(InjectedFault, 0)
        self._random = random
        self._active: set[InjectedFault] = set()

    def change(self) -> None:
        """Switch some kinds of fault on, and others off."""
        for fault in InjectedFault:
            if self._random.random() < CHANGE:
                self._active ^= {fault}

    def strikes(self, fault: InjectedFault) -> bool:
        """Whether this fault happens now. If so, it is counted."""
        struck = fault in self._active and self._random.random() < CHANCES[fault]
        self.counts[fault] += struck
        return struck
