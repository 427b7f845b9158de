"""The web server: a socket, and a thread that serves it."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading

import uvicorn

from hal.desktop.gate import CannotServe, is_loopback
from hal.desktop.hub import Hub
from hal.desktop.requests import LONGEST_RECORD
from hal.desktop.web import Application

TRIES = 20
"""How many ports are tried after one that is taken."""

CLOSE_S = 2
"""How long browsers have to take their leave."""


def listen(address: str, port: int, *, or_next: bool) -> socket.socket:
    """A socket that listens. Where the port is taken, one of the next, if that may be. Raises CannotServe."""
    for number in range(port, min(port + TRIES, 65535) + 1 if or_next else port + 1):
        try:
            return _bound(address, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotServe(
                    f"the page can't be served at {address}, port {number}: {error.strerror or error}."
                ) from None
    others = f" and the {TRIES} after it are taken" if or_next else " is taken by another program"
    raise CannotServe(f"the page can't be served: port {port}{others}. Choose another with --port.")


def _bound(address: str, port: int) -> socket.socket:
    family, kind, _, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    found = socket.socket(family, kind)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(place)
        found.listen(128)
    except OSError:
        found.close()
        raise
    return found


def url(found: socket.socket) -> str:
    """Where a browser finds the page."""
    address, port = found.getsockname()[:2]
    if not is_loopback(address) and address in ("0.0.0.0", "::"):
        address = _own_address()
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def _own_address() -> str:
    """The address by which other machines of the network reach this one; its name where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks by which way it would go.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        own: str = probe.getsockname()[0]
        return own


class Server:
    """Serves an application on a socket, in a thread of its own, until it is closed."""

    def __init__(self, application: Application, hub: Hub, listening: socket.socket) -> None:
        self._hub = hub
        self._socket = listening
        self._uvicorn = uvicorn.Server(
            uvicorn.Config(
                application,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                ws="websockets-sansio",
                ws_max_size=4 * LONGEST_RECORD,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=CLOSE_S,
            )
        )
        self._thread = threading.Thread(target=self._work, name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Say goodbye to the browsers and end. May be called again."""
        self._uvicorn.should_exit = True
        self._thread.join(CLOSE_S + 1)

    def _work(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._hub.serve(asyncio.get_running_loop())
        # Older versions of uvicorn leave it open if they are told to exit before they have begun.
        with self._socket:
            await self._uvicorn.serve([self._socket])
