"""Contacts to gestures: event scripts `[(time, key, down), …]` in, what comes of them out. Times in seconds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.keys.debounce import Debouncer
from hal.keys.keys import Edge, Gesture, HoldReached, Key, KeyClash, KeyOutcome, KeyStuck, PairHeld, Press
from tests.non_empty import non_empty

SETTLE, HOLD, STUCK, TOGETHER = 0.02, 0.6, 8.0, 3.0
END = 1e6
A, B, C = Key.A, Key.B, Key.C
Train = list[tuple[float, str, bool]]


def edges(script: Iterable[tuple[float, str, bool]]) -> list[Edge]:
    """`A` is the device's own key, `pod2 A` one of pod 2."""
    return [Edge(Key(name.split()[-1]), down, at, name.rpartition(" ")[0]) for at, name, down in script]


def play(script: Iterable[tuple[float, str, bool]], until: float = END) -> list[KeyOutcome]:
    machine = Debouncer(SETTLE, HOLD, STUCK)
    outcomes: list[KeyOutcome] = []
    for edge in edges(script):
        outcomes += machine.process_edge(edge)
    return outcomes + list(machine.outcomes_until(until))


def presses(outcomes: Iterable[KeyOutcome]) -> list[tuple[Key, Gesture, str]]:
    return [(one.key, one.gesture, one.source) for one in outcomes if isinstance(one, Press)]


def near(moment: float) -> Any:
    """A moment, but for rounding."""
    return pytest.approx(moment)


def press(key: Key, at: float, source: str = "") -> Press:
    return Press(key, Gesture.PRESS, near(at), source)


def test_short_press_is_dated_by_its_release() -> None:
    assert play([(1.0, "A", True), (1.1, "A", False)]) == [press(A, 1.1)]


def test_press_is_told_as_soon_as_the_release_has_settled() -> None:
    machine = Debouncer()
    for edge in non_empty(edges([(1.0, "A", True), (1.1, "A", False)])):
        assert machine.process_edge(edge) == ()
    assert machine.next_deadline() == near(1.12)
    assert machine.outcomes_until(1.119) == ()
    assert machine.outcomes_until(1.1201) == (press(A, 1.1),)
    assert machine.next_deadline() is None


@pytest.mark.parametrize(("length", "gesture"), [(0.59, Gesture.PRESS), (0.6, Gesture.HOLD), (7.9, Gesture.HOLD)])
def test_hold_begins_at_the_threshold(length: float, gesture: Gesture) -> None:
    assert presses(play([(0.0, "A", True), (length, "A", False)])) == [(A, gesture, "")]


def test_hold_is_announced_at_the_threshold_and_told_on_release() -> None:
    outcomes = play([(1.0, "A", True), (2.0, "A", False)])
    assert outcomes == [HoldReached(A, near(1.6)), Press(A, Gesture.HOLD, 2.0)]


def test_press_is_never_announced_as_a_hold() -> None:
    # The contact opens just before the threshold; the release settles after it.
    assert play([(0.0, "A", True), (0.595, "A", False)]) == [press(A, 0.595)]


def test_stuck_key_is_told_once_and_never_counts() -> None:
    outcomes = play([(0.0, "A", True), (100.0, "A", False)])
    assert outcomes == [HoldReached(A, near(0.6)), KeyStuck(A, near(8.0))]


def test_key_that_was_stuck_works_again_once_it_came_up() -> None:
    outcomes = play([(0.0, "A", True), (100.0, "A", False), (101.0, "A", True), (101.1, "A", False)])
    assert presses(outcomes) == [(A, Gesture.PRESS, "")]


def test_other_keys_work_beside_a_stuck_one() -> None:
    outcomes = play([(0.0, "A", True), (20.0, "B", True), (20.1, "B", False)])
    assert presses(outcomes) == [(B, Gesture.PRESS, "")]


def test_key_down_at_power_on_gives_nothing() -> None:
    assert play([(0.5, "A", False), (1.0, "B", True), (1.1, "B", False)]) == [press(B, 1.1)]


