"""A real panel behind a thread: nothing is lost, nothing hangs. Panels wait for a word from the test, not for time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from hal.clock.clock import RealClock, VirtualClock
from hal.keys.keys import Edge, Key
from hal.panel.panel import PanelError, PanelKind, RefreshMode, panel_kind
from hal.signal.signal import NoSignal
from hal.table import threaded_table
from hal.table.delivery import EventDelivery
from hal.table.table import InputEnd, RefreshDone, Table, Tick
from hal.table.threaded_table import ThreadedTable

WHAT = panel_kind("what-black")
IMAGE: Any = object()
"""Pictures are opaque to the table."""


class FakePanel:
    """Blocks until it is told to finish; `failure` is then raised once."""

    def __init__(self) -> None:
        self.kind: PanelKind = WHAT
        self.begun = threading.Semaphore(0)
        self.finish = threading.Semaphore(0)
        self.failure: BaseException | None = None
        self.shown: list[object] = []

    def show(self, image: object, mode: RefreshMode = RefreshMode.FULL) -> None:
        self.begun.release()
        assert self.finish.acquire(timeout=60)
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        self.shown.append(image)


def workers() -> list[threading.Thread]:
    """The threads that panels work in now."""
    return [thread for thread in threading.enumerate() if thread.name == "panel"]


@pytest.fixture
def panel() -> FakePanel:
    return FakePanel()


@pytest.fixture
def table(panel: FakePanel) -> Iterator[ThreadedTable]:
    before = workers()
    table = ThreadedTable(RealClock(), panel, NoSignal())
    (own,) = set(workers()) - set(before)
    yield table
    panel.finish.release(10)
    table.close()
    assert not own.is_alive()


def test_contract_is_fulfilled(table: ThreadedTable) -> None:
    same: Table = table
    assert same.panel_kind is WHAT


def test_keys_come_in_their_order_while_the_panel_works(table: ThreadedTable, panel: FakePanel) -> None:
    table.show(IMAGE)
    assert panel.begun.acquire(timeout=60)
    edges = [Edge(Key.A, n % 2 == 0, float(n)) for n in range(10)]
    for edge in edges:
        table.post(edge)
    assert [table.next_event(None) for _ in edges] == edges
    panel.finish.release()
    done = table.next_event(None)
    assert isinstance(done, RefreshDone)
    assert done.error is None
    assert panel.shown == [IMAGE]


def test_edges_posted_from_many_threads_all_arrive(table: ThreadedTable) -> None:
    def post(source: str) -> None:
        for n in range(100):
            table.post(Edge(Key.B, n % 2 == 0, float(n), source))

    posters = [threading.Thread(target=post, args=(f"pod{n}",)) for n in range(4)]
    for poster in posters:
        poster.start()
    got = [table.next_event(None) for _ in range(400)]
    for poster in posters:
        poster.join()
    for n in range(4):
        assert [e.time_s for e in got if isinstance(e, Edge) and e.source == f"pod{n}"] == [
            float(t) for t in range(100)
        ]


@pytest.mark.parametrize(
    ("failure", "error"),
    [
        (PanelError("The panel does not answer."), "The panel does not answer."),
        (RuntimeError("busy"), "busy"),
        (SystemExit("pin 22 is taken"), "pin 22 is taken"),
        (KeyError(), "KeyError"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_failure_is_told_and_the_worker_goes_on(
    table: ThreadedTable, panel: FakePanel, failure: BaseException, error: str
) -> None:
    panel.failure = failure
    panel.finish.release(2)
    table.show(IMAGE)
    done = table.next_event(None)
    assert isinstance(done, RefreshDone)
    assert done.error == error
    table.show(IMAGE)
    again = table.next_event(None)
    assert isinstance(again, RefreshDone)
    assert again.error is None


def test_panel_shows_one_picture_at_a_time(table: ThreadedTable) -> None:
    table.show(IMAGE)
    with pytest.raises(RuntimeError, match="busy"):
        table.show(IMAGE)


def test_deadline_that_has_passed_gives_a_tick_at_once(table: ThreadedTable) -> None:
    now = table.clock.now()
    tick = table.next_event(now)
    assert isinstance(tick, Tick)
    assert tick.time_s >= now


def test_tick_never_comes_before_its_deadline(table: ThreadedTable) -> None:
    deadline = table.clock.now() + 0.005
    tick = table.next_event(deadline)
    assert isinstance(tick, Tick)
    assert tick.time_s >= deadline


def test_what_has_happened_comes_before_a_tick(table: ThreadedTable) -> None:
    edge = Edge(Key.A, True, table.clock.now())
    table.post(edge)
    assert table.next_event(edge.time_s - 1) == edge


def test_end_waits_for_keys_and_panel(table: ThreadedTable, panel: FakePanel) -> None:
    table.show(IMAGE)
    first, late = Edge(Key.A, True, 1.0), Edge(Key.A, False, 2.0)
    table.post(first)
    table.stop()
    table.post(late)
    assert [table.next_event(None), table.next_event(None)] == [first, late]
    assert isinstance(table.next_event(table.clock.now()), Tick)
    panel.finish.release()
    assert isinstance(table.next_event(None), RefreshDone)
    assert [table.next_event(None), table.next_event(None)] == [InputEnd(), InputEnd()]


def test_end_does_not_wait_for_ever_for_a_dead_panel(panel: FakePanel) -> None:
    clock = VirtualClock()
    table = ThreadedTable(clock, panel, NoSignal(), max_stop_wait_s=0.0)
    table.show(IMAGE)
    assert panel.begun.acquire(timeout=60)
    table.stop()
    assert table.next_event(None) == InputEnd()
    panel.finish.release()
    table.close()


def test_second_stop_does_not_prolong_the_wait_for_a_dead_panel() -> None:
    clock, deadlines = VirtualClock(), list[float | None]()

    def stop_each_second(deadline: float | None) -> InputEnd | None:
        deadlines.append(deadline)
        clock.advance_to(clock.now() + 1.0)
        return InputEnd() if len(deadlines) < 3 else None

    delivery = EventDelivery(clock, stop_each_second, lambda: 2.0)
    delivery.begin_refresh()
    assert delivery.next_event(None) == InputEnd()
    assert deadlines == [None, 3.0, 3.0]


def test_closing_does_not_wait_for_ever_for_a_dead_panel(panel: FakePanel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threaded_table, "MAX_CLOSE_S", 0.0)
    before = workers()
    table = ThreadedTable(RealClock(), panel, NoSignal())
    table.show(IMAGE)
    assert panel.begun.acquire(timeout=60)
    table.close()
    (left,) = set(workers()) - set(before)
    assert left.daemon
    panel.finish.release()
    left.join(60)
    assert not left.is_alive()


def test_closed_table_shows_nothing(panel: FakePanel) -> None:
    table = ThreadedTable(RealClock(), panel, NoSignal())
    table.close()
    table.close()
    with pytest.raises(RuntimeError, match="closed"):
        table.show(IMAGE)


def test_end_waits_as_long_as_the_panel_needs_that_was_found_since(panel: FakePanel) -> None:
    table = ThreadedTable(VirtualClock(), panel, NoSignal())
    panel.kind = WHAT._replace(refresh_s=0.0)
    table.show(IMAGE)
    assert panel.begun.acquire(timeout=60)
    table.stop()
    assert table.next_event(None) == InputEnd()
    panel.finish.release()
    table.close()
