"""Who asks for much waits behind those that ask for little."""

from __future__ import annotations

import asyncio

import pytest

from guard import fair_turns
from guard.fair_turns import FairTurns, TurnShare
from tests.own_thread import run


async def served(asking: list[str], leaving: str = "") -> list[str]:
    """The order in which these have their turns, one at a time; those of `leaving` go before it is their turn."""
    turns, order = FairTurns(1), list[str]()

    async def ask(network: str) -> None:
        async with turns.hold_turn(network):
            order.append(network)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(ask(network)) for network in asking]
    await asyncio.sleep(0)
    for network, task in zip(asking, tasks, strict=True):
        if network == leaving:
            task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return order


def test_networks_take_turns_however_much_one_of_them_asks_for() -> None:
    assert run(served(["a", "a", "a", "a", "b", "c", "b"])) == ["a", "a", "b", "c", "a", "b", "a"]


def test_who_leaves_before_it_is_their_turn_keeps_nobody_waiting() -> None:
    assert run(served(["a", "b", "b", "c"], leaving="b")) == ["a", "c"]


def test_a_turn_that_is_given_up_as_it_comes_is_the_next_ones() -> None:
    async def given_up() -> list[str]:
        turns, order = FairTurns(1), list[str]()

        async def ask(network: str) -> None:
            async with turns.hold_turn(network):
                order.append(network)

        async with turns.hold_turn("a"):
            waiting = [asyncio.create_task(ask(network)) for network in ("b", "c")]
            await asyncio.sleep(0)
        waiting[0].cancel()  # it has been called, and does not know it yet
        await asyncio.gather(*waiting, return_exceptions=True)
        return order

    assert run(given_up()) == ["c"]


class Hours:
    """Time that somebody sets, and that who waits for it lets go by."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waited: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds


async def waits(hours: Hours, asked: list[tuple[str, float]], per_second_s: float = 0.5) -> list[float]:
    """For how long each of these, who come one after the other and take so many seconds, has to wait."""
    share = TurnShare(burst_s=2.0, per_second_s=per_second_s, max_wait_s=10.0)
    turns = FairTurns(1, share, lambda: hours.now, hours.sleep)
    found = []
    for network, seconds in asked:
        hours.waited.clear()
        async with turns.hold_turn(network):
            hours.now += seconds
        found.append(sum(hours.waited))
    return found


def test_a_network_that_has_had_its_share_waits_and_no_other_does() -> None:
    asked = [("a", 1.0), ("a", 4.0), ("b", 1.0), ("a", 1.0), ("b", 0.1)]
    # After the second, which took 4 s of the 2 that it may have, it lacks 2; half a second comes back meanwhile.
    assert run(waits(Hours(), asked)) == [0, 0, 0, 3.0, 0]


def test_nobody_waits_for_ever() -> None:
    assert run(waits(Hours(), [("a", 100.0), ("a", 0.0)]))[1] == 10.0


def test_of_too_many_networks_those_that_used_least_have_their_whole_share_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_turns, "MAX_NETWORKS", 10)
    busy = [(f"busy {number}", 50.0) for number in range(10)]
    found = run(waits(Hours(), [("quiet", 3.0), *busy, ("quiet", 0.0), ("busy 9", 0.0)], per_second_s=0.001))
    assert found == [0.0] * 12 + [10.0]