def test_bounce_train_is_one_press() -> None:
    train: Train = [(t / 1000, "A", n % 2 == 0) for n, t in enumerate([0, 1, 3, 4, 9, 100, 102, 103, 110, 111])]
    assert play([*train, (0.112, "A", True), (0.115, "A", False)]) == [press(A, 0.115)]


def test_glitch_shorter_than_settle_is_nothing() -> None:
    assert play([(1.0, "A", True), (1.019, "A", False)]) == []


def test_gap_shorter_than_settle_does_not_end_a_hold() -> None:
    outcomes = play([(0.0, "A", True), (0.3, "A", False), (0.315, "A", True), (1.0, "A", False)])
    assert presses(outcomes) == [(A, Gesture.HOLD, "")]


def test_glitch_at_the_threshold_puts_the_announcement_off_until_it_is_known() -> None:
    outcomes = play([(0.0, "A", True), (0.59, "A", False), (0.605, "A", True), (1.0, "A", False)])
    assert outcomes == [HoldReached(A, near(0.625)), Press(A, Gesture.HOLD, 1.0)]


def test_duplicate_edges_change_nothing() -> None:
    train: Train = [(0.0, "A", True), (0.05, "A", True), (0.1, "A", False), (0.11, "A", False)]
    assert play(train) == [press(A, 0.1)]


def test_two_keys_down_together_count_for_nothing_until_both_are_up() -> None:
    train: Train = [
        (0.0, "A", True),
        (0.1, "B", True),
        (0.2, "A", False),
        (0.3, "C", True),
        (0.4, "C", False),
        (0.5, "B", False),
        (0.6, "C", True),
        (0.7, "C", False),
    ]
    assert play(train) == [KeyClash(near(0.12)), press(C, 0.7)]


def together(outcomes: Iterable[KeyOutcome]) -> list[KeyOutcome]:
    return [one for one in outcomes if isinstance(one, PairHeld)]


def test_two_keys_held_together_for_long_are_told_once() -> None:
    outcomes = play([(0.0, "A", True), (0.5, "C", True), (6.0, "A", False), (6.1, "C", False)])
    assert outcomes == [KeyClash(near(0.5 + SETTLE)), PairHeld(frozenset({A, C}), near(0.5 + TOGETHER))]


def test_two_keys_held_together_too_shortly_mean_nothing() -> None:
    early = 0.5 + TOGETHER - 0.1
    outcomes = play([(0.0, "A", True), (0.5, "C", True), (early, "A", False), (7.0, "C", False)])
    assert outcomes == [KeyClash(near(0.5 + SETTLE))]


def test_a_third_key_spoils_two_that_are_held_together() -> None:
    train = [(0.0, "A", True), (0.1, "C", True), (1.0, "B", True), (1.5, "B", False), (7.0, "A", False)]
    assert together(play([*train, (7.1, "C", False)])) == []


def test_a_glitch_does_not_part_two_keys_that_are_held_together() -> None:
    glitch = TOGETHER - SETTLE / 4
    back = glitch + SETTLE / 2
    train = [(0.0, "A", True), (0.0, "C", True), (glitch, "C", False), (back, "C", True), (7.0, "A", False)]
    assert together(play(train, 7.0)) == [PairHeld(frozenset({A, C}), near(back + SETTLE))]


def test_keys_of_different_sources_are_never_together() -> None:
    assert together(play([(0.0, "A", True), (0.0, "pod1 C", True)])) == []


def test_hold_that_another_key_joins_counts_for_nothing() -> None:
    train: Train = [(0.0, "A", True), (0.8, "B", True), (0.9, "B", False), (1.0, "A", False)]
    assert play(train) == [HoldReached(A, near(0.6)), KeyClash(near(0.82))]


def test_glitch_of_a_neighbour_does_not_spoil_a_press() -> None:
    train: Train = [(0.0, "A", True), (0.05, "B", True), (0.06, "B", False), (0.1, "A", False)]
    assert play(train) == [press(A, 0.1)]


