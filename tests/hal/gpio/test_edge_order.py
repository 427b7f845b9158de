"""Edges are posted in the order in which they happened, however they are heard of."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from hal.clock.clock import VirtualClock
from hal.gpio.edge_order import LATE_S, PAUSE_S, WAIT_S, InOrder
from hal.keys.debounce import Debouncer
from hal.keys.keys import Edge, Key, Outcome, Press


class Bench:
    """A line of edges with a clock, and what it has put off."""

    def __init__(self) -> None:
        self.clock = VirtualClock(100.0)
        self.posted: list[Edge] = []
        self.put_off: list[tuple[float, Callable[[], None]]] = []
        self.line = InOrder(self.clock, self.posted.append, lambda seconds, call: self.put_off.append((seconds, call)))

    def wait(self) -> None:
        """What was put off is done."""
        for _, call in self.put_off:
            call()
        self.put_off.clear()


def begun() -> Bench:
    """A line on which an edge has come just now."""
    bench = Bench()
    bench.line.post(Edge(Key.A, True, 100.0))
    bench.wait()
    bench.posted.clear()
    return bench


def test_what_is_heard_of_promptly_is_posted_at_once() -> None:
    bench = begun()
    bench.clock.advance_to(100.04)
    bench.line.post(Edge(Key.A, False, 100.04 - LATE_S / 2))
    assert len(bench.posted) == 1
    assert bench.put_off == []


def test_what_is_heard_of_late_waits_for_what_it_has_overtaken() -> None:
    """The press of B was read after the second one of D, which came later."""
    bench = begun()
    bench.clock.advance_to(101.0)
    moments = [(Key.D, True, 100.28), (Key.D, False, 100.32), (Key.B, True, 100.2), (Key.B, False, 100.24)]
    for key, down, at in moments:
        bench.line.post(Edge(key, down, at))
    assert bench.posted == []
    assert [seconds for seconds, _ in bench.put_off] == [WAIT_S]
    bench.wait()
    assert [(edge.key, edge.at) for edge in bench.posted] == [
        (Key.B, 100.2), (Key.B, 100.24), (Key.D, 100.28), (Key.D, 100.32),
    ]  # fmt: skip


def test_what_comes_after_a_pause_waits_though_it_is_prompt() -> None:
    """Where what lgpio reads at once lies more than two seconds apart, the newest may come first."""
    bench = begun()
    bench.clock.advance_to(100.0 + 2 * PAUSE_S)
    bench.line.post(Edge(Key.B, True, bench.clock.now()))
    bench.line.post(Edge(Key.A, True, 101.0))
    bench.line.post(Edge(Key.A, False, 101.04))
    bench.wait()
    assert [edge.key for edge in bench.posted] == [Key.A, Key.A, Key.B]


@given(st.permutations(range(24)))
def test_no_press_is_lost_or_added_in_whatever_order_a_stalled_machine_hears_of_them(order: list[int]) -> None:
    bench, keys = begun(), [Key.A, Key.D, Key.B, Key.D, Key.C, Key.D] * 2
    moments = [(keys[number // 2], number % 2 == 0, 100.1 + 0.25 * number) for number in range(24)]
    edges = [Edge(*moments[number]) for number in order]
    bench.clock.advance_to(107.0)
    for edge in edges:
        bench.line.post(edge)
    bench.wait()
    machine, heard = Debouncer(), list[Outcome]()
    for edge in bench.posted:
        heard += machine.edge(edge)
    heard += machine.tick(110.0)
    assert [one.key for one in heard if isinstance(one, Press)] == keys
