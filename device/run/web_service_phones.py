"""The ways by which phones reach a table, as reported by the web service; and the table's wishes for its Wi-Fi."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path

from device.run.page_wire import WifiWanted
from hal.browser.own_wifi import OwnWifi, WifiState


class WebServicePhones:
    """What the web service reports for phones, and the wishes to send it. One service is connected at a time.

    Implements `device.table.phone_access.OwnWifiAccess`.

    `wake_sender` wakes the thread that sends to the service. Where the folder `request_folder` exists, the system
    starts that service only once a file is in it.
    """

    def __init__(self, wake_sender: Callable[[], None], request_folder: Path) -> None:
        self.url = ""
        """The page's address for phones; "" if they can't reach it."""
        self.own_wifi = OwnWifi()
        self.on_change: Callable[[], None] = lambda: None
        self._wake_sender = wake_sender
        self._request_folder = request_folder
        self._is_connected = False
        self._is_service_requested = False
        """Whether a web service was requested that has not reported its state yet."""
        self._wish: deque[WifiWanted] = deque(maxlen=1)
        """The newest wish that was not sent yet. The table's thread appends, and the sender's takes it."""

    def request_wifi(self, is_wanted: bool) -> None:
        """Ask for the Wi-Fi to be opened or closed, if a web service is connected or can be started. Returns at
        once."""
        if not self._is_connected:
            self._is_service_requested = is_wanted and self._start_service()
            if not self._is_service_requested:
                self._wish.clear()
                self.own_wifi = OwnWifi()
                return
        if is_wanted and self.own_wifi.state is not WifiState.ACTIVE:
            self.own_wifi = OwnWifi(WifiState.ACTIVATING)
        self._wish.append(WifiWanted(is_wanted))
        self._wake_sender()

    def _start_service(self) -> bool:
        """Ask the system to start a web service. Returns whether it does so."""
        try:
            (self._request_folder / "phone").touch()
        except OSError:
            return False
        return True

    def note_connected(self) -> None:
        """Note that a web service has connected."""
        self._is_connected = True

    def pop_wish(self) -> tuple[WifiWanted, ...]:
        """Return the wish to send, once."""
        try:
            return (self._wish.popleft(),)
        except IndexError:
            return ()

    def set_own_wifi(self, wifi: OwnWifi) -> None:
        """Set the box's own Wi-Fi, as the web service reports it.

        A service that was requested reports at first that nothing is open: it does not know yet for which wish it was
        started. That first report is skipped.
        """
        is_first_report = self._is_service_requested and wifi.state is WifiState.INACTIVE
        self._is_service_requested = False
        if is_first_report:
            return
        self.own_wifi = wifi
        self.on_change()

    def set_page_url(self, url: str) -> None:
        """Set the address at which the web service serves the page."""
        self.url = url
        self.on_change()

    def note_disconnected(self) -> None:
        """Note that the web service has disconnected: page and network are gone, too. The next one knows of no earlier
        wish."""
        self._is_connected, self._is_service_requested, self.url = False, False, ""
        self._wish.clear()
        self.set_own_wifi(OwnWifi())