def test_keys_of_different_sources_may_be_down_together() -> None:
    train: Train = [(0.0, "A", True), (0.05, "pod2 B", True), (0.1, "A", False), (0.15, "pod2 B", False)]
    assert play(train) == [press(A, 0.1), press(B, 0.15, "pod2")]


def test_same_key_of_two_sources_is_two_keys() -> None:
    train: Train = [(0.0, "pod1 A", True), (0.05, "pod2 A", True), (0.1, "pod1 A", False), (0.9, "pod2 A", False)]
    assert presses(play(train)) == [(A, Gesture.PRESS, "pod1"), (A, Gesture.HOLD, "pod2")]


def test_two_keys_that_are_both_stuck_are_both_told() -> None:
    outcomes = play([(0.0, "A", True), (0.1, "B", True)])
    assert outcomes[-2:] == [KeyStuck(A, near(8.0)), KeyStuck(B, near(8.1))]


def test_time_going_backwards_counts_as_standing_still() -> None:
    machine = Debouncer()
    assert machine.outcomes_until(40.0) == ()
    assert machine.process_edge(Edge(A, True, 2.9)) == ()
    assert machine.process_edge(Edge(A, False, 40.1)) == ()
    assert machine.outcomes_until(1.0) == ()
    assert machine.outcomes_until(40.2) == (press(A, 40.1),)


def test_edges_that_come_late_count_for_when_they_happened() -> None:
    """A busy machine looks at the time before it hears of edges that are older."""
    machine = Debouncer(SETTLE, HOLD, STUCK)
    assert machine.process_edge(Edge(A, True, 1.0)) == ()
    assert machine.outcomes_until(1.13) == ()
    assert machine.process_edge(Edge(A, False, 1.04)) == ()
    assert machine.process_edge(Edge(B, True, 1.08)) == (press(A, 1.04),)
    assert machine.process_edge(Edge(B, False, 1.12)) == ()
    assert machine.outcomes_until(2.0) == (press(B, 1.12),)


@pytest.mark.parametrize("told", [1.0 + HOLD + 0.1, 1.0 + STUCK + 1.0])
def test_a_press_whose_end_is_heard_of_after_a_hold_was_due_is_a_press(told: float) -> None:
    machine = Debouncer(SETTLE, HOLD, STUCK)
    heard = [*machine.process_edge(Edge(A, True, 1.0)), *machine.outcomes_until(told)]
    assert presses(heard) == []
    for edge in (Edge(A, False, 1.04), Edge(B, True, 1.08), Edge(B, False, 1.08 + HOLD + 0.1)):
        heard += machine.process_edge(edge)
    assert presses([*heard, *machine.outcomes_until(told + STUCK)]) == [(A, Gesture.PRESS, ""), (B, Gesture.HOLD, "")]


def test_a_bounce_whose_end_is_heard_of_late_is_no_press() -> None:
    machine = Debouncer(SETTLE, HOLD, STUCK)
    machine.process_edge(Edge(A, True, 1.0))
    machine.outcomes_until(1.0 + HOLD + 0.1)
    machine.process_edge(Edge(A, False, 1.005))
    assert presses(machine.outcomes_until(10.0)) == []
    assert machine.is_idle


def test_bounces_that_come_late_are_no_presses() -> None:
    machine = Debouncer(SETTLE, HOLD, STUCK)
    machine.outcomes_until(1.5)
    for at, down in ((1.0, True), (1.005, False), (1.01, True), (1.012, False)):
        assert machine.process_edge(Edge(A, down, at)) == ()
    assert machine.outcomes_until(3.0) == ()
    assert machine.is_idle


