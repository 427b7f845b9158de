"""How much is read from a port, so that no board can keep the processor busy."""

from __future__ import annotations

from firmware.pod.frame import MAX_LINE

RATE = 16_000
"""Bytes a second that are read from a port in the long run: five times what a pod says while a finger is on it."""
BURST = 1 << 16
"""Bytes that may come at once: as many as Linux keeps of a port while the program does not read."""
LEAST = 64
"""Bytes that a look at a port counts for at least, so that they can't come one by one for ever."""
HOLD_S = 0.05
LONGEST_HOLD_S = 1.0
"""How long a port that sends nothing good is left alone: at first, and in the end."""
BABBLE = 16
"""After so many holds in a row a pod is said to babble."""


class ReadLimits:
    """What may be read of one port, and when."""

    def __init__(self, now: float) -> None:
        self.held_until = 0.0
        """When the port may be read again, in seconds of the clock."""
        self._budget = float(BURST)
        self._read_at = now
        self._noise = 0
        self._hold = 0.0
        self._holds = 0

    def good(self) -> None:
        """What came had sense."""
        self._noise, self._hold, self._holds = 0, 0.0, 0

    def nothing_good(self, data: bytes, now: float) -> bool:
        """What came had no sense, so far. Returns whether the board babbles from now on."""
        self._noise += len(data)
        # More than the beginning of a line, since the last good one.
        if self._noise <= MAX_LINE and not (len(data) > 1 and b"\n" in data):
            return False
        self._hold = min(max(HOLD_S, self._hold * 2), LONGEST_HOLD_S) if self._holds > 2 else HOLD_S
        self._holds += 1
        self.held_until = now + self._hold
        return self._holds == BABBLE

    def spend(self, count: int, now: float) -> None:
        """So many bytes were read: the port is left alone for as long as it is over its budget."""
        self._budget = min(BURST, self._budget + (now - self._read_at) * RATE) - max(count, LEAST)
        self._read_at = now
        if self._budget < 0:
            self.held_until = max(self.held_until, now - self._budget / RATE)
