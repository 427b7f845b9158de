"""The refresh policy: the newest page wins, nothing is drawn twice, half-typed codes wait for a still table."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.table.refresh import Refresher

STILL = 2.5


def fresh() -> Refresher[str]:
    return Refresher(STILL)


def showing(page: str, now: float = 0.0) -> Refresher[str]:
    machine = fresh()
    machine.offer(page, now, settled=True)
    draw(machine, now)
    return machine


def draw(machine: Refresher[str], now: float, ok: bool = True) -> str | None:
    page = machine.next(now)
    if page is not None:
        machine.started(now)
        machine.finished(now, ok)
    return page


def test_nothing_is_due_before_the_first_page() -> None:
    machine = fresh()
    assert machine.next(0.0) is None
    assert machine.deadline() is None


def test_settled_page_starts_at_once() -> None:
    machine = fresh()
    machine.offer("one", 7.0, settled=True)
    assert machine.next(7.0) == "one"


def test_settled_page_starts_as_soon_as_the_panel_is_free() -> None:
    machine = showing("one")
    machine.offer("two", 1.0, settled=True)
    machine.next(1.0)
    machine.started(1.0)
    machine.offer("three", 2.0, settled=True)
    assert machine.next(2.0) is None
    assert machine.deadline() is None
    machine.finished(9.0, ok=True)
    assert machine.next(9.0) == "three"


def test_newest_page_wins() -> None:
    machine = showing("one")
    machine.next(1.0)
    for page in ("two", "three", "four"):
        machine.offer(page, 1.0, settled=True)
    assert draw(machine, 1.0) == "four"
    assert machine.next(99.0) is None


def test_half_typed_code_waits_until_the_table_is_still() -> None:
    machine = showing("one")
    machine.offer("one A", 10.0, settled=False)
    assert machine.next(12.4) is None
    assert machine.deadline() == 12.5
    assert machine.next(12.5) == "one A"


def test_presses_restart_stillness() -> None:
    machine = showing("one")
    machine.offer("one A", 10.0, settled=False)
    machine.pressed(12.0)
    assert machine.next(12.5) is None
    assert machine.deadline() == 14.5
    assert machine.next(14.5) == "one A"


def test_settled_page_before_a_half_typed_code_stays_due() -> None:
    machine = showing("one")
    machine.offer("two", 1.0, settled=True)
    machine.next(1.0)
    machine.started(1.0)
    machine.offer("three", 2.0, settled=True)
    machine.offer("three A", 8.9, settled=False)
    machine.finished(9.0, ok=True)
    assert draw(machine, 9.0) == "three"
    assert machine.deadline() == pytest.approx(11.4)
    assert draw(machine, 11.4) == "three A"


def test_half_typed_code_that_was_still_before_the_panel_came_free_is_drawn_instead() -> None:
    machine = showing("one")
    machine.offer("two", 1.0, settled=True)
    machine.next(1.0)
    machine.started(1.0)
    machine.offer("three", 2.0, settled=True)
    machine.offer("three A", 3.0, settled=False)
    machine.finished(9.0, ok=True)
    assert draw(machine, 9.0) == "three A"
    assert machine.next(99.0) is None


def test_page_that_is_shown_is_never_drawn_again() -> None:
    machine = showing("one")
    machine.offer("one", 5.0, settled=True)
    assert machine.next(99.0) is None
    assert machine.deadline() is None
    machine.offer("one A", 100.0, settled=False)
    machine.offer("one", 101.0, settled=False)
    assert machine.next(999.0) is None
    assert machine.deadline() is None


def test_page_that_is_being_drawn_is_not_drawn_again() -> None:
    machine = showing("one")
    machine.offer("two", 1.0, settled=True)
    machine.next(1.0)
    machine.started(1.0)
    machine.offer("three", 2.0, settled=True)
    machine.offer("two", 3.0, settled=True)
    machine.finished(9.0, ok=True)
    assert machine.shown == "two"
    assert machine.next(99.0) is None


def test_page_that_was_shown_before_the_one_being_drawn_is_drawn_again() -> None:
    machine = showing("one")
    machine.offer("two", 1.0, settled=True)
    machine.next(1.0)
    machine.started(1.0)
    assert machine.drawing == "two"
    machine.offer("one", 2.0, settled=True)
    machine.finished(9.0, ok=True)
    assert machine.next(9.0) == "one"


def test_older_settled_page_is_not_brought_back_by_a_longer_code() -> None:
    machine = showing("one")
    machine.offer("one A", 1.0, settled=False)
    assert draw(machine, 3.5) == "one A"
    machine.offer("one AB", 4.0, settled=False)
    assert machine.next(4.0) is None
    assert draw(machine, 6.5) == "one AB"


def test_failures_are_retried_with_the_newest_page_and_longer_and_longer_waits() -> None:
    machine = fresh()
    machine.offer("0", 0.0, settled=True)
    now, waits = 0.0, []
    for n in range(1, 9):
        assert draw(machine, now, ok=False) == str(n - 1)
        machine.offer(str(n), now, settled=True)
        due = machine.deadline()
        assert due is not None
        assert machine.next(due - 0.001) is None
        waits.append(due - now)
        now = due
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    assert draw(machine, now) == "8"
    assert machine.deadline() is None


def test_success_makes_the_next_wait_short_again() -> None:
    machine = fresh()
    machine.offer("one", 0.0, settled=True)
    draw(machine, 0.0, ok=False)
    draw(machine, 1.0, ok=False)
    assert draw(machine, 3.0) == "one"
    machine.offer("two", 4.0, settled=True)
    draw(machine, 4.0, ok=False)
    assert machine.deadline() == 5.0


def test_after_a_failure_even_the_page_shown_before_is_drawn_again() -> None:
    machine = showing("one")
    machine.offer("two", 1.0, settled=True)
    draw(machine, 1.0, ok=False)
    assert machine.shown is None
    machine.offer("one", 1.5, settled=True)
    assert machine.next(2.0) == "one"


def test_failed_half_typed_code_gives_way_to_the_settled_page_while_somebody_types() -> None:
    machine = showing("one")
    machine.offer("one A", 1.0, settled=False)
    assert draw(machine, 3.5, ok=False) == "one A"
    machine.offer("one AB", 4.0, settled=False)
    assert machine.next(4.5) == "one"


def test_page_given_is_the_one_that_is_started_however_long_drawing_takes() -> None:
    machine = showing("one")
    machine.offer("two", 1.0, settled=True)
    machine.offer("two A", 1.0, settled=False)
    assert machine.next(3.4) == "two"
    machine.started(3.6)
    assert machine.drawing == "two"


def test_only_what_is_due_can_be_started_and_only_what_is_drawn_finished() -> None:
    machine = fresh()
    with pytest.raises(RuntimeError, match="no page is due"):
        machine.started(0.0)
    with pytest.raises(RuntimeError, match="no page is being drawn"):
        machine.finished(0.0, ok=True)
    machine.offer("one", 0.0, settled=True)
    machine.next(0.0)
    machine.offer("two", 0.0, settled=True)
    with pytest.raises(RuntimeError, match="no page is due"):
        machine.started(0.0)


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
            drawing = self.machine.drawing is not None
            due = self.free_at if drawing else self.machine.deadline()
            if due is None or due > moment:
                self.now = moment
                return
            assert due >= self.now or not drawing
            self.now = max(self.now, due)
            if drawing:
                self.end()
            else:
                assert self.machine.next(self.now) is not None, "the deadline came, and nothing was due"

    def start(self) -> None:
        page = self.machine.next(self.now)
        if page is not None:
            self.machine.started(self.now)
            self.free_at = self.now + 8.0

    def end(self) -> None:
        ok = not self.faults or self.faults.pop()
        page = self.machine.drawing
        assert page is not None
        if ok:
            assert self.machine.shown != page, "the same page twice"
            self.frames.append((self.now, page))
        self.machine.finished(self.now, ok)


events = st.lists(st.tuples(st.floats(0.0, 6.0), st.sampled_from(["one", "two", "A", "B", "press"])), max_size=20)


@given(events, st.lists(st.booleans(), max_size=4))
@settings(max_examples=200, deadline=None)
def test_whatever_happens_the_newest_page_is_shown_in_the_end_and_none_twice_running(
    script: list[tuple[float, str]], faults: list[bool]
) -> None:
    table = Table(faults=faults)
    newest = None
    for wait, what in script:
        table.run_until(table.now + wait)
        if what == "press":
            table.machine.pressed(table.now)
        else:
            newest = what
            table.machine.offer(what, table.now, settled=what.islower())
    table.run_until(table.now + 1000.0)
    assert table.machine.shown == newest
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
        if what == "press":
            table.machine.pressed(table.now)
            continue
        if what.islower() and what not in (table.machine.shown, table.machine.drawing):
            rest = table.free_at - table.now if table.machine.drawing is not None else 0.0
            owed.append((table.now + rest + 8.0, len(table.frames) + (rest > 0) + 1))
        table.machine.offer(what, table.now, settled=what.islower())
        if what in (table.machine.shown, table.machine.drawing):
            owed.clear()
    table.run_until(table.now + 1000.0)
    for by, count in owed:
        assert len([at for at, _ in table.frames if at <= by + 1e-6]) >= count
