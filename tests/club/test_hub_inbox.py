"""What boxes have said waits in bounds, and each is heard its share: who asks for much waits behind the others."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from club.broker import topics
from club.broker.link import BrokerConnected, LinkEvent, MessageArrived
from club.hub.box_budget import BYTES_PER_S, MAX_BYTES, MAX_SECONDS, SECONDS_PER_S, BoxBudget
from club.hub.hub_inbox import (
    MAX_BATCH_BYTES,
    MAX_BATCH_MESSAGES,
    MAX_LOST_MESSAGES,
    MAX_QUEUED_BYTES,
    MAX_QUEUED_MESSAGES,
    HubInbox,
)
from club.store.box_costs import BoxCost
from tests.non_empty import non_empty


class Clock:
    """Seconds that a test lets go by."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def said(box: str, payload: bytes) -> MessageArrived:
    return MessageArrived(topics.messages_topic(box), payload)


def inbox(*events: LinkEvent, clock: Clock | None = None) -> HubInbox:
    found = HubInbox(clock or Clock())
    for event in events:
        found.put(event)
    return found


def test_what_comes_is_heard_once_in_its_order() -> None:
    found = inbox(said("red", b"1"), said("red", b"2"))
    assert found.next_events(0) == [said("red", b"1"), said("red", b"2")]
    assert found.next_events(0) == []


