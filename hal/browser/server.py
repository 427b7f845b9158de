"""The server of the page: its last words to browsers, and when they are said."""

from __future__ import annotations

import socket
from collections.abc import Callable

from guard.admission import LIMITS
from guard.asgi import Application
from guard.connections import ConnectionAcceptor
from guard.server import ServerOptions, WebServer
from hal.browser.broadcaster import Broadcaster
from hal.browser.requests import LONGEST_MESSAGE

LAST_WORDS_S = 0.5
"""Seconds that the last words to browsers, that the box is off, may take before the leave is taken."""


class PageServer:
    """Serves the page on a socket, in a thread of its own, until it is closed."""

    def __init__(
        self,
        application: Callable[[ConnectionAcceptor], Application],
        broadcaster: Broadcaster,
        listening: socket.socket,
    ) -> None:
        """`application` is made with the entrance that its browsers come in by."""
        self._broadcaster = broadcaster
        options = ServerOptions(LIMITS, longest_message=LONGEST_MESSAGE)
        self._server = WebServer(application, listening, options, broadcaster.serve)

    def close(self) -> None:
        """Say goodbye to the browsers and end. May be called again."""
        self._server.accept_no_more()
        self._broadcaster.finish(LAST_WORDS_S)
        self._server.close()
