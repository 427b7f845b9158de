"""Tests of Hearts: its points as Pagat has them, and the tests that every game must pass."""

from __future__ import annotations

import hearts
import pytest

from tablekeeper.testing import GameTests, points, scored

PLAYERS = "players Ann Bo Cy Di\n"


class TestHearts(GameTests):
    module = hearts


def as_lines(*figures: int) -> str:
    return "".join(f"{name} points {figure}\n" for name, figure in zip(("Ann", "Bo", "Cy", "Di"), figures, strict=True))


def test_card_points_are_points() -> None:
    assert points(hearts.GAME, PLAYERS + as_lines(20, 0, 6, 0)) == [(20, 0, 6, 0)]


def test_who_shoots_the_moon_gives_26_to_the_others_or_takes_them_off() -> None:
    assert points(hearts.GAME, PLAYERS + as_lines(0, 26, 0, 0)) == [(26, 0, 26, 26)]
    assert points(hearts.GAME, PLAYERS + "set moon own\n" + as_lines(0, 26, 0, 0)) == [(0, -26, 0, 0)]


def test_the_jack_of_diamonds_takes_ten_away() -> None:
    jack = "Ann jack no\nBo jack no\nCy jack yes\nDi jack no\n"
    assert points(hearts.GAME, PLAYERS + "set jack on\n" + as_lines(20, 0, 6, 0) + jack) == [(20, 0, -4, 0)]
    with pytest.raises(AssertionError, match="One player has won the jack"):
        points(hearts.GAME, PLAYERS + "set jack on\n" + as_lines(20, 0, 6, 0) + jack.replace("yes", "no"))


def test_a_round_has_26_points_and_the_queen_is_with_somebody() -> None:
    with pytest.raises(AssertionError, match="does-not-add-up"):
        points(hearts.GAME, PLAYERS + as_lines(20, 0, 5, 0))
    with pytest.raises(AssertionError, match="queen of spades"):
        points(hearts.GAME, PLAYERS + as_lines(8, 8, 8, 2))


def test_the_fewest_points_win_once_somebody_has_a_hundred() -> None:
    found = scored(hearts.GAME, PLAYERS + 4 * as_lines(26 - 1, 1, 0, 0))
    assert (found.totals, found.winners) == ((100, 4, 0, 0), (2, 3))


def test_card_by_card_whoever_wins_every_trick_shoots_the_moon() -> None:
    """Ann has all clubs, Bo all diamonds, Cy all hearts and Di all spades: nobody can follow."""
    suits = {"Ann": "clubs", "Bo": "diamonds", "Cy": "hearts", "Di": "spades"}
    played = "".join(f"{name} plays {suit}-{number}\n" for number in range(2, 15) for name, suit in suits.items())
    assert points(hearts.GAME, PLAYERS + "set detail cards\n" + played) == [(0, 26, 26, 26)]
