"""Tuples with an entry for each seat."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from device.contract.tuples import with_entry


@given(
    st.lists(st.integers(), min_size=1).flatmap(lambda all_: st.tuples(st.just(all_), st.integers(0, len(all_) - 1)))
)
def test_one_entry_is_another_and_all_others_stay(drawn: tuple[list[int], int]) -> None:
    values, index = drawn
    changed = list(values)
    changed[index] = values[index] + 1
    assert with_entry(tuple(values), index, values[index] + 1) == tuple(changed)
