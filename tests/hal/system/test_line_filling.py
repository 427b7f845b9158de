"""Words on lines: as few as they fit on, none lost, none moved."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.system.line_filling import fill_lines


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("", []),
        ("one", ["one"]),
        ("a bc def g", ["a bc", "def g"]),
        ("a bcdef g", ["a", "bcdef", "g"]),
        ("longer than five", ["longer", "than", "five"]),
    ],
)
def test_lines_are_as_full_as_they_can_be(words: str, lines: list[str]) -> None:
    assert fill_lines(words.split(), lambda line: len(line) <= 5) == lines


@given(st.lists(st.text("abc", min_size=1, max_size=9), max_size=20), st.integers(1, 12))
def test_no_word_is_lost_and_no_line_could_have_had_the_next_one(words: list[str], width: int) -> None:
    lines = fill_lines(words, lambda line: len(line) <= width)
    assert " ".join(lines).split() == words
    assert all(len(f"{line} {after.split()[0]}") > width for line, after in pairwise(lines))
