"""Time is injected: a clock never runs backwards."""

from __future__ import annotations

import pytest

from hal.clock.clock import RealClock, VirtualClock


def test_real_clock_never_runs_backwards() -> None:
    clock = RealClock()
    times = [clock.now() for _ in range(100)]
    assert times == sorted(times)


def test_virtual_clock_stands_still_until_moved() -> None:
    clock = VirtualClock(3.0)
    assert (clock.now(), clock.now()) == (3.0, 3.0)
    clock.advance_to(4.5)
    assert clock.now() == 4.5


def test_virtual_clock_refuses_the_past() -> None:
    clock = VirtualClock(3.0)
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance_to(2.9)
    assert clock.now() == 3.0
