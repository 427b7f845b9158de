"""A web server: serves an application on a socket, in a thread of its own."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from guard.admission import LIMITS, Limits
from guard.asgi import Application
from guard.connections import SWEEP_S, ConnectionAcceptor
from guard.counted_log import CountedLog, print_to_stderr
from guard.proxies import Proxies
from values.named_tuple import NamedTuple

CLOSE_TIMEOUT_S = 2
"""Timeout, in seconds, for open connections at the end."""

MAX_HEADER_LENGTH = 16 * 1024
"""Maximum bytes of a request's header. Browsers send about one kilobyte."""


class ServerOptions(NamedTuple):
    """Options of a server.

    They are limits for clients, and trusted proxies. With `max_message_bytes`, in bytes, web sockets are served; with a
    `certificate` and its `private_key`, TLS is used.
    """

    limits: Limits = LIMITS
    proxies: tuple[str, ...] = ()
    max_message_bytes: int | None = None
    certificate: Path | None = None
    private_key: Path | None = None


class WebServer:
    """Serves an application on a socket, in a thread of its own, until it is closed.

    `make_application` is called with the acceptor of its connections, `on_start` with the event loop that serves.
    """

    def __init__(
        self,
        make_application: Callable[[ConnectionAcceptor], Application],
        listening_socket: socket.socket,
        options: ServerOptions = ServerOptions(),  # noqa: B008
        on_start: Callable[[asyncio.AbstractEventLoop], None] = lambda _: None,
        write_line: Callable[[str], None] = print_to_stderr,
    ) -> None:
        """Start the server.

        Raises OSError for a certificate that can't be used, and ValueError for an invalid proxy address.
        """
        self._socket = listening_socket
        self._on_start = on_start
        self._log = CountedLog(write_line)
        proxies = Proxies(options.proxies)
        self._acceptor = ConnectionAcceptor(listening_socket, self._log.log_or_count, options.limits, proxies)
        self._config = uvicorn.Config(
            make_application(self._acceptor),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            # Uvicorn would trust any client on this machine as a proxy.
            proxy_headers=False,
            http=H11Protocol,
            h11_max_incomplete_event_size=MAX_HEADER_LENGTH,
            ws="none" if options.max_message_bytes is None else "websockets-sansio",
            ws_max_size=options.max_message_bytes or 0,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=CLOSE_TIMEOUT_S,
            ssl_certfile=options.certificate,
            ssl_keyfile=options.private_key,
        )
        self._config.load()
        self._uvicorn = uvicorn.Server(self._config)
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()

    def stop_accepting(self) -> None:
        """Accept no more connections, but continue to serve open ones."""
        self._acceptor.close()

    def close(self) -> None:
        """Stop the server. May be called again."""
        self.stop_accepting()
        self._uvicorn.should_exit = True
        self._thread.join(CLOSE_TIMEOUT_S + 1)

    def _run(self) -> None:
        with self._log.capture_library_logs():
            asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._on_start(asyncio.get_running_loop())
        with self._socket:
            async with asyncio.TaskGroup() as group:
                accepting = self._acceptor.accept(self._protocol, self._config.ssl)
                tasks = [group.create_task(accepting), group.create_task(self._log_counts())]
                # Uvicorn listens on no socket of its own: the acceptor passes it connections.
                await self._uvicorn.serve([])
                for task in tasks:
                    task.cancel()

    async def _log_counts(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self._log.log_counts()

    def _protocol(self) -> asyncio.Protocol:
        return H11Protocol(self._config, self._uvicorn.server_state, {})
