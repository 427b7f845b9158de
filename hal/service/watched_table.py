"""A wrapper of a table that notifies the service manager's watchdog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.panel.panel import PanelKind, RefreshMode
from hal.service.manager import ServiceManager
from hal.table.table import Event, Pods, RefreshDone, Table, Tick

if TYPE_CHECKING:
    from PIL.Image import Image


class WatchedTable:
    """A table that pings the service manager's watchdog whenever its loop asks for the next event.

    A loop that hangs no longer asks, and the service is restarted. A slow panel hangs in its own thread and does no
    harm.
    """

    PINGS_PER_TIMEOUT = 3
    """Number of pings within the watchdog's timeout."""

    def __init__(self, table: Table, manager: ServiceManager) -> None:
        self.clock = table.clock
        self.signal = table.signal
        self.readout = table.readout
        self._table = table
        self._manager = manager
        self._ping_interval_s = None if manager.watchdog_s is None else manager.watchdog_s / self.PINGS_PER_TIMEOUT
        self._next_ping_s = table.clock.now()
        self._has_reported_ready = False
        self._has_shown_page = False
        """Whether a page has been on the panel."""

    @property
    def panel_kind(self) -> PanelKind:
        """The kind as it is now: it may change when the panel is detected."""
        return self._table.panel_kind

    @property
    def pods(self) -> Pods | None:
        """The pods as they are now: they start after the table."""
        return self._table.pods

    def next_event(self, deadline: float | None) -> Event:
        """Return the next event of the table; pings as often as needed meanwhile."""
        if not self._has_reported_ready:
            self._has_reported_ready = True
            self._manager.report_ready()
        while True:
            self._ping()
            wait_until = deadline
            if self._ping_interval_s is not None:
                wait_until = self._next_ping_s if deadline is None else min(self._next_ping_s, deadline)
            event = self._table.next_event(wait_until)
            if isinstance(event, RefreshDone) and not self._has_shown_page:
                self._report_panel(event)
            if not isinstance(event, Tick) or wait_until == deadline:
                return event

    def wake(self) -> None:
        """Make the loop look for work that another thread has left."""
        self._table.wake()

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Start a refresh, as the table does."""
        self._table.show(image, mode)

    def close(self) -> None:
        """Notify the manager, then close the table."""
        self._manager.report_stopping()
        self._table.close()

    def _report_panel(self, refresh: RefreshDone) -> None:
        """Report how refreshes end, up to the first successful one; later trouble is shown at the table itself."""
        self._has_shown_page = refresh.error is None
        if refresh.error is None:
            self._manager.report_panel_works()
        else:
            self._manager.report_missing_hardware("panel", refresh.error)

    def _ping(self) -> None:
        now = self.clock.now()
        if self._ping_interval_s is not None and now >= self._next_ping_s:
            self._manager.ping()
            self._next_ping_s = now + self._ping_interval_s
