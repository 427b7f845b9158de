"""The page's web server, which sends browsers the last messages before it ends."""

from __future__ import annotations

import socket
from collections.abc import Callable

from guard.admission import LIMITS
from guard.asgi import Application
from guard.connections import ConnectionAcceptor
from guard.server import ServerOptions, WebServer
from hal.browser.broadcaster import Broadcaster
from hal.browser.page_requests import MAX_MESSAGE_LENGTH

MAX_LAST_MESSAGES_S = 0.5
"""Timeout, in seconds, for the last messages to browsers, such as that the box is off."""


class PageServer:
    """Serves the page on a socket, in a thread of its own, until it is closed."""

    def __init__(
        self,
        create_application: Callable[[ConnectionAcceptor], Application],
        broadcaster: Broadcaster,
        listening_socket: socket.socket,
    ) -> None:
        """`create_application` is called with the acceptor of browsers' connections."""
        self._broadcaster = broadcaster
        options = ServerOptions(LIMITS, max_message_bytes=MAX_MESSAGE_LENGTH)
        self._server = WebServer(create_application, listening_socket, options, broadcaster.set_loop)

    def close(self) -> None:
        """Send browsers what is queued, and end. May be called again."""
        self._server.stop_accepting()
        self._broadcaster.wait_until_all_fetched(MAX_LAST_MESSAGES_S)
        self._server.close()
