"""The web server: a socket, and a thread that serves it."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
from collections.abc import Callable

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from hal.desktop.broadcast import Broadcaster
from hal.desktop.connections import BUFFER, SWEEP_S, ConnectionAcceptor
from hal.desktop.countedlog import CountedLog, to_stderr
from hal.desktop.gate import CannotServe, is_loopback
from hal.desktop.requests import LONGEST_MESSAGE
from hal.desktop.web import Application

TRIES = 20
"""How many ports are tried after one that is taken."""

CLOSE_S = 2
"""How long browsers have to take their leave."""

LAST_WORDS_S = 0.5
"""Seconds that the last words to browsers, that the box is off, may take before the leave is taken."""

LONGEST_HEADER = 16 * 1024
"""Bytes of a request's header. Browsers send about one kilobyte."""

TURNED_AWAY = "connections were ended: too many at once, or nothing came from them"


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
        # Those that it accepts have the same.
        for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
            found.setsockopt(socket.SOL_SOCKET, option, BUFFER)
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
    """Serves an application on a socket, in a thread of its own, until it is closed.

    `application` is made with the entrance that its browsers come in by.
    """

    def __init__(
        self,
        application: Callable[[ConnectionAcceptor], Application],
        broadcaster: Broadcaster,
        listening: socket.socket,
        say: Callable[[str], None] = to_stderr,
    ) -> None:
        self._broadcaster = broadcaster
        self._socket = listening
        self._log = CountedLog(say)
        self._acceptor = ConnectionAcceptor(listening, lambda count: self._log.tell(TURNED_AWAY, count=count))
        self._config = uvicorn.Config(
            application(self._acceptor),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            http=H11Protocol,
            h11_max_incomplete_event_size=LONGEST_HEADER,
            ws="websockets-sansio",
            ws_max_size=LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=CLOSE_S,
        )
        self._uvicorn = uvicorn.Server(self._config)
        self._thread = threading.Thread(target=self._work, name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Say goodbye to the browsers and end. May be called again."""
        self._acceptor.close()
        self._broadcaster.finish(LAST_WORDS_S)
        self._uvicorn.should_exit = True
        self._thread.join(CLOSE_S + 1)

    def _work(self) -> None:
        with self._log.heard():
            asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._broadcaster.serve(asyncio.get_running_loop())
        with self._socket:
            async with asyncio.TaskGroup() as group:
                others = [group.create_task(self._acceptor.accept(self._protocol)), group.create_task(self._report())]
                # It has no socket of its own: the entrance hands it connections.
                await self._uvicorn.serve([])
                for each in others:
                    each.cancel()

    async def _report(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self._log.tick()

    def _protocol(self) -> asyncio.Protocol:
        return H11Protocol(self._config, self._uvicorn.server_state, {})
