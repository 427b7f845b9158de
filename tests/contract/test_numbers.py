"""Numbers of a record: written without sign and without leading zeros (docs/record.md, Lines and words)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.contract.numbers import LARGEST_PARSED, parse_number_or_none


@given(st.integers(min_value=0, max_value=10**9 - 1))
def test_what_is_written_is_read(value: int) -> None:
    assert parse_number_or_none(str(value)) == value


@pytest.mark.parametrize("word", ["", "+1", "-1", "01", "00", "1.5", "1_000", "x", "²", "٣", "1 ", "\n"])
def test_other_words_are_no_numbers(word: str) -> None:
    assert parse_number_or_none(word) is None


@pytest.mark.parametrize("digits", [10, 11, 5000])
def test_longer_numbers_are_all_the_same(digits: int) -> None:
    """To read a million digits takes long, and no card is near them."""
    assert parse_number_or_none("9" * digits) == LARGEST_PARSED
    assert int("9" * 9) < LARGEST_PARSED
