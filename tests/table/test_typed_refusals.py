"""Typed words that are refused: each refusal says something that is true of the answers on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.answered_tables import typed

BIDDING = ("wizard", "3", "Ann", "Bo", "Cleo", "bids may add up to the tricks: no", "play", "Ann", "0", "0")


@pytest.mark.parametrize("words", ["1", "Cleo 1", "Cleo 1 trick", "one"])
def test_a_bid_that_would_add_up_is_refused_for_that(words: str, tmp_path: Path) -> None:
    """“Not 1”, the question said, and “Cleo 1 trick” was not understood."""
    table = typed(tmp_path, *BIDDING, words)
    assert table.status.question == "Cleo bids how many tricks? Not 1."
    reason = "Cleo bids last and can't bid 1: all bids would add up to the 1 trick of the round."
    assert table.status.answer == f"“Cleo bids 1 trick.” {reason}"
