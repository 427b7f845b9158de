"""Guessing at tokens is hopeless, and nobody who has the right one is locked out by those who guess."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from itertools import count

import pytest

from hal.browser.token_limiter import TokenLimiter
from hal.browser.wrong_guesses import MAX_PAUSE_S
from tests.own_thread import run

EVENING_S = 6 * 3600
RIGHT = "right"
FAILING = "failing"
"""A token at which the check itself fails."""


class Time:
    """Time that passes as soon as everybody waits for it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, next(self._order), future))
        await future

    async def run(self, until: float) -> None:
        while True:
            for _ in range(20):
                await asyncio.sleep(0)
            if not self._sleepers or self._sleepers[0][0] > until:
                self.now = until
                return
            self.now, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)


class Table:
    def __init__(self) -> None:
        self.time = Time()
        self.looked = 0
        self.limiter = TokenLimiter(self._opens, lambda: self.time.now, self.time.sleep)

    def _opens(self, token: str) -> bool:
        self.looked += 1
        if token == FAILING:
            raise OSError("the check failed")
        return token == RIGHT

    async def guess_on(self, address: str) -> None:
        while True:
            await self.limiter.check_token("wrong", address)

    async def waits(self, token: str, address: str) -> float:
        begun = self.time.now
        assert await self.limiter.check_token(token, address) is (token == RIGHT)
        return self.time.now - begun


def played(story: Callable[[Table], Coroutine[object, object, None]]) -> None:
    run(story(Table()))


def test_who_mistypes_waits_for_half_a_second() -> None:
    async def story(table: Table) -> None:
        task = asyncio.create_task(table.waits("wrong", "10.0.0.1"))
        await table.time.run(0.0)
        again = asyncio.create_task(table.waits(RIGHT, "10.0.0.1"))
        await table.time.run(1.0)
        assert (task.result(), again.result()) == (0.0, 0.5)

    played(story)


def test_an_evening_of_guessing_from_many_places_looks_at_few_tokens() -> None:
    """Of 10,000 tokens of four digits, fewer than one in twenty-five; and configured ones are longer."""

    async def story(table: Table) -> None:
        guessing = [asyncio.create_task(table.guess_on(f"10.0.0.{number}")) for number in range(200)]
        await table.time.run(EVENING_S)
        assert 300 < table.looked < 400
        for task in guessing:
            task.cancel()

    played(story)


def test_a_newcomer_waits_for_one_pause_however_many_guess() -> None:
    async def story(table: Table) -> None:
        guessing = [asyncio.create_task(table.guess_on(f"10.0.0.{number % 50}")) for number in range(200)]
        await table.time.run(EVENING_S)
        owner = asyncio.create_task(table.waits(RIGHT, "10.0.1.1"))
        await table.time.run(EVENING_S + 2 * MAX_PAUSE_S)
        assert owner.result() <= MAX_PAUSE_S
        again = asyncio.create_task(table.waits(RIGHT, "10.0.1.1"))
        await table.time.run(table.time.now)
        assert again.result() == 0.0, "where the right one came from, nobody waits for strangers"
        for task in guessing:
            task.cancel()

    played(story)


def test_an_address_that_had_it_right_may_not_guess_freely_either() -> None:
    async def story(table: Table) -> None:
        first = asyncio.create_task(table.waits(RIGHT, "10.0.0.1"))
        await table.time.run(0.0)
        assert first.result() == 0.0
        guessing = asyncio.create_task(table.guess_on("10.0.0.1"))
        await table.time.run(3600.0)
        assert table.looked < 90
        guessing.cancel()

    played(story)


def test_one_that_left_is_not_looked_at() -> None:
    async def story(table: Table) -> None:
        wrong = asyncio.create_task(table.waits("wrong", "10.0.0.1"))
        await table.time.run(0.0)
        left = asyncio.create_task(table.waits("wrong", "10.0.0.1"))
        await table.time.run(0.1)
        left.cancel()
        await table.time.run(10.0)
        assert wrong.done()
        assert table.looked == 1

    played(story)


def test_wrong_tokens_are_forgiven_with_time() -> None:
    async def story(table: Table) -> None:
        guessing = asyncio.create_task(table.guess_on("10.0.0.1"))
        await table.time.run(600.0)
        guessing.cancel()
        await table.time.run(600.0 + 3600)
        wrong = asyncio.create_task(table.waits("wrong", "10.0.0.2"))
        await table.time.run(table.time.now)
        assert wrong.result() == 0.0
        right = asyncio.create_task(table.waits(RIGHT, "10.0.0.3"))
        await table.time.run(table.time.now + 1)
        assert right.result() == 0.5

    played(story)


def test_a_check_that_fails_is_told_to_its_caller_alone_and_counts_as_wrong() -> None:
    """Otherwise who asked would wait for ever, and so would all behind; or a fault would let many tokens be tried."""

    async def story(table: Table) -> None:
        failing = asyncio.create_task(table.waits(FAILING, "10.0.0.1"))
        behind = asyncio.create_task(table.waits(RIGHT, "10.0.0.2"))
        await table.time.run(1.0)
        assert failing.done()
        with pytest.raises(OSError, match="the check failed"):
            failing.result()
        assert behind.result() == 0.5

    played(story)


def test_a_check_that_fails_for_one_that_left_holds_up_nobody() -> None:
    async def story(table: Table) -> None:
        left = asyncio.create_task(table.waits(FAILING, "10.0.0.1"))
        asyncio.get_running_loop().call_soon(left.cancel)
        behind = asyncio.create_task(table.waits(RIGHT, "10.0.0.2"))
        await table.time.run(1.0)
        assert left.cancelled()
        assert behind.result() <= 0.5

    played(story)
