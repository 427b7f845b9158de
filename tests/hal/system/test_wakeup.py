"""A bell wakes who waits in `select`, and nothing is broken by ringing it too often or too late."""

from __future__ import annotations

import select
from contextlib import closing

from hal.system.wakeup import Wakeup


def rung(bell: Wakeup) -> bool:
    return bool(select.select([bell], [], [], 0)[0])


def test_it_is_heard_until_it_is_silenced() -> None:
    with closing(Wakeup()) as bell:
        assert not rung(bell)
        bell.wake_up()
        bell.wake_up()
        assert rung(bell)
        bell.clear()
        assert not rung(bell)


def test_nobody_waits_who_rings_more_often_than_it_is_heard() -> None:
    with closing(Wakeup()) as bell:
        for _ in range(10_000):
            bell.wake_up()
        bell.clear()
        assert not rung(bell)


def test_it_can_be_rung_when_nobody_is_there_any_more() -> None:
    bell = Wakeup()
    bell.close()
    bell.wake_up()
