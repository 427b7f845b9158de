"""Poll a controller's BUSY line until it is idle, or has refreshed."""

from __future__ import annotations

from collections.abc import Callable

from hal.clock.clock import Clock
from hal.panel.panel import PanelError

POLL_S = 0.02


class BusyWait:
    """Polls one BUSY line. `is_line_high` returns whether it is high; `busy_level` is its level while the
    chip works. Times are in seconds."""

    def __init__(
        self,
        is_line_high: Callable[[], bool],
        *,
        busy_level: bool,
        clock: Clock,
        sleep: Callable[[float], None],
        poll_s: float = POLL_S,
    ) -> None:
        self._is_line_high = is_line_high
        self._busy_level = busy_level
        self._clock = clock
        self._sleep = sleep
        self._poll_s = poll_s

    def wait_until_idle(self, settle_s: float, timeout_s: float) -> None:
        """Wait until the chip is idle. It may take `settle_s` to pull the line. Raises PanelError after `timeout_s`."""
        started_at = self._clock.now()
        if self._wait_for_state(is_busy=True, deadline=started_at + settle_s):
            self._poll_until_idle(started_at + timeout_s)

    def wait_for_refresh(self, timeout_s: float, min_refresh_s: float) -> None:
        """Wait for a refresh, which takes at least `min_refresh_s`. Raises PanelError if none ends within
        `timeout_s`."""
        deadline = self._clock.now() + timeout_s
        while self._wait_for_state(is_busy=True, deadline=deadline):
            busy_since = self._clock.now()
            self._poll_until_idle(deadline)
            if self._clock.now() - busy_since >= min_refresh_s:
                return
        raise PanelError(
            f"The panel did not refresh: its BUSY line stayed {self._level_name(is_busy=False)} for {timeout_s:.0f} s. "
            "Check that the panel sits firmly, and that it is the one configured."
        )

    def _poll_until_idle(self, deadline: float) -> None:
        started_at = self._clock.now()
        if not self._wait_for_state(is_busy=False, deadline=deadline):
            raise PanelError(
                f"The panel does not become ready: its BUSY line stayed {self._level_name(is_busy=True)} "
                f"for {self._clock.now() - started_at:.0f} s. Check that the panel sits firmly."
            )

    def _wait_for_state(self, *, is_busy: bool, deadline: float) -> bool:
        """Poll until the chip is busy, or idle. Returns False if it is not by `deadline`."""
        while (self._is_line_high() == self._busy_level) != is_busy:
            if self._clock.now() >= deadline:
                return False
            self._sleep(self._poll_s)
        return True

    def _level_name(self, *, is_busy: bool) -> str:
        return "high" if is_busy == self._busy_level else "low"
