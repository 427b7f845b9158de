"""By which ways phones come to a table, as the program says that serves its page; and what that program is to do."""

from __future__ import annotations

from collections.abc import Callable

from device.run.page_wire import WifiWanted
from hal.browser.own_wifi import OwnWifi, WifiState


class DoorPhones:
    """Behind a door for one program at a time: `device.table.phones.OwnWifiAccess`. `ring` wakes the door."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self.url = ""
        """Where phones find the page; "" while they find it nowhere."""
        self.now = OwnWifi()
        self.changed: Callable[[], None] = _nobody
        self._ring = ring
        self._is_there = False
        self._wish: WifiWanted | None = None

    def want(self, wanted: bool) -> None:
        """Have the Wi-Fi opened, or closed, if anybody is there who can. Returns at once."""
        if self._is_there:
            if wanted and self.now.state is not WifiState.OPEN:
                self.now = OwnWifi(WifiState.OPENING)
            self._wish = WifiWanted(wanted)
            self._ring()

    def begin(self) -> None:
        """A program has come, which knows of no earlier wish."""
        self._wish, self._is_there = None, True

    def wish(self) -> tuple[WifiWanted, ...]:
        """What it is to be told, once."""
        wish, self._wish = self._wish, None
        return () if wish is None else (wish,)

    def told(self, now: OwnWifi) -> None:
        """It says that the Wi-Fi is so."""
        self.now = now
        self.changed()

    def served(self, url: str) -> None:
        """It serves the page there."""
        self.url = url
        self.changed()

    def lost(self) -> None:
        """It has gone, and page and network with it."""
        self._is_there, self.url = False, ""
        self.told(OwnWifi())


def _nobody() -> None:
    """No table looks yet."""
