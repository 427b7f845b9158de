"""Tests of French Tarot: its points by the federation's rules, and the tests that every game must pass."""

from __future__ import annotations

import french_tarot
import pytest

from tablekeeper.testing import GameTests, points

FOUR, FIVE = "players Ann Bo Cy Di\n", "players Ann Bo Cy Di Eva\n"


class TestFrenchTarot(GameTests):
    module = french_tarot


def as_lines(*lines: str) -> str:
    return "".join(f"Ann {line}\n" for line in lines)


def test_a_garde_by_nine_is_worth_68_of_each_defender() -> None:
    made = as_lines("takes garde", "oudlers 2", "points 50", "more none")
    assert points(french_tarot.GAME, FOUR + made) == [(204, -68, -68, -68)]


def test_a_contract_that_is_lost_is_paid_to_each_defender() -> None:
    lost = as_lines("takes petite", "oudlers 1", "points 40", "more none")
    assert points(french_tarot.GAME, FOUR + lost) == [(-108, 36, 36, 36)]


def test_petit_counts_as_the_contract_does_and_handfuls_go_to_the_winner() -> None:
    won = as_lines("takes garde", "oudlers 2", "points 50", "more some", "petit defence", "handful single", "slam none")
    assert points(french_tarot.GAME, FOUR + won) == [(204 - 60 + 60, -68, -68, -68)]
    lost = won.replace("points 50", "points 40")
    assert points(french_tarot.GAME, FOUR + lost) == [(-3 * (26 * 2 + 20 + 20), 92, 92, 92)]


def test_of_five_the_partner_has_one_share_and_the_taker_two_or_alone_four() -> None:
    lines = ("takes garde", "partner 3", "oudlers 2", "points 50", "more none")
    assert points(french_tarot.GAME, FIVE + as_lines(*lines)) == [(136, -68, 68, -68, -68)]
    alone = as_lines(*lines).replace("partner 3", "partner 1")
    assert points(french_tarot.GAME, FIVE + alone) == [(272, -68, -68, -68, -68)]


def test_points_that_the_oudlers_forbid_and_a_slam_with_few_are_refused() -> None:
    with pytest.raises(AssertionError, match="from 13 to 91"):
        points(french_tarot.GAME, FOUR + as_lines("takes petite", "oudlers 3", "points 12"))
    slam = as_lines("takes petite", "oudlers 3", "points 70", "more some", "petit none", "handful none", "slam made")
    with pytest.raises(AssertionError, match="A slam has all tricks"):
        points(french_tarot.GAME, FOUR + slam)
