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
    max_connections = (
        limits.connections if max_files == resource.RLIM_INFINITY else min(limits.connections, max_files // 2)
    )
    return limits._replace(connections=max_connections, per_address=min(limits.per_address, max_connections))


class ClientSocket(socket.socket):
    """A connection that is closed if it sends more than an untrusted client needs to."""

    def __init__(self, number: int, allowed: Bucket, clock: Callable[[], float]) -> None:
        super().__init__(fileno=number)
        self._allowed: Bucket | None = allowed
        self._clock = clock

    @property
    def is_closed(self) -> bool:
        return self.fileno() == -1

    def trust(self) -> None:
        """Stop limiting what this connection sends."""
        self._allowed = None

    def drop(self) -> None:
        # The loop notices this, whether it reads or writes, and then closes the socket.
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        found = super().recv(min(size, MAX_READ_BYTES), flags)
        return found if self._may_send(len(found)) else b""

    def recv_into(self, buffer: WriteableBuffer, size: int = 0, flags: int = 0, /) -> int:
        """Like `recv`, but for TLS."""
        whole = size or memoryview(buffer).nbytes
        found = super().recv_into(buffer, min(whole, MAX_READ_BYTES), flags)
        return found if self._may_send(found) else 0

    def _may_send(self, size: int) -> bool:
        """Whether the connection may send this many bytes more; if not, it is closed."""
        if self._allowed is None or self._allowed.try_to_take(size, self._clock()):
            return True
        self.drop()
        return False


class ConnectionAcceptor:
    """Accepts connections of a listening socket. All of it runs in the server's loop.

    `log_event` is called with a kind of event, details, and a count, for the log (`CountedLog.log_event`).
    """

    def __init__(
        self,
        listening: socket.socket,
        log_event: Callable[[str, str, int], None],
        limits: Limits = LIMITS,
        proxies: Proxies = Proxies(),  # noqa: B008
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Connections from `proxies` are limited in total only: their clients are limited by request."""
        self.limits = limits_for_process(limits)
        self.proxies = proxies
        self._listening = listening
        self._log_event = log_event
        self._clock = clock
        self._admission = Admission(self.limits, clock)
        self._clients: dict[tuple[str, int], tuple[ClientSocket, Connection]] = {}
        self._opening: set[asyncio.Task[None]] = set()
        self._tls: ssl.SSLContext | None = None
        self._closed = False

    def close(self) -> None:
        """Accept no more connections. May be called in any thread."""
        self._closed = True

    def log_event(self, kind: str) -> None:
        """Log an event."""
        self._log_event(kind, "", 1)

    async def accept(self, serve: Callable[[], asyncio.Protocol], tls: ssl.SSLContext | None = None) -> None:
        """Accept connections until this is cancelled; `serve` makes the protocol of each."""
        self._tls = tls
        loop = asyncio.get_running_loop()
        self._listening.setblocking(False)
        try:
            while True:
                # The reader has been removed if no descriptor was free.
                loop.add_reader(self._listening, self._accept_some, loop, serve)
                await asyncio.sleep(SWEEP_S)
                self._drop_timed_out()
        finally:
            loop.remove_reader(self._listening)

    def trust(self, client: tuple[str, int] | None) -> None:
        """Trust a connection that has the right token, or needs none."""
        found = self._clients.get(client) if client is not None else None
        if found is not None:
            found[0].trust()
            self._admission.trust(found[1])

    def drop(self, client: tuple[str, int] | None) -> None:
        """Drop a connection that does not receive what it has requested."""
        found = self._clients.get(client) if client is not None else None
        if found is not None:
            found[0].drop()

    @contextmanager
    def while_answering(self, client: tuple[str, int] | None) -> Iterator[None]:
        """Suspend the timeouts of a connection while its request is being answered."""
        found = self._clients.get(client) if client is not None else None
        if found is None:
            yield
            return
        self._admission.note_request(found[1])
        try:
            yield
        finally:
            self._admission.note_answer(found[1])

    def _accept_some(self, loop: asyncio.AbstractEventLoop, serve: Callable[[], asyncio.Protocol]) -> None:
        if self._closed:
            loop.remove_reader(self._listening)
            return
        refused = 0
        for _ in range(MAX_ACCEPTED_AT_ONCE):
            try:
                accepted, address = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError):
                break
            except OSError:
                # No descriptor is free: clients stay in the queue, and the loop does not try again and again.
                loop.remove_reader(self._listening)
                break
            refused += not self._serve_client(loop, serve, accepted, address[:2])
        if refused:
            self._log_event(REFUSED_EVENT, "", refused)
            loop.remove_reader(self._listening)
            loop.call_later(PAUSE_S, self._continue_accepting, loop, serve)

    def _continue_accepting(self, loop: asyncio.AbstractEventLoop, serve: Callable[[], asyncio.Protocol]) -> None:
        if not self._closed:
            loop.add_reader(self._listening, self._accept_some, loop, serve)

    def _serve_client(
        self,
        loop: asyncio.AbstractEventLoop,
        serve: Callable[[], asyncio.Protocol],
        accepted: socket.socket,
        client: tuple[str, int],
    ) -> bool:
        by_proxy = self.proxies.is_trusted(client[0])
        if not (by_proxy or self._admission.may_connect(client[0])):
            accepted.close()
            return False
        allowed = Bucket(self.limits.input_burst, self.limits.input_s, self._clock())
        guest = ClientSocket(accepted.detach(), allowed, self._clock)
        # Each connection of a proxy counts as another address.
        connection = self._admission.admit(guest, f"{client[0]} {client[1]}" if by_proxy else client[0])
        if connection is None:
            guest.close()
            return False
        guest.setblocking(False)
        self._clients[client] = (guest, connection)
        opening = loop.create_task(self._open(loop, serve, guest))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)
        return True

    async def _open(
        self, loop: asyncio.AbstractEventLoop, serve: Callable[[], asyncio.Protocol], guest: ClientSocket
    ) -> None:
        try:
            await loop.connect_accepted_socket(serve, guest, ssl=self._tls)
        except OSError:
            # It was closed during the TLS handshake, or does not use TLS.
            guest.close()

    def _drop_timed_out(self) -> None:
        self._clients = {client: found for client, found in self._clients.items() if not found[0].is_closed}
        dropped = self._admission.drop_overdue()
        if dropped:
            self._log_event(REFUSED_EVENT, "", dropped)