def test_a_contact_that_closed_late_is_given_as_long_to_be_heard_of_again() -> None:
    machine = Debouncer(SETTLE, HOLD, STUCK)
    machine.outcomes_until(2.0)
    assert machine.process_edge(Edge(A, True, 1.0)) == ()
    assert machine.next_deadline() == near(2.02)
    assert machine.outcomes_until(2.02 + HOLD - 0.05) == ()
    assert machine.process_edge(Edge(A, False, 1.04)) == ()
    assert machine.outcomes_until(3.0) == (press(A, 1.04),)


def test_an_edge_in_time_ends_the_waiting_for_late_ones() -> None:
    machine = Debouncer(SETTLE, HOLD, STUCK)
    machine.outcomes_until(2.0)
    machine.process_edge(Edge(A, True, 1.9))
    assert machine.next_deadline() == near(2.02)
    machine.process_edge(Edge(A, False, 2.5))
    assert machine.next_deadline() == near(2.52)


def test_chatter_for_hours_needs_no_memory_and_means_nothing() -> None:
    machine = Debouncer()
    for n in range(200_000):
        assert machine.process_edge(Edge(A, n % 2 == 0, n * 0.015)) == ()
        assert len(machine.contacts("").contacts) <= 1
    assert machine.outcomes_until(END) == ()
    assert machine.is_idle


def test_a_key_that_gets_stuck_is_no_key_of_a_pair_that_is_down() -> None:
    """A down at 0 s and D at 7 s: A was stuck at 8 s, and at 10 s D alone was a pair."""
    machine = Debouncer(SETTLE, HOLD, stuck_s=8.0, pair_s=3.0)
    machine.process_edge(Edge(Key.A, True, 0.0))
    machine.outcomes_until(6.9)
    machine.process_edge(Edge(Key.D, True, 7.0))
    outcomes = machine.outcomes_until(14.0)
    assert [type(outcome) for outcome in outcomes] == [KeyClash, KeyStuck]


@pytest.mark.parametrize(
    "times", [(-0.1, 0.6, 8.0, 3.0), (0.6, 0.6, 8.0, 3.0), (0.02, 8.0, 8.0, 3.0), (0.02, 0.6, 3.0, 3.0)]
)
def test_thresholds_must_be_in_order(times: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="settle < hold < pair < stuck"):
        Debouncer(*times)


# A clean stroke: who, pause before, time down. Away from the thresholds by more than the noise can move an edge.
MARGIN = 0.15
strokes = st.lists(
    st.tuples(
        st.sampled_from(["A", "B", "pod1 A", "pod1 C"]),
        st.floats(0.2, 2.0),
        st.floats(0.2, HOLD - MARGIN) | st.floats(HOLD + MARGIN, STUCK - MARGIN) | st.floats(STUCK + MARGIN, 20.0),
    ),
    max_size=8,
)


def clean(played: list[tuple[str, float, float]]) -> Train:
    train: Train = []
    now = 0.0
    for name, pause, length in played:
        train += [(now + pause, name, True), (now + pause + length, name, False)]
        now += pause + length
    return train


def noisy(train: Train, data: st.DataObject) -> Train:
    """Up to three pulses shorter than `settle` in each stretch, which leaves a stretch of rest longer than `settle`."""
    result: Train = []
    for n, (at, name, down) in enumerate(train):
        result.append((at, name, down))
        end = train[n + 1][0] if n + 1 < len(train) else at + 1.0
        moment = at
        for _ in range(data.draw(st.integers(0, 3))):
            begin = moment + data.draw(st.floats(0.0, 0.04))
            moment = begin + data.draw(st.floats(0.0, SETTLE * 0.99))
            if moment >= end:
                break
            result += [(begin, name, not down), (moment, name, down)]
    return result


@given(strokes, st.data())
@settings(max_examples=150, deadline=None)
def test_noise_shorter_than_settle_changes_no_press(
    played: list[tuple[str, float, float]], data: st.DataObject
) -> None:
    train = clean(played)
    expected = presses(play(train))
    lengths = [length for _, _, length in played]
    assert len(expected) == sum(length < STUCK for length in lengths)
    assert presses(play(noisy(train, data))) == expected


