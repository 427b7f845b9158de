"""Where two texts differ: stretches of lines that are replaced, in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.session.line_diff import MAX_COMPARED_PAIRS, DiffStretch, diff_lines

LINES = st.lists(st.sampled_from("abc"), max_size=8)


@pytest.mark.parametrize(
    ("first", "second", "stretches"),
    [
        ("abc", "abc", []),
        ("", "", []),
        ("abc", "axc", [(1, 2, 1, 2)]),
        ("abc", "ac", [(1, 2, 1, 1)]),
        ("ac", "abc", [(1, 1, 1, 2)]),
        ("abcde", "xbcdy", [(0, 1, 0, 1), (4, 5, 4, 5)]),
        ("pabcdeq", "pxbcdyzq", [(1, 2, 1, 2), (5, 6, 5, 7)]),
        ("aa", "aaa", [(2, 2, 2, 3)]),
        ("", "ab", [(0, 0, 0, 2)]),
        ("ab", "", [(0, 2, 0, 0)]),
    ],
)
def test_lines_that_are_the_same_are_in_no_stretch(
    first: str, second: str, stretches: list[tuple[int, int, int, int]]
) -> None:
    assert list(diff_lines(first, second)) == stretches


@given(LINES, LINES)
def test_the_stretches_turn_one_text_into_the_other(first: list[str], second: list[str]) -> None:
    turned: list[str] = []
    place = 0
    for stretch in diff_lines(first, second):
        assert (stretch.begin, stretch.second_begin) != (stretch.end, stretch.second_end)
        turned += first[place : stretch.begin]
        assert len(turned) == stretch.second_begin
        turned += second[stretch.second_begin : stretch.second_end]
        place = stretch.end
    assert [*turned, *first[place:]] == second


def test_long_texts_differ_in_one_stretch_from_their_first_difference_to_their_last() -> None:
    """They would take seconds to compare line by line."""
    half = int(MAX_COMPARED_PAIRS**0.5) // 2
    middle = ["x", *(f"{number}" for number in range(2 * half - 2)), "x"]
    other = ["y", *middle[1:-1], "y"]
    first, second = (["same", *lines, "same"] for lines in (middle, other))
    end = 2 * half + 1
    assert list(diff_lines(first, second)) == [(1, 2, 1, 2), (end - 1, end, end - 1, end)]
    assert list(diff_lines(["a", *first], ["b", *second, "more"])) == [DiffStretch(0, end + 2, 0, end + 3)]
