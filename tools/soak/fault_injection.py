"""Which kinds of fault are about at the moment."""

from __future__ import annotations

from enum import Enum
from random import Random


class InjectedFault(Enum):
    """What can go wrong at a table, and what people do who change their minds."""

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
"""How likely each is before a declaration while it is about; power cuts and kills come between two presses."""

CHANGE = 0.25
"""How likely each kind comes or goes between two games."""


class FaultSchedule:
    """Faults that come and go."""

    def __init__(self, random: Random) -> None:
        self.counts = dict.fromkeys(InjectedFault, 0)
        self._random = random
        self._about: set[InjectedFault] = set()

    def change(self) -> None:
        """Some kinds of fault come, others go."""
        for fault in InjectedFault:
            if self._random.random() < CHANGE:
                self._about ^= {fault}

    def strikes(self, fault: InjectedFault) -> bool:
        """Whether this happens now; counted."""
        struck = fault in self._about and self._random.random() < CHANCES[fault]
        self.counts[fault] += struck
        return struck