def any_edges(times: st.SearchStrategy[float]) -> st.SearchStrategy[list[Edge]]:
    """Edges in any order, duplicates and times that go backwards included."""
    edge = st.builds(
        Edge, key=st.sampled_from(Key), is_closed=st.booleans(), time_s=times, source=st.sampled_from(["", "pod1"])
    )
    return st.lists(edge, max_size=40)


def stable_downs(train: list[Edge]) -> int:
    """Stretches in which one contact stayed closed for `settle`, by a plain reading of the train."""
    count = 0
    for place in {(edge.source, edge.key) for edge in train}:
        now, closed_at = -math.inf, None
        for edge in train:
            now = max(now, edge.time_s)
            if (edge.source, edge.key) == place:
                if edge.is_closed:
                    closed_at = now if closed_at is None else closed_at
                elif closed_at is not None:
                    count += now - closed_at >= SETTLE * 0.999
                    closed_at = None
    return count


def drive(train: list[Edge]) -> list[KeyOutcome]:
    machine = Debouncer(SETTLE, HOLD, STUCK)
    outcomes: list[KeyOutcome] = []
    for edge in train:
        outcomes += machine.process_edge(edge)
    return outcomes + list(machine.outcomes_until(END))


@given(strokes, st.data())
@settings(max_examples=150, deadline=None)
def test_how_late_edges_come_changes_no_press(played: list[tuple[str, float, float]], data: st.DataObject) -> None:
    """Each edge is heard of at a moment of its own, after all before it, and time is told in between."""
    train = clean(played)
    machine = Debouncer(SETTLE, HOLD, STUCK)
    heard, now = list[KeyOutcome](), 0.0
    for edge in edges(train):
        now = max(now, edge.time_s + data.draw(st.floats(0.0, 2 * STUCK)))
        heard += [*machine.outcomes_until(now), *machine.process_edge(edge)]
    assert presses(heard + list(machine.outcomes_until(END))) == presses(play(train))


@given(any_edges(st.floats(0.0, 30.0)))
@settings(max_examples=150, deadline=None)
def test_no_press_is_invented(train: list[Edge]) -> None:
    assert len(presses(drive(train))) <= stable_downs(train)


@given(any_edges(st.floats()))
@settings(max_examples=100, deadline=None)
def test_any_order_of_edges_at_any_times_is_survived(train: list[Edge]) -> None:
    assert len(presses(drive(train))) <= sum(edge.is_closed for edge in train)


orderly = st.lists(
    st.tuples(st.floats(0.0, 0.7), st.sampled_from(["A", "B", "C", "pod1 A"]), st.booleans()), max_size=30
)


def timed(steps: list[tuple[float, str, bool]]) -> Train:
    now = 0.0
    train: Train = []
    for wait, name, down in steps:
        now += wait
        train.append((now, name, down))
    return train


@given(orderly)
@settings(max_examples=150, deadline=None)
def test_how_often_the_time_is_told_changes_nothing(steps: list[tuple[float, str, bool]]) -> None:
    train = timed(steps)
    machine = Debouncer(SETTLE, HOLD, STUCK)
    driven: list[KeyOutcome] = []
    for edge in edges(train):
        while (due := machine.next_deadline()) is not None and due <= edge.time_s:
            driven += machine.outcomes_until(due)
        driven += machine.process_edge(edge)
    while (due := machine.next_deadline()) is not None:
        driven += machine.outcomes_until(due)
    assert driven == play(train)
    assert [one.time_s for one in driven if not isinstance(one, Press)] == sorted(
        one.time_s for one in driven if not isinstance(one, Press)
    )


@given(orderly)
@settings(max_examples=100, deadline=None)
def test_sources_are_independent(steps: list[tuple[float, str, bool]]) -> None:
    train = timed(steps)
    together = play(train)
    for source in ("", "pod1"):
        alone = play([one for one in train if one[1].startswith(source) and bool(source) == (" " in one[1])])
        assert [one for one in together if one.source == source] == alone
