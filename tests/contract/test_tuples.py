"""Tuples with an entry for each seat, and states made anew."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.contract.tuples import quick_replace, with_entry


@given(
    st.lists(st.integers(), min_size=1).flatmap(lambda all_: st.tuples(st.just(all_), st.integers(0, len(all_) - 1)))
)
def test_one_entry_is_another_and_all_others_stay(drawn: tuple[list[int], int]) -> None:
    values, index = drawn
    changed = list(values)
    changed[index] = values[index] + 1
    assert with_entry(tuple(values), index, values[index] + 1) == tuple(changed)


@quick_replace
class _Named(NamedTuple):
    one: int
    other: str = "b"
    third: tuple[int, ...] = ()


def test_a_quick_replace_makes_the_named_tuple_that_the_standard_one_makes() -> None:
    before = _Named(1)
    after = before._replace(third=(3,), one=2)
    assert (type(after), after, before) == (_Named, _Named(2, "b", (3,)), _Named(1))


def test_a_quick_replace_refuses_what_is_no_field() -> None:
    changes: Any = {"fourth": 4}
    with pytest.raises(KeyError):
        _Named(1)._replace(**changes)
