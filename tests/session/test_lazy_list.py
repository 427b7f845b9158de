"""A list whose beginning is worked out late is like any other list."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.session.lazy_list import LazyList

Change = Callable[[MutableSequence[int]], object]


def lazy(begin: list[int], rest: list[int], asked: list[bool]) -> LazyList[int]:
    def found() -> list[int]:
        asked.append(True)
        return begin

    return LazyList(found, len(begin), rest)


AT = st.integers(-9, 9)
SLICES = st.builds(slice, st.none() | AT, st.none() | AT, st.sampled_from([None, 1, 2, -1]))


def remove(part: slice) -> Change:
    def change(found: MutableSequence[int]) -> None:
        del found[part]

    return change


def put(at: int) -> Change:
    def change(found: MutableSequence[int]) -> None:
        if -len(found) <= at < len(found):
            found[at] = 5

    return change


CHANGES = st.one_of(
    st.builds(lambda value: lambda found: found.append(value), AT),
    st.builds(lambda at, value: lambda found: found.insert(at, value), AT, AT),
    st.builds(lambda values: lambda found: found.extend(values), st.lists(AT, max_size=3)),
    SLICES.map(remove),
    AT.map(put),
    st.just(lambda found: found.clear()),
    st.just(lambda found: found.pop() if found else None),
)


@given(
    begin=st.lists(AT, max_size=5), rest=st.lists(AT, max_size=5), changes=st.lists(CHANGES, max_size=6), part=SLICES
)
def test_it_is_changed_and_read_like_a_list(
    begin: list[int], rest: list[int], changes: list[Change], part: slice
) -> None:
    asked: list[bool] = []
    found, model = lazy(begin, rest, asked), [*begin, *rest]
    for change in changes:
        change(found)
        change(model)
        assert len(found) == len(model)
        assert found[part] == model[part]
    assert list(reversed(found)) == model[::-1]
    assert list(found) == model
    assert len(asked) <= 1


def test_beginning_is_not_worked_out_for_what_is_done_at_the_end() -> None:
    asked: list[bool] = []
    found = lazy([1, 2, 3], [4, 5, 6], asked)
    found.append(7)
    assert found[-1] == 7
    assert found[-2:] == [6, 7]
    assert next(reversed(found)) == 7
    del found[-3:]
    assert (len(found), bool(found), list(found[3:])) == (4, True, [4])
    found.clear()
    assert (list(found), asked) == ([], [])


@pytest.mark.parametrize("at", [4, -5, 9])
def test_place_that_is_not_there_is_refused(at: int) -> None:
    with pytest.raises(IndexError):
        lazy([1, 2], [3, 4], [])[at]


def test_item_inserted_long_before_the_first_comes_first() -> None:
    found = lazy([1, 2], [3], [])
    found.insert(-9, 0)
    assert list(found) == [0, 1, 2, 3]
