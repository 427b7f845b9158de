"""Poll a controller's BUSY line until it is idle, or has refreshed."""

from __future__ import annotations

from collections.abc import Callable

from hal.clock.clock import Clock
from hal.panel.panel import PanelError

POLL_S = 0.02


class BusyWait:
    """Polls one BUSY line. `level` returns whether it is high; `busy` is its level while the chip works.

    Times are in seconds.
    """

    def __init__(
        self,
        level: Callable[[], bool],
        *,
        busy: bool,
        clock: Clock,
        sleep: Callable[[float], None],
        poll_s: float = POLL_S,
    ) -> None:
        self._level = level
        self._busy = busy
        self._clock = clock
        self._sleep = sleep
        self._poll_s = poll_s

    def wait_until_idle(self, settle_s: float, timeout_s: float) -> None:
        """Wait until the chip is idle. It may take `settle_s` to pull the line. Raises PanelError after `timeout_s`."""
        begun = self._clock.now()
        if self._wait_for_level(True, begun + settle_s):
            self._wait_until_idle(begun + timeout_s)

    def wait_for_refresh(self, timeout_s: float, least_s: float) -> None:
        """Wait for a refresh, which takes at least `least_s`. Raises PanelError if none ends within `timeout_s`."""
        end = self._clock.now() + timeout_s
        while self._wait_for_level(True, end):
            begun = self._clock.now()
            self._wait_until_idle(end)
            if self._clock.now() - begun >= least_s:
                return
        raise PanelError(
            f"The panel did not refresh: its BUSY line stayed {self._name(False)} for {timeout_s:.0f} s. "
            "Check that the panel sits firmly, and that it is the one configured."
        )

    def _wait_until_idle(self, end: float) -> None:
        begun = self._clock.now()
        if not self._wait_for_level(False, end):
            raise PanelError(
                f"The panel does not become ready: its BUSY line stayed {self._name(True)} "
                f"for {self._clock.now() - begun:.0f} s. Check that the panel sits firmly."
            )

    def _wait_for_level(self, busy: bool, end: float) -> bool:
        """Poll until the chip is busy, or idle. Returns False if it is not by `end`."""
        while (self._level() == self._busy) != busy:
            if self._clock.now() >= end:
                return False
            self._sleep(self._poll_s)
        return True

    def _name(self, busy: bool) -> str:
        return "high" if busy == self._busy else "low"
