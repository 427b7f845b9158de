"""Days in words, in each language."""

from __future__ import annotations

from datetime import date

import pytest

from display.dates import date_text
from display.languages import language


@pytest.mark.parametrize(
    ("code", "day", "words"),
    [
        ("en", 1, "1 August 2026"),
        ("en", 11, "11 August 2026"),
        ("fr", 1, "1er août 2026"),  # it was “1 août”
        ("fr", 2, "2 août 2026"),
    ],
)
def test_a_day_is_written_as_in_its_language(code: str, day: int, words: str) -> None:
    assert language(code).say(date_text(date(2026, 8, day))) == words
