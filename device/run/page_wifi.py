"""Where phones find the page that is served: in the network, or, where there is none, in a Wi-Fi of the box's own."""

from __future__ import annotations

import socket
from collections.abc import Callable

from device.run.page_wire import Served, ServiceMessage, WifiTold
from device.run.wifi_keeper import WifiKeeper
from guard.sockets import network_url
from hal.browser.own_wifi import ADDRESS, OwnWifi, WifiState


class PageWifi:
    """`say` tells the table, and `used` whether any browser looks at the page. The message bus is at an address."""

    def __init__(
        self, listening: socket.socket, say: Callable[[ServiceMessage], None], used: Callable[[], bool], bus: str
    ) -> None:
        self._listening = listening
        self._port = listening.getsockname()[1]
        self._say = say
        self._keeper = WifiKeeper(self._tell, used, address=bus)

    def own_url(self) -> str:
        """Where the page is in the box's own Wi-Fi; "" while that is not open."""
        return f"http://{ADDRESS}:{self._port}/" if self._keeper.now.state is WifiState.OPEN else ""

    def url(self) -> str:
        """Where phones find the page; "" for nowhere."""
        return self.own_url() or network_url(self._listening)

    def all(self) -> tuple[ServiceMessage, ...]:
        """What a table is told that has come."""
        return Served(self.url()), WifiTold(self._keeper.now)

    def want(self, wanted: bool) -> None:
        """The table wants the Wi-Fi open, or closed. Where a network is, none of the box's own is opened."""
        if wanted and not self.own_url() and network_url(self._listening):
            self._tell(OwnWifi())
        else:
            self._keeper.want(wanted)

    def close(self) -> None:
        """Close the Wi-Fi."""
        self._keeper.close()

    def _tell(self, now: OwnWifi) -> None:
        # Who learns that it is open knows by then where the page is.
        self._say(Served(self.url()))
        self._say(WifiTold(now))
