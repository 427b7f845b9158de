"""Work that is done for so many at a time: who asks for much waits behind those that ask for little."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from guard.admission import FORGET_FROM, Bucket
from values.named_tuple import NamedTuple


class TurnShare(NamedTuple):
    """Seconds that one network may have at once, and in each second from then on; for so long does a request of one
    that has had more wait, at most."""

    at_once_s: float = 2.0
    a_second_s: float = 0.25
    longest_wait_s: float = 10.0


class FairTurns:
    """So many have their turn `at_once`. The networks that wait take turns, however much one of them asks for; and one
    that has had its share waits before it comes to that. For one loop."""

    def __init__(
        self,
        at_once: int,
        share: TurnShare = TurnShare(),  # noqa: B008
        clock: Callable[[], float] | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """`clock` tells seconds; without one, the loop's does."""
        self._free = at_once
        self._share = share
        self._clock = clock
        self._sleep = sleep
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """Who waits, by network; the network whose turn is next comes first."""
        self._left: dict[str, Bucket] = {}
        """How many seconds networks have left. Beyond so many networks, those that have all of theirs are forgotten."""

    @asynccontextmanager
    async def turn(self, network: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it meanwhile."""
        due_s = self._left[network].due_s(self._now()) if network in self._left else 0.0
        if due_s:
            await self._sleep(min(self._share.longest_wait_s, due_s))
        if self._free:
            self._free -= 1
        else:
            await self._wait(network)
        begun = self._now()
        try:
            yield
        finally:
            self._spend(network, self._now() - begun)
            self._pass_on()

    def _now(self) -> float:
        return asyncio.get_running_loop().time() if self._clock is None else self._clock()

    def _spend(self, network: str, seconds: float) -> None:
        now = self._now()
        if network not in self._left:
            self._left[network] = Bucket(self._share.at_once_s, self._share.a_second_s, now)
        self._left[network].owe(seconds, now)
        if len(self._left) > FORGET_FROM:
            self._left = {each: bucket for each, bucket in self._left.items() if bucket.left(now) < 1}

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
