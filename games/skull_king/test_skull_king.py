"""Tests of Skull King: its points by the rulebook, and the tests that every game must pass."""

from __future__ import annotations

import pytest
import skull_king

from tablekeeper.testing import GameTests, points


class TestSkullKing(GameTests):
    module = skull_king


def test_a_bid_that_is_kept_brings_twenty_a_trick_and_the_bonus() -> None:
    first = "players Ann Bo\nAnn bid 1\nBo bid 0\nAnn won 1\nBo won 0\nAnn bonus 30\nBo bonus 0"
    assert points(skull_king.GAME, first) == [(50, 10)]


def test_a_trick_off_costs_ten_and_a_missed_zero_ten_a_card() -> None:
    two = "\nAnn bid 2\nBo bid 0\nAnn won 1\nBo won 1"
    first = "players Ann Bo\nAnn bid 0\nBo bid 0\nAnn won 0\nBo won 1\nAnn bonus 0"
    assert points(skull_king.GAME, first + two) == [(10, -10), (-10, -20)]


def test_by_rascals_scoring_one_off_brings_half() -> None:
    lines = "players Ann Bo\nset scoring rascal\nAnn bid 1\nBo bid 1\nAnn won 1\nBo won 0\nAnn bonus 20\nBo bonus 20"
    assert points(skull_king.GAME, lines) == [(30, 15)]


def test_tricks_come_to_the_cards_but_for_those_of_the_kraken() -> None:
    lines = "players Ann Bo\nAnn bid 1\nBo bid 0\nAnn won 0\nBo won 0"
    with pytest.raises(AssertionError, match="does-not-add-up"):
        points(skull_king.GAME, lines)
    kept = lines.replace("Ann bid 1", "set kraken on\nAnn bid 1")
    assert points(skull_king.GAME, kept + "\nBo bonus 0") == [(-10, 10)]


def test_bonus_points_come_in_tens() -> None:
    with pytest.raises(AssertionError, match="goes from 0 to 400 by 10"):
        points(skull_king.GAME, "players Ann Bo\nAnn bid 1\nBo bid 1\nAnn won 1\nBo won 0\nAnn bonus 15")
