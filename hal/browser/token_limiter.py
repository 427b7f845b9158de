"""Rate limit for wrong tokens, shared by all sockets and addresses: guessing is hopeless, and nobody is locked out."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

from guard.admission import network_of
from hal.browser.wrong_guesses import WrongGuesses

MAX_ADDRESSES = 1000
"""Maximum addresses whose wrong tokens are counted."""


class TokenLimiter:
    """Checks tokens, one after the other.

    After a wrong one, all strangers wait, and the address with the fewest wrong tokens is next: a newcomer waits for at
    most one pause, however many others guess. An address that has sent the right token gets a queue of its own.
    `is_right` returns whether a token is right. For the server's loop only.
    """

    def __init__(
        self,
        is_right: Callable[[str], bool],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._new_queue = partial(_GuessQueue, is_right, clock, sleep)
        self._queue_of_strangers = self._new_queue()
        self._queues_by_network: dict[str, _GuessQueue] = {}

    async def check_token(self, token: str, address: str) -> bool:
        """Check a token, when its turn has come. Returns whether it is right."""
        network = network_of(address)
        is_right = await self._queues_by_network.get(network, self._queue_of_strangers).check_token(token, network)
        if is_right and network not in self._queues_by_network:
            self._queues_by_network[network] = self._new_queue()
        return is_right


class _Guess:
    """A token that waits for its turn."""

    def __init__(self, token: str, network: str) -> None:
        self.token = token
        self.network = network
        self.result: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class _GuessQueue:
    """A queue of tokens that share their pauses."""

    def __init__(
        self, is_right: Callable[[str], bool], clock: Callable[[], float], sleep: Callable[[float], Awaitable[object]]
    ) -> None:
        self._is_right = is_right
        self._sleep = sleep
        self._waiting_guesses: list[_Guess] = []
        self._wrong_guesses = WrongGuesses(clock)
        self._wrong_guesses_by_network: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None

    async def check_token(self, token: str, network: str) -> bool:
        guess = _Guess(token, network)
        self._waiting_guesses.append(guess)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._check_all())
        try:
            return await guess.result
        finally:
            if guess in self._waiting_guesses:
                self._waiting_guesses.remove(guess)

    async def _check_all(self) -> None:
        while self._waiting_guesses:
            pause_s = self._wrong_guesses.wait_s()
            if pause_s > 0:
                await self._sleep(pause_s)
                continue
            guess = min(self._waiting_guesses, key=lambda guess: self._wrong_guesses_by_network[guess.network])
            self._waiting_guesses.remove(guess)
            self._check(guess)

    def _check(self, guess: _Guess) -> None:
        """Check one token, and set the result of its guess, or the exception: its caller waits for either.

        A check that fails counts as a wrong token.
        """
        is_right, failure = False, None
        try:
            is_right = self._is_right(guess.token)
        except Exception as error:
            failure = error
        if not is_right:
            self._count_wrong(guess.network)
        if guess.result.done():
            return
        if failure is None:
            guess.result.set_result(is_right)
        else:
            guess.result.set_exception(failure)

    def _count_wrong(self, network: str) -> None:
        self._wrong_guesses.count_wrong_guess()
        if len(self._wrong_guesses_by_network) >= MAX_ADDRESSES:
            self._wrong_guesses_by_network.clear()
        self._wrong_guesses_by_network[network] += 1
