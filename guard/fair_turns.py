"""A scheduler for work with limited concurrency: networks that request much wait behind those that request little."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from heapq import nsmallest

from guard.admission import MAX_NETWORKS, Bucket
from values.named_tuple import NamedTuple


class TurnShare(NamedTuple):
    """The seconds of work that one network may use at once (`burst_s`), and per second from then on.

    A request of a network that has used more waits for at most `max_wait_s`.
    """

    burst_s: float = 2.0
    per_second_s: float = 0.25
    max_wait_s: float = 10.0


class FairTurns:
    """Runs at most `max_concurrent` pieces of work. Waiting networks take turns, however much one of them requests.

    A network that has used up its share waits before it joins the queue. For one event loop only.
    """

    def __init__(
        self,
        max_concurrent: int,
        share: TurnShare = TurnShare(),  # noqa: B008
        clock: Callable[[], float] | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """`clock` returns seconds; by default, the event loop's time is used."""
        self._free_turn_count = max_concurrent
        self._share = share
        self._clock = clock
        self._sleep = sleep
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """The waiting requests by network; the network whose turn is next comes first."""
        self._budgets: dict[str, Bucket] = {}
        """The seconds that each network has left. If there are too many networks, those with most left are removed."""

    @asynccontextmanager
    async def hold_turn(self, network: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it during the context."""
        due_s = self._budgets[network].seconds_until_positive(self._now()) if network in self._budgets else 0.0
        if due_s:
            await self._sleep(min(self._share.max_wait_s, due_s))
        if self._free_turn_count:
            self._free_turn_count -= 1
        else:
            await self._wait_for_turn(network)
        began_at = self._now()
        try:
            yield
        finally:
            self._spend(network, self._now() - began_at)
            self._pass_on_turn()

    def _now(self) -> float:
        return asyncio.get_running_loop().time() if self._clock is None else self._clock()

    def _spend(self, network: str, seconds: float) -> None:
        now = self._now()
        if network not in self._budgets:
            self._budgets[network] = Bucket(self._share.burst_s, self._share.per_second_s, now)
        self._budgets[network].take(seconds, now)
        if len(self._budgets) > MAX_NETWORKS:
            self._remove_quiet_networks(now)

    def _remove_quiet_networks(self, now: float) -> None:
        """Remove the networks with most left: a tenth, so that not each further request sorts them again."""
        kept = nsmallest(MAX_NETWORKS * 9 // 10, self._budgets.items(), key=lambda entry: entry[1].share_left(now))
        self._budgets = dict(kept)

    async def _wait_for_turn(self, network: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(network, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # its turn came just now
                self._pass_on_turn()
            raise

    def _pass_on_turn(self) -> None:
        """Give the turn to the next request that still waits."""
        while self._waiting:
            network = next(iter(self._waiting))
            queue = self._waiting.pop(network)
            turn = queue.popleft()
            if queue:
                self._waiting[network] = queue  # at the end: the others come first
            if not turn.done():
                turn.set_result(None)
                return
        self._free_turn_count += 1
