"""The page's address for phones: in the network or, if there is none, in the box's own Wi-Fi."""

from __future__ import annotations

import socket
from collections.abc import Callable

from device.run.page_wire import PageServed, ServiceMessage, WifiChanged
from device.run.wifi_joining import WifiJoining
from device.run.wifi_keeper import WifiKeeper
from guard.sockets import network_url
from hal.browser.own_wifi import BOX_ADDRESS, OwnWifi, WifiState


class PageWifi:
    """Keeps the box's own Wi-Fi, and the page's address, up to date at the table.

    `send` sends the table a message, and `is_used` returns whether any browser shows the page. `server_socket` is the
    socket at which the page is served, and `bus` the address of the message bus.
    """

    def __init__(
        self,
        server_socket: socket.socket,
        send: Callable[[ServiceMessage], None],
        is_used: Callable[[], bool],
        bus: str,
    ) -> None:
        self._server_socket = server_socket
        self._port = server_socket.getsockname()[1]
        self._send = send
        self._keeper = WifiKeeper(self._send_wifi, is_used, address=bus)
        self.networks = WifiJoining(self._keeper, bus)
        """Other networks that the box can join."""

    def own_url(self) -> str:
        """The page's address in the box's own Wi-Fi; "" while that is not open."""
        return f"http://{BOX_ADDRESS}:{self._port}/" if self._keeper.own_wifi.state is WifiState.ACTIVE else ""

    def url(self) -> str:
        """The page's address for phones; "" if they can't reach it."""
        return self.own_url() or network_url(self._server_socket)

    def state_messages(self) -> tuple[ServiceMessage, ...]:
        """The messages for a table that has just connected."""
        return PageServed(self.url()), WifiChanged(self._keeper.own_wifi)

    def request_wifi(self, is_wanted: bool) -> None:
        """Open or close the Wi-Fi, as the table wants it. It is not opened if there is another network."""
        if is_wanted and not self.own_url() and network_url(self._server_socket):
            self._send_wifi(OwnWifi())
        else:
            self._keeper.request_wifi(is_wanted)

    def close(self) -> None:
        """Close the Wi-Fi."""
        self._keeper.close()

    def _send_wifi(self, wifi: OwnWifi) -> None:
        # The address is sent first, so that it is known when the Wi-Fi is reported open.
        self._send(PageServed(self.url()))
        self._send(WifiChanged(wifi))
