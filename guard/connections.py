"""Accept connections: each is counted before anything is read from it, and dropped if it is too slow."""

from __future__ import annotations

import asyncio
import resource
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from guard.admission import LIMITS, Admission, Bucket, Connection, Limits
from guard.proxies import Proxies
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_ACCEPTED_AT_ONCE = 2
"""Maximum connections accepted at a time; then the browsers are served."""

PAUSE_S = 0.02
"""Seconds of pause after a refused connection: further ones wait in the system's queue, which costs the table
nothing."""

SWEEP_S = 1.0
"""Seconds between checks for connections that are too slow."""

MAX_READ_BYTES = 16 * 1024
"""Maximum bytes of one read from a connection."""

REFUSED_EVENT = "connections were ended: too many at once, or nothing came from them"

BUFFER_BYTES = 32 * 1024
"""The size of the kernel's buffers of each connection, in each direction: they count as the program's memory."""


def limits_for_process(limits: Limits = LIMITS) -> Limits:
    """Return the limits, reduced if the process may open few files: half of these are left for other uses."""
    max_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if max_files == resource.RLIM_INFINITY:
        return limits
    most = min(limits.max_connections, max_files // 2)
    return limits._replace(max_connections=most, max_per_address=min(limits.max_per_address, most))


class ClientSocket(socket.socket):
    """A connection that is closed if it sends more than an untrusted client needs to."""

    def __init__(self, descriptor: int, allowed_bytes: Bucket, clock: Callable[[], float]) -> None:
        super().__init__(fileno=descriptor)
        self._allowed_bytes: Bucket | None = allowed_bytes
        self._clock = clock

    @property
    def is_closed(self) -> bool:
        return self.fileno() == -1

    def trust(self) -> None:
        """Stop limiting what this connection sends."""
        self._allowed_bytes = None

    def drop(self) -> None:
        # The loop notices this, whether it reads or writes, and then closes the socket.
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        data = super().recv(min(size, MAX_READ_BYTES), flags)
        return data if self._take_or_drop(len(data)) else b""

    def recv_into(self, buffer: WriteableBuffer, size: int = 0, flags: int = 0, /) -> int:
        """Like `recv`, but for TLS."""
        max_bytes = size or memoryview(buffer).nbytes
        byte_count = super().recv_into(buffer, min(max_bytes, MAX_READ_BYTES), flags)
        return byte_count if self._take_or_drop(byte_count) else 0

    def _take_or_drop(self, size: int) -> bool:
        """Take this many bytes from those that the connection may send; if they are too many, drop it. Returns whether
        it may send them."""
        if self._allowed_bytes is None or self._allowed_bytes.try_to_take(size, self._clock()):
            return True
        self.drop()
        return False


class _AcceptedClient(NamedTuple):
    socket: ClientSocket
    connection: Connection


class ConnectionAcceptor:
    """Accepts connections of a listening socket. All of it runs in the server's loop.

    `log_or_count` is called with a kind of event, details, and a count, for the log (`CountedLog.log_or_count`).
    """

    def __init__(
        self,
        listening_socket: socket.socket,
        log_or_count: Callable[[str, str, int], None],
        limits: Limits = LIMITS,
        proxies: Proxies = Proxies(),  # noqa: B008
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Connections from `proxies` are limited in total only: their clients are limited by request."""
        self.limits = limits_for_process(limits)
        self.proxies = proxies
        self._listening_socket = listening_socket
        self._log_or_count = log_or_count
        self._clock = clock
        self._admission = Admission(self.limits, clock)
        self._clients: dict[tuple[str, int], _AcceptedClient] = {}
        self._opening: set[asyncio.Task[None]] = set()
        self._tls: ssl.SSLContext | None = None
        self._is_closed = False

    def close(self) -> None:
        """Accept no more connections. May be called in any thread."""
        self._is_closed = True

    def log_event(self, kind: str) -> None:
        """Log an event."""
        self._log_or_count(kind, "", 1)

    async def accept(self, serve: Callable[[], asyncio.Protocol], tls: ssl.SSLContext | None = None) -> None:
        """Accept connections until this is cancelled; `serve` makes the protocol of each."""
        self._tls = tls
        loop = asyncio.get_running_loop()
        self._listening_socket.setblocking(False)
        try:
            while True:
                # The reader has been removed if no descriptor was free.
                loop.add_reader(self._listening_socket, self._accept_some, loop, serve)
                await asyncio.sleep(SWEEP_S)
                self._drop_timed_out()
        finally:
            loop.remove_reader(self._listening_socket)

    def trust(self, client: tuple[str, int] | None) -> None:
        """Trust a connection that has the right token, or needs none."""
        accepted = self._find_client(client)
        if accepted is not None:
            accepted.socket.trust()
            self._admission.trust(accepted.connection)

    def drop(self, client: tuple[str, int] | None) -> None:
        """Drop a connection that does not receive what it has requested."""
        accepted = self._find_client(client)
        if accepted is not None:
            accepted.socket.drop()

    @contextmanager
    def while_answering(self, client: tuple[str, int] | None) -> Iterator[None]:
        """Suspend the timeouts of a connection while its request is being answered."""
        accepted = self._find_client(client)
        if accepted is None:
            yield
            return
        self._admission.note_request(accepted.connection)
        try:
            yield
        finally:
            self._admission.note_answer(accepted.connection)

    def _find_client(self, client: tuple[str, int] | None) -> _AcceptedClient | None:
        return None if client is None else self._clients.get(client)

    def _accept_some(self, loop: asyncio.AbstractEventLoop, serve: Callable[[], asyncio.Protocol]) -> None:
        if self._is_closed:
            loop.remove_reader(self._listening_socket)
            return
        refused_count = 0
        for _ in range(MAX_ACCEPTED_AT_ONCE):
            try:
                accepted_socket, address = self._listening_socket.accept()
            except (BlockingIOError, ConnectionAbortedError):
                break
            except OSError:
                # No descriptor is free: clients stay in the queue, and the loop does not try again and again.
                loop.remove_reader(self._listening_socket)
                break
            refused_count += not self._serve_client(loop, serve, accepted_socket, address[:2])
        if refused_count:
            self._log_or_count(REFUSED_EVENT, "", refused_count)
            loop.remove_reader(self._listening_socket)
            loop.call_later(PAUSE_S, self._continue_accepting, loop, serve)

    def _continue_accepting(self, loop: asyncio.AbstractEventLoop, serve: Callable[[], asyncio.Protocol]) -> None:
        if not self._is_closed:
            loop.add_reader(self._listening_socket, self._accept_some, loop, serve)

    def _serve_client(
        self,
        loop: asyncio.AbstractEventLoop,
        serve: Callable[[], asyncio.Protocol],
        accepted_socket: socket.socket,
        client: tuple[str, int],
    ) -> bool:
        is_proxy = self.proxies.is_trusted(client[0])
        if not (is_proxy or self._admission.count_arrival(client[0])):
            accepted_socket.close()
            return False
        allowed_bytes = Bucket(self.limits.input_burst_bytes, self.limits.input_bytes_per_s, self._clock())
        client_socket = ClientSocket(accepted_socket.detach(), allowed_bytes, self._clock)
        # Each connection of a proxy counts as another address.
        connection = self._admission.admit(client_socket, f"{client[0]} {client[1]}" if is_proxy else client[0])
        if connection is None:
            client_socket.close()
            return False
        client_socket.setblocking(False)
        self._clients[client] = _AcceptedClient(client_socket, connection)
        opening = loop.create_task(self._open(loop, serve, client_socket))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)
        return True

    async def _open(
        self, loop: asyncio.AbstractEventLoop, serve: Callable[[], asyncio.Protocol], client_socket: ClientSocket
    ) -> None:
        try:
            await loop.connect_accepted_socket(serve, client_socket, ssl=self._tls)
        except OSError:
            # It was closed during the TLS handshake, or does not use TLS.
            client_socket.close()

    def _drop_timed_out(self) -> None:
        self._clients = {
            client: accepted for client, accepted in self._clients.items() if not accepted.socket.is_closed
        }
        dropped_count = self._admission.drop_overdue()
        if dropped_count:
            self._log_or_count(REFUSED_EVENT, "", dropped_count)
