"""Limit how much is read from a port, so that no board can keep the processor busy."""

from __future__ import annotations

from firmware.pod.frame import MAX_LINE_LENGTH

BYTES_PER_S = 16_000
"""Bytes per second read from a port in the long run: five times what a pod sends while a key is moving."""
MAX_BURST_BYTES = 1 << 16
"""Bytes that may come at once: the size of Linux's buffer for a port that is not read."""
MIN_READ_BYTES = 64
"""Minimum bytes that a read counts as, so that a board can't keep the program busy byte by byte."""
MIN_PAUSE_S = 0.05
MAX_PAUSE_S = 1.0
"""Seconds for which a port that sends nothing good is not read: at first, and at most."""
PAUSES_UNTIL_REPORT = 16
"""After this many such pauses in a row, a pod is reported as sending noise."""


class ReadLimits:
    """The limits of one port."""

    def __init__(self, now: float) -> None:
        self.paused_until = 0.0
        """When the port may be read again, in seconds of the clock."""
        self._budget_bytes = float(MAX_BURST_BYTES)
        self._read_at = now
        self._noise_bytes = 0
        self._pause_s = 0.0
        self._pause_count = 0

    def note_good_line(self) -> None:
        """Note that a good line came."""
        self._noise_bytes, self._pause_s, self._pause_count = 0, 0.0, 0

    def note_noise(self, data: bytes, now: float) -> bool:
        """Note data without a good line. Returns whether the board must be reported as sending noise now."""
        self._noise_bytes += len(data)
        # More than the beginning of a line since the last good one.
        if self._noise_bytes <= MAX_LINE_LENGTH and not (len(data) > 1 and b"\n" in data):
            return False
        self._pause_s = min(max(MIN_PAUSE_S, self._pause_s * 2), MAX_PAUSE_S) if self._pause_count > 2 else MIN_PAUSE_S
        self._pause_count += 1
        self.paused_until = now + self._pause_s
        return self._pause_count == PAUSES_UNTIL_REPORT

    def spend(self, byte_count: int, now: float) -> None:
        """Subtract bytes that were read from the budget; if it is overdrawn, the port is not read for a while."""
        self._budget_bytes = min(MAX_BURST_BYTES, self._budget_bytes + (now - self._read_at) * BYTES_PER_S) - max(
            byte_count, MIN_READ_BYTES
        )
        self._read_at = now
        if self._budget_bytes < 0:
            self.paused_until = max(self.paused_until, now - self._budget_bytes / BYTES_PER_S)
