"""The ways by which phones reach a table, as reported by the web service; and the table's wishes for its Wi-Fi."""

from __future__ import annotations

from collections.abc import Callable

from device.run.page_wire import WifiWanted
from hal.browser.own_wifi import OwnWifi, WifiState


class DoorPhones:
    """The state for one web service at a time. Implements `device.table.phones.OwnWifiAccess`.

    `ring` wakes the thread that sends to the service.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self.url = ""
        """The page's address for phones; "" if they can't reach it."""
        self.now = OwnWifi()
        self.changed: Callable[[], None] = _nobody
        self._ring = ring
        self._is_there = False
        self._wish: WifiWanted | None = None

    def want(self, wanted: bool) -> None:
        """Ask for the Wi-Fi to be opened or closed, if a web service is connected. Returns at once."""
        if self._is_there:
            if wanted and self.now.state is not WifiState.OPEN:
                self.now = OwnWifi(WifiState.OPENING)
            self._wish = WifiWanted(wanted)
            self._ring()

    def begin(self) -> None:
        """Note that a web service has connected. It knows of no earlier wish."""
        self._wish, self._is_there = None, True

    def wish(self) -> tuple[WifiWanted, ...]:
        """Return the wish to send, once."""
        wish, self._wish = self._wish, None
        return () if wish is None else (wish,)

    def told(self, now: OwnWifi) -> None:
        """Set the state of the Wi-Fi, as the web service reports it."""
        self.now = now
        self.changed()

    def served(self, url: str) -> None:
        """Set the address at which the web service serves the page."""
        self.url = url
        self.changed()

    def lost(self) -> None:
        """Note that the web service has disconnected: page and network are gone, too."""
        self._is_there, self.url = False, ""
        self.told(OwnWifi())


def _nobody() -> None:
    """Do nothing: the default callback."""
