"""Several workers collect every test, each beginning at another."""

from __future__ import annotations

import pytest

from tests.collecting import Worker


def test_each_worker_begins_at_another_place_and_leaves_out_none() -> None:
    orders = [Worker(number, 4).in_own_order("abcdefgh") for number in range(4)]
    assert ["".join(order) for order in orders] == ["abcdefgh", "cdefghab", "efghabcd", "ghabcdef"]


@pytest.mark.parametrize("values", ["", "a", "abc"])
def test_fewer_than_workers_are_all_there(values: str) -> None:
    for number in range(4):
        assert sorted(Worker(number, 4).in_own_order(values)) == list(values)
