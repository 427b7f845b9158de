"""Tests of Skat: its points by the order, and the tests that every game must pass."""

from __future__ import annotations

import pytest
import skat

from tablekeeper.testing import GameTests, points

THREE, FOUR = "players Ann Bo Cy\n", "players Ann Bo Cy Di\n"


class TestSkat(GameTests):
    module = skat


def as_lines(*lines: str, by: str = "Bo") -> str:
    return "".join(f"{by} {line}\n" for line in lines)


def test_a_suit_game_is_worth_its_base_as_often_as_all_that_counts() -> None:
    won = THREE + as_lines("plays clubs", "matadors 2", "more 1", "result won")
    assert points(skat.GAME, won) == [(0, 12 * 4 + 50, 0)]
    assert points(skat.GAME, won.replace("Cy\n", "Cy\nset scoring classic\n")) == [(0, 48, 0)]


def test_a_lost_game_counts_twice_and_the_others_get_their_bonus() -> None:
    lost = as_lines("plays grand", "matadors 1", "more 0", "result lost")
    assert points(skat.GAME, THREE + lost) == [(40, -96 - 50, 40)]
    assert points(skat.GAME, FOUR + lost) == [(30, -96 - 50, 30, 30)]


@pytest.mark.parametrize(("kind", "worth"), [("plain", 23), ("hand", 35), ("ouvert", 46), ("ouvert-hand", 59)])
def test_null_games_have_values_of_their_own(kind: str, worth: int) -> None:
    assert points(skat.GAME, THREE + as_lines("plays null", f"kind {kind}", "result won")) == [(0, worth + 50, 0)]


def test_of_four_the_dealer_does_not_play_and_a_grand_has_four_matadors() -> None:
    with pytest.raises(AssertionError, match="Di is not asked for this"):
        points(skat.GAME, FOUR + as_lines("plays grand", by="Di"))
    with pytest.raises(AssertionError, match="from 1 to 4"):
        points(skat.GAME, FOUR + as_lines("plays grand", "matadors 5"))
