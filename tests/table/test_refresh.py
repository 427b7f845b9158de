"""The refresh policy: the newest page wins, nothing is drawn twice, what failed is tried again."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.table.refresher import Refresher


def fresh() -> Refresher[str]:
    return Refresher()


def showing(page: str, now: float = 0.0) -> Refresher[str]:
    machine = fresh()
    machine.offer(page)
    draw(machine, now)
    return machine


def draw(machine: Refresher[str], now: float, ok: bool = True) -> str | None:
    page = machine.choose_page(now)
    if page is not None:
        machine.start()
        machine.finish(now, ok)
    return page


def test_nothing_is_due_before_the_first_page() -> None:
    machine = fresh()
    assert machine.choose_page(0.0) is None
    assert machine.deadline() is None


def test_a_page_starts_at_once() -> None:
    machine = fresh()
    machine.offer("one")
    assert machine.choose_page(7.0) == "one"


def test_a_page_starts_as_soon_as_the_panel_is_free() -> None:
    machine = showing("one")
    machine.offer("two")
    machine.choose_page(1.0)
    machine.start()
    machine.offer("three")
    assert machine.choose_page(2.0) is None
    assert machine.deadline() is None
    machine.finish(9.0, succeeded=True)
    assert machine.choose_page(9.0) == "three"


def test_newest_page_wins() -> None:
    machine = showing("one")
    machine.choose_page(1.0)
    for page in ("two", "three", "four"):
        machine.offer(page)
    assert draw(machine, 1.0) == "four"
    assert machine.choose_page(99.0) is None


def test_page_that_is_shown_is_never_drawn_again() -> None:
    machine = showing("one")
    machine.offer("one")
    assert machine.choose_page(99.0) is None
    assert machine.deadline() is None
    machine.offer("one A")
    machine.offer("one")
    assert machine.choose_page(999.0) is None
    assert machine.deadline() is None


def test_page_that_is_being_drawn_is_not_drawn_again() -> None:
    machine = showing("one")
    machine.offer("two")
    machine.choose_page(1.0)
    machine.start()
    machine.offer("three")
    machine.offer("two")
    machine.finish(9.0, succeeded=True)
    assert machine.shown_page == "two"
    assert machine.choose_page(99.0) is None


def test_page_that_was_shown_before_the_one_being_drawn_is_drawn_again() -> None:
    machine = showing("one")
    machine.offer("two")
    machine.choose_page(1.0)
    machine.start()
    assert machine.page_being_drawn == "two"
    machine.offer("one")
    machine.finish(9.0, succeeded=True)
    assert machine.choose_page(9.0) == "one"


def test_failures_are_retried_with_the_newest_page_and_longer_and_longer_waits() -> None:
    machine = fresh()
    machine.offer("0")
    now, waits = 0.0, []
    for n in range(1, 9):
        assert draw(machine, now, ok=False) == str(n - 1)
        machine.offer(str(n))
        due = machine.deadline()
        assert due is not None
        assert machine.choose_page(due - 0.001) is None
        waits.append(due - now)
        now = due
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    assert draw(machine, now) == "8"
    assert machine.deadline() is None


def test_success_makes_the_next_wait_short_again() -> None:
    machine = fresh()
    machine.offer("one")
    draw(machine, 0.0, ok=False)
    draw(machine, 1.0, ok=False)
    assert draw(machine, 3.0) == "one"
    machine.offer("two")
    draw(machine, 4.0, ok=False)
    assert machine.deadline() == 5.0


def test_after_a_failure_even_the_page_shown_before_is_drawn_again() -> None:
    machine = showing("one")
    machine.offer("two")
    draw(machine, 1.0, ok=False)
    assert machine.shown_page is None
    machine.offer("one")
    assert machine.choose_page(2.0) == "one"


def test_only_what_is_due_can_be_started_and_only_what_is_drawn_finished() -> None:
    machine = fresh()
    with pytest.raises(RuntimeError, match="no page is due"):
        machine.start()
    with pytest.raises(RuntimeError, match="no page is being drawn"):
        machine.finish(0.0, succeeded=True)
    machine.offer("one")
    machine.choose_page(0.0)
    machine.offer("two")
    with pytest.raises(RuntimeError, match="no page is due"):
        machine.start()


@dataclass
class Table:
    """Drives a machine as a loop does: every event, then what is due; the deadline kept, the panel 8 s a page."""

    machine: Refresher[str] = field(default_factory=fresh)
    now: float = 0.0
    free_at: float = 0.0
    frames: list[tuple[float, str]] = field(default_factory=list)
    faults: list[bool] = field(default_factory=list)

    def run_until(self, moment: float) -> None:
        while True:
            self.start()
            drawing = self.machine.page_being_drawn is not None
            due = self.free_at if drawing else self.machine.deadline()
            if due is None or due > moment:
                self.now = moment
                return
            assert due >= self.now or not drawing
            self.now = max(self.now, due)
            if drawing:
                self.end()
            else:
                assert self.machine.choose_page(self.now) is not None, "the deadline came, and nothing was due"

    def start(self) -> None:
        page = self.machine.choose_page(self.now)
        if page is not None:
            self.machine.start()
            self.free_at = self.now + 8.0

    def end(self) -> None:
        ok = not self.faults or self.faults.pop()
        page = self.machine.page_being_drawn
        assert page is not None
        if ok:
            assert self.machine.shown_page != page, "the same page twice"
            self.frames.append((self.now, page))
        self.machine.finish(self.now, ok)


events = st.lists(st.tuples(st.floats(0.0, 6.0), st.sampled_from(["one", "two", "three"])), max_size=20)


@given(events, st.lists(st.booleans(), max_size=4))
@settings(max_examples=200, deadline=None)
def test_whatever_happens_the_newest_page_is_shown_in_the_end_and_none_twice_running(
    script: list[tuple[float, str]], faults: list[bool]
) -> None:
    table = Table(faults=faults)
    newest = None
    for wait, what in script:
        table.run_until(table.now + wait)
        newest = what
        table.machine.offer(what)
    table.run_until(table.now + 1000.0)
    assert table.machine.shown_page == newest
    assert table.machine.deadline() is None


@given(events)
@settings(max_examples=100, deadline=None)
def test_declared_page_is_shown_or_outdated_after_the_rest_of_a_refresh_and_one_more(
    script: list[tuple[float, str]],
) -> None:
    table = Table()
    owed: list[tuple[float, int]] = []
    for wait, what in script:
        table.run_until(table.now + wait)
        if what not in (table.machine.shown_page, table.machine.page_being_drawn):
            rest = table.free_at - table.now if table.machine.page_being_drawn is not None else 0.0
            owed.append((table.now + rest + 8.0, len(table.frames) + (rest > 0) + 1))
        table.machine.offer(what)
        if what in (table.machine.shown_page, table.machine.page_being_drawn):
            owed.clear()
    table.run_until(table.now + 1000.0)
    assert all(sum(at <= by + 1e-6 for at, _ in table.frames) >= count for by, count in owed)