def test_boxes_are_heard_in_turn_and_no_more_than_goes_together() -> None:
    of_red = [said("red", b"%d" % number) for number in range(5)]
    found = inbox(*of_red, said("blue", b"b"))
    assert found.next_events(0) == [of_red[0], said("blue", b"b"), *of_red[1:]]
    many = inbox(*(said(f"box-{number}", b"x") for number in range(MAX_BATCH_MESSAGES + 1)))
    assert [len(many.next_events(0)), len(many.next_events(0))] == [MAX_BATCH_MESSAGES, 1]
    half = b"x" * (MAX_BATCH_BYTES // 2)
    large = inbox(said("red", half), said("blue", half), said("green", half))
    assert [len(large.next_events(0)), len(large.next_events(0))] == [2, 1]


def test_a_message_that_is_said_again_while_it_waits_is_heard_once() -> None:
    assert inbox(said("red", b"1"), said("red", b"1")).next_events(0) == [said("red", b"1")]


def test_of_whether_a_box_is_connected_the_last_word_counts() -> None:
    words = [MessageArrived(topics.online_topic("red"), payload) for payload in (b"1", b"0", b"1")]
    assert inbox(*words).next_events(0) == [words[2]]


def test_a_state_for_which_there_is_no_room_leaves_the_earlier_one() -> None:
    """Both were lost."""
    earlier, later = (MessageArrived(topics.table_topic("red"), payload) for payload in (b"1", b"x" * 100))
    large = said("red", b"y" * (MAX_QUEUED_BYTES - 50))
    assert inbox(earlier, large, later).next_events(0) == [earlier, large]


def test_a_state_replaces_the_earlier_one_where_the_queue_has_as_many_messages_as_it_may() -> None:
    earlier, later = (MessageArrived(topics.table_topic("red"), payload) for payload in (b"1", b"2"))
    messages = [said("red", b"%d" % number) for number in range(MAX_QUEUED_MESSAGES - 1)]
    assert inbox(earlier, *messages, later).next_events(0) == [*messages, later]


def test_what_one_box_has_waiting_is_bounded() -> None:
    few = inbox(*(said("red", b"%d" % number) for number in range(2 * MAX_QUEUED_MESSAGES)))
    assert len(few.next_events(0)) == MAX_QUEUED_MESSAGES
    third = MAX_QUEUED_BYTES // 3
    large = inbox(*(said("red", bytes([number]) * third) for number in range(9)), said("blue", b"b"))
    heard = [large.next_events(0), large.next_events(0), large.next_events(0)]
    assert sum(event != said("blue", b"b") for together in heard for event in together) == 3


def test_a_box_that_has_spent_much_is_heard_by_itself_when_the_others_have_said_all() -> None:
    found = inbox()
    found.spend([("red", BoxCost(0.6 * MAX_SECONDS))])
    for event in (said("red", b"1"), said("red", b"2"), said("blue", b"b")):
        found.put(event)
    assert [found.next_events(0), found.next_events(0), found.next_events(0)] == [
        [said("blue", b"b")], [said("red", b"1")], [said("red", b"2")]
    ]  # fmt: skip


def test_a_box_in_debt_waits_until_it_has_budget_again() -> None:
    for cost, wait_s in non_empty(
        (
            (BoxCost(MAX_SECONDS + 0.2), 0.2 / SECONDS_PER_S),
            (BoxCost(0, MAX_BYTES + 8_000), 8_000 / BYTES_PER_S),
        )
    ):
        clock = Clock()
        found = inbox(said("red", b"1"), clock=clock)
        found.spend([("red", cost)])
        clock.now += wait_s - 0.5
        assert found.next_events(0) == []
        clock.now += 1.0
        assert found.next_events(0) == [said("red", b"1")]


def test_a_box_that_says_far_too_much_is_named_and_what_it_said_forgotten() -> None:
    found = inbox(
        *(said("red", b"%d" % number) for number in range(MAX_QUEUED_MESSAGES + MAX_LOST_MESSAGES)), said("blue", b"b")
    )
    assert found.mute_flooding_boxes() == ["red"]
    assert found.next_events(0) == [said("blue", b"b")]
    found.set_muted_boxes(["red"])
    found.put(said("red", b"1"))
    assert found.next_events(0) == []
    found.set_muted_boxes([])
    found.put(said("red", b"2"))
    assert found.mute_flooding_boxes() == []


def test_nothing_that_a_flooding_box_says_is_taken_before_it_is_muted() -> None:
    found = inbox(*(said("red", b"%d" % number) for number in range(MAX_QUEUED_MESSAGES + MAX_LOST_MESSAGES)))
    assert found.mute_flooding_boxes() == ["red"]
    found.put(said("red", b"once more"))
    assert found.next_events(0) == []


def test_a_box_that_sends_its_past_again_while_it_waits_for_its_budget_does_not_flood() -> None:
    """It joined with a hundred games, was muted ever longer, and the director was told that it says far too much.

    A courier has 16 games under way, and sends each again after ten seconds without an answer.
    """
    clock, games, sent_at, heard = Clock(), iter(range(100)), dict[int, float](), 0
    found = inbox(clock=clock)
    while heard < 100 and clock.now < 10_000:
        for game in itertools.islice(games, 16 - len(sent_at)):
            sent_at[game] = -1e9
        for game in [game for game, at in sent_at.items() if clock.now - at >= 10.0]:
            sent_at[game] = clock.now
            found.put(said("red", b"%d" % game))
        for event in found.next_events(0):
            assert isinstance(event, MessageArrived)
            found.spend([("red", BoxCost(0.01, 30_000))])
            heard += sent_at.pop(int(event.payload), None) is not None
        assert found.mute_flooding_boxes() == []
        clock.now += 0.5
    assert heard == 100


def test_a_box_in_debt_that_repeats_itself_without_end_floods() -> None:
    clock = Clock()
    found = inbox(said("red", b"1"), clock=clock)
    found.spend([("red", BoxCost(10 * MAX_SECONDS))])
    until = clock.now + 2 * MAX_LOST_MESSAGES / 10
    while found.mute_flooding_boxes() == []:
        assert clock.now < until
        clock.now += 0.1
        found.put(said("red", b"1"))


def test_what_no_box_has_said_comes_first() -> None:
    assert inbox(said("red", b"1"), BrokerConnected()).next_events(0) == [BrokerConnected()]


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 3), st.integers(0, 10**6))))
def test_in_the_long_run_no_box_costs_more_than_its_share(spending: list[tuple[float, float, int]]) -> None:
    """It goes over its budget by its last message at most."""
    now = seconds = size = 0.0
    budget, last = BoxBudget(now), BoxCost()
    for wait, cost, written in spending:
        now += wait
        budget.refill(now)
        if budget.share_left >= 0:
            last = BoxCost(cost, written)
            budget.spend(last)
            seconds, size = seconds + cost, size + written
        assert seconds <= MAX_SECONDS + now * SECONDS_PER_S + last.processor_s + 1e-6
        assert size <= MAX_BYTES + now * BYTES_PER_S + last.written_bytes + 1e-3
