"""What goes into one transaction of a hub."""

from __future__ import annotations

from club.hub.hearing import TOGETHER, TOGETHER_BYTES, transactions
from club.store.receiving import Arrived


def sizes(arrived: list[Arrived]) -> list[int]:
    """How many messages are in each transaction, none lost or swapped."""
    found = list(transactions(arrived))
    assert [one for each in found for one in each] == arrived
    return [len(each) for each in found]


def test_what_arrives_together_is_written_together_up_to_a_number() -> None:
    assert sizes([]) == []
    assert sizes([Arrived("red", b"x")] * TOGETHER) == [TOGETHER]
    assert sizes([Arrived("red", b"x")] * (2 * TOGETHER + 1)) == [TOGETHER, TOGETHER, 1]


def test_messages_that_are_large_are_written_a_few_at_a_time() -> None:
    half = b"x" * (TOGETHER_BYTES // 2)
    assert sizes([Arrived("red", half), Arrived("blue", half), Arrived("red", b"x")]) == [2, 1]
    assert sizes([Arrived("red", half + half + b"x"), Arrived("red", b"x")]) == [1, 1]
