"""A debouncer that goes on where another one left off: at whatever moment, nothing is lost, doubled or dated anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hal.keys.debounce import Contact, ContactState, Debouncer, SourceContacts
from hal.keys.keys import Edge, Gesture, HoldReached, Key, KeyOutcome, KeyStuck, PairHeld, Press

A, B = Key.A, Key.B
POD = "pod1"
HOLD = 0.6


def begun(*edges: tuple[float, Key, bool], until: float) -> Debouncer:
    """A debouncer that has heard these edges of a pod, and the time after them."""
    machine = Debouncer()
    for at, key, down in edges:
        machine.process_edge(Edge(key, down, at, POD))
    machine.outcomes_until(until)
    return machine


def resumed(contacts: SourceContacts, now: float) -> Debouncer:
    machine = Debouncer()
    machine.restore(POD, contacts, now)
    return machine


def test_a_contact_is_handed_over_as_it_is() -> None:
    held = begun((1.0, A, True), until=1.5)
    assert held.contacts(POD) == SourceContacts(
        (Contact(A, 1.0, 1.0, is_closed=True, is_at_rest=True, state=ContactState.PRESSED),)
    )
    armed = begun((1.0, A, True), until=1.7)
    assert [one.state for one in armed.contacts(POD).contacts] == [ContactState.HELD]
    bouncing = begun((1.0, A, True), (1.5, A, False), until=1.51)
    assert bouncing.contacts(POD).contacts == (
        Contact(A, 1.5, 1.0, is_closed=False, is_at_rest=False, state=ContactState.PRESSED),
    )


def test_only_the_contacts_of_that_source_are_handed_over() -> None:
    machine = begun((1.0, A, True), until=1.1)
    machine.process_edge(Edge(B, True, 1.2))
    assert [one.key for one in machine.contacts(POD).contacts] == [A]
    assert [one.key for one in machine.contacts("").contacts] == [B]
    assert machine.contacts("pod2") == SourceContacts()


def test_a_pair_is_handed_over_with_its_beginning() -> None:
    both = begun((1.0, A, True), (1.25, B, True), until=2.0)
    assert both.contacts(POD).pair_since_s == 1.25
    again = resumed(both.contacts(POD), 2.0)
    assert again.next_deadline() == 4.25
    assert again.outcomes_until(4.25) == (PairHeld(frozenset({A, B}), 4.25, POD),)


def test_what_was_down_becomes_a_hold_at_its_own_time() -> None:
    again = resumed(begun((1.0, A, True), until=1.5).contacts(POD), 1.5)
    assert again.outcomes_until(1.6) == (HoldReached(A, 1.0 + HOLD, POD),)
    assert again.process_edge(Edge(A, False, 2.0, POD)) == ()
    assert again.outcomes_until(2.1) == (Press(A, Gesture.HOLD, 2.0, POD),)
    assert again.is_idle


def test_what_was_let_go_and_not_settled_is_a_press() -> None:
    again = resumed(begun((1.0, A, True), (1.5, A, False), until=1.51).contacts(POD), 1.51)
    assert again.outcomes_until(1.6) == (Press(A, Gesture.PRESS, 1.5, POD),)


def test_a_stuck_key_is_told_once_in_both() -> None:
    left = begun((1.0, A, True), until=20.0)
    again = resumed(left.contacts(POD), 20.0)
    assert again.next_deadline() is None
    assert again.outcomes_until(100.0) == ()


def test_time_does_not_go_back_by_a_handover() -> None:
    machine = begun((1.0, B, True), (1.1, B, False), until=5.0)
    machine.restore(
        POD, SourceContacts((Contact(A, 1.0, 1.0, is_closed=True, is_at_rest=True, state=ContactState.PRESSED),)), 2.0
    )
    assert machine.outcomes_until(2.0) == (HoldReached(A, 1.0 + HOLD, POD),)
    assert machine.process_edge(Edge(A, False, 3.0, POD)) == ()
    assert machine.outcomes_until(6.0) == (Press(A, Gesture.HOLD, 5.0, POD),)


def test_the_time_of_a_handover_counts_as_told() -> None:
    again = resumed(SourceContacts(), 5.0)
    again.process_edge(Edge(A, True, 3.0, POD))
    assert again.contacts(POD).contacts[0].moved_at_s == 5.0


def test_a_pair_that_nobody_holds_is_forgotten() -> None:
    again = resumed(SourceContacts((), 1.0), 2.0)
    assert again.next_deadline() is None
    assert again.is_idle


def test_later_moves_every_time_and_nothing_else() -> None:
    contact = Contact(A, 1.0, 0.5, is_closed=True, is_at_rest=True, state=ContactState.PRESSED)
    assert SourceContacts((contact,), 0.75).shifted(2.0) == SourceContacts(
        (contact._replace(moved_at_s=3.0, pressed_at_s=2.5),), 2.75
    )
    assert SourceContacts((contact,)).shifted(2.0).pair_since_s is None


def test_later_is_in_whole_milliseconds() -> None:
    moved = SourceContacts(
        (Contact(A, 1.0, 1.0, is_closed=True, is_at_rest=True, state=ContactState.PRESSED),), 1.0
    ).shifted(0.123456)
    assert moved.contacts[0].moved_at_s == moved.contacts[0].pressed_at_s == moved.pair_since_s == 1.123


def test_a_key_reported_held_is_at_rest_and_means_nothing() -> None:
    machine = Debouncer()
    machine.process_edge(Edge(A, True, 1.0, POD, was_closed_at_start=True))
    assert machine.contacts(POD).contacts == (
        Contact(A, 1.0, 1.0, is_closed=True, is_at_rest=True, state=ContactState.IGNORED),
    )
    assert machine.next_deadline() == 9.0
    assert machine.outcomes_until(9.0) == (KeyStuck(A, 9.0, POD),)


STORIES = st.lists(
    st.tuples(st.integers(1, 4000).map(lambda ms: ms / 1000), st.sampled_from(list(Key)), st.booleans()),
    min_size=1,
    max_size=12,
)


@given(STORIES, st.integers(0, 11))
def test_a_handover_between_two_edges_changes_nothing(story: list[tuple[float, Key, bool]], after: int) -> None:
    """Whatever came before: what one debouncer would have said, two in a row say."""
    edges, at = [], 0.0
    for pause, key, down in story:
        at += pause
        edges.append(Edge(key, down, at, POD))
    alone, first, second = Debouncer(), Debouncer(), Debouncer()
    expected: list[KeyOutcome] = []
    found: list[KeyOutcome] = []
    machine = first
    for number, edge in enumerate(edges):
        expected += alone.process_edge(edge)
        found += machine.process_edge(edge)
        if number == after:
            second.restore(POD, first.contacts(POD), edge.time_s)
            machine = second
    assert found + list(machine.outcomes_until(at + 100)) == expected + list(alone.outcomes_until(at + 100))
