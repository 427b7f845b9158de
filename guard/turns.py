"""Work that is done for so many at a time: who asks for much waits behind those that ask for little."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """So many have their turn `at_once`. The networks that wait take turns, however much one of them asks for. For one
    loop."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """Who waits, by network; the network whose turn is next comes first."""

    @asynccontextmanager
    async def turn(self, network: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it meanwhile."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(network)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, network: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(network, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # it was called just now
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """It is the turn of the next that still waits."""
        while self._waiting:
            network = next(iter(self._waiting))
            queue = self._waiting.pop(network)
            called = queue.popleft()
            if queue:
                self._waiting[network] = queue  # at the end: the others come first
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
