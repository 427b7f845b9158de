"""Wrong tokens: one limiter for all sockets and addresses, so that guessing is hopeless and nobody is locked out."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

from guard.admission import network_of

FREE = 5
"""Wrong tokens after which the pauses grow: so often does somebody mistype."""

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 60.0
"""After a wrong token, no other one is looked at for so long. At one a minute, four digits take a week."""

FORGIVEN_S = 60.0
"""After so long without a wrong token, one less counts."""

REMEMBERED = 1000
"""Addresses of which is remembered how often they were wrong."""


class TokenLimiter:
    """Looks at tokens, one after the other.

    After a wrong one all strangers wait, and whoever has been wrong least often is next: a newcomer waits for one
    pause at most, however many guess. An address that the right token came from has a turn of its own from then on.
    `opens` says whether a token is right. The server's loop only.
    """

    def __init__(
        self,
        opens: Callable[[str], bool],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._turns = partial(_Turns, opens, clock, sleep)
        self._strangers = self._turns()
        self._friends: dict[str, _Turns] = {}

    async def look(self, token: str, address: str) -> bool:
        """Whether a token is right, once it is its turn."""
        network = network_of(address)
        right = await self._friends.get(network, self._strangers).look(token, network)
        if right and network not in self._friends:
            self._friends[network] = self._turns()
        return right


class _Guess:
    """A token that waits for its turn."""

    def __init__(self, token: str, network: str) -> None:
        self.token = token
        self.network = network
        self.right: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class _Turns:
    """Those who share their pauses."""

    def __init__(
        self, opens: Callable[[str], bool], clock: Callable[[], float], sleep: Callable[[float], Awaitable[object]]
    ) -> None:
        self._opens = opens
        self._clock = clock
        self._sleep = sleep
        self._waiting: list[_Guess] = []
        self._wrong: Counter[str] = Counter()
        self._count = 0
        self._last = float("-inf")
        self._work: asyncio.Task[None] | None = None

    async def look(self, token: str, network: str) -> bool:
        guess = _Guess(token, network)
        self._waiting.append(guess)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._look_at_all())
        try:
            return await guess.right
        finally:
            if guess in self._waiting:
                self._waiting.remove(guess)

    async def _look_at_all(self) -> None:
        while self._waiting:
            pause = self._pause()
            if pause > 0:
                await self._sleep(pause)
                continue
            guess = min(self._waiting, key=lambda each: self._wrong[each.network])
            self._waiting.remove(guess)
            right = self._opens(guess.token)
            if not right:
                self._remember(guess.network)
            if not guess.right.done():
                guess.right.set_result(right)

    def _pause(self) -> float:
        """How long nobody has their turn yet."""
        doublings = max(0, min(self._count - FREE, 10))
        return self._last + min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0**doublings) - self._clock()

    def _remember(self, network: str) -> None:
        now = self._clock()
        if self._count:
            self._count -= min(self._count, int(max(0.0, now - self._last - LONGEST_PAUSE_S) / FORGIVEN_S))
        self._count += 1
        self._last = now
        if len(self._wrong) >= REMEMBERED:
            self._wrong.clear()
        self._wrong[network] += 1
