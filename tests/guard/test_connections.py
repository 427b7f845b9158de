"""Connections that are turned away take little of the server's time."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack, closing, suppress
from itertools import pairwise

from guard.admission import LIMITS, Bucket
from guard.connections import MAX_ACCEPTED_AT_ONCE, PAUSE_S, ClientSocket, ConnectionAcceptor
from tests.own_thread import run

COME = 3 * MAX_ACCEPTED_AT_ONCE


class Gone(asyncio.Protocol):
    """Says when its connection is closed."""

    def __init__(self, gone: asyncio.Event) -> None:
        self._gone = gone

    def connection_lost(self, error: Exception | None) -> None:
        self._gone.set()


async def turned_away(listening: socket.socket, clients: ExitStack) -> list[tuple[int, float]]:
    """How many were told to be turned away, and when, until all but the one that is let in are."""
    loop, over, gone = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    found: list[tuple[int, float]] = []

    def tell(kind: str, details: str, count: int) -> None:
        found.append((count, loop.time()))
        if sum(each for each, _ in found) == COME - 1:
            over.set()

    acceptor = ConnectionAcceptor(listening, tell, LIMITS._replace(burst=1, arrivals_per_s=0.001))
    accepting = asyncio.create_task(acceptor.accept(lambda: Gone(gone)))
    await over.wait()
    clients.close()
    await gone.wait()
    accepting.cancel()
    with suppress(asyncio.CancelledError):
        await accepting
    return found


def test_after_some_were_turned_away_the_next_wait_in_the_systems_queue() -> None:
    """The browsers that are connected have their turns meanwhile."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening, ExitStack() as clients:
        for _ in range(COME):
            clients.enter_context(closing(socket.create_connection(listening.getsockname())))
        found = run(turned_away(listening, clients))
    assert [count for count, _ in found] == [MAX_ACCEPTED_AT_ONCE - 1, MAX_ACCEPTED_AT_ONCE, MAX_ACCEPTED_AT_ONCE], (
        "the first one is let in"
    )
    pauses = [later - before for (_, before), (_, later) in pairwise(found)]
    # The loop's clock may tick as coarsely as the system's.
    assert min(pauses) > 0.5 * PAUSE_S


def test_who_sends_more_than_they_may_is_ended_however_it_is_read() -> None:
    """TLS reads into a buffer of its own."""
    here, there = socket.socketpair()
    with closing(there), closing(ClientSocket(here.detach(), Bucket(10, 0, 0.0), lambda: 0.0)) as guest:
        there.sendall(b"x" * 30)
        buffer = bytearray(6)
        assert (guest.recv_into(buffer), bytes(buffer)) == (6, b"x" * 6)
        assert guest.recv(4) == b"x" * 4
        assert guest.recv_into(buffer) == 0
        with suppress(ConnectionError):
            assert there.recv(1) == b""


def test_whoever_may_do_everything_may_send_everything() -> None:
    here, there = socket.socketpair()
    with closing(there), closing(ClientSocket(here.detach(), Bucket(10, 0, 0.0), lambda: 0.0)) as guest:
        guest.trust()
        there.sendall(b"x" * 30)
        assert guest.recv(30) == b"x" * 30
