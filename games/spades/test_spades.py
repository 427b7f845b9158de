"""Tests of Spades: its points as Pagat has them, and the tests that every game must pass."""

from __future__ import annotations

import pytest
import spades

from tablekeeper.testing import GameTests, points, scored

NAMES = ("Ann", "Bo", "Cy", "Di")


class TestSpades(GameTests):
    module = spades


def round_(bids: tuple[int, ...], won: tuple[int, ...], first: int = 0, blind: str = "") -> str:
    """The lines of a round; `blind` has the names of the players whose nil was blind."""
    order = [(first + step) % 4 for step in range(4)]
    lines = [f"{NAMES[seat]} bid {bids[seat]}" for seat in order]
    lines += [
        f"{name} blind {'yes' if name in blind else 'no'}" for name, bid in zip(NAMES, bids, strict=True) if not bid
    ]
    lines += [f"{name} won {tricks}" for name, tricks in zip(NAMES, won, strict=True)]
    return "\n".join(lines) + "\n"


HEADER = f"players {' '.join(NAMES)}\n"


def test_a_bid_of_the_side_that_is_kept_brings_ten_a_trick_and_one_a_bag() -> None:
    assert points(spades.GAME, HEADER + round_((4, 3, 3, 2), (5, 3, 3, 2))) == [(71, 50, 71, 50)]


def test_a_bid_that_is_missed_costs_ten_a_trick() -> None:
    assert points(spades.GAME, HEADER + round_((4, 3, 4, 2), (4, 4, 3, 2))) == [(-80, 51, -80, 51)]


def test_nil_brings_a_hundred_and_blind_nil_two() -> None:
    assert points(spades.GAME, HEADER + round_((0, 3, 5, 4), (0, 4, 5, 4))) == [(150, 71, 150, 71)]
    blind = HEADER + round_((0, 3, 5, 4), (0, 4, 5, 4), blind="Ann")
    assert points(spades.GAME, blind) == [(250, 71, 250, 71)]


def test_tricks_of_a_failed_nil_help_the_partner_or_are_bags() -> None:
    lost = round_((0, 3, 5, 4), (1, 4, 4, 4))
    assert points(spades.GAME, HEADER + lost) == [(-50, 71, -50, 71)]
    assert points(spades.GAME, HEADER + "set failed-nil apart\n" + lost) == [(-149, 71, -149, 71)]


def test_each_ten_bags_of_a_game_cost_a_hundred() -> None:
    rounds = (round_((2, 1, 2, 1), (5, 2, 4, 2), first) for first in (0, 1, 2))
    found = scored(spades.GAME, HEADER + "".join(rounds))
    assert [round_.points for round_ in found.rounds] == [(45, 22, 45, 22), (-55, 22, -55, 22), (45, 22, 45, 22)]


def test_the_side_with_500_wins_and_both_of_it() -> None:
    found = scored(spades.GAME, HEADER + "set target 100\n" + round_((0, 3, 5, 4), (0, 4, 5, 4)))
    assert (found.finished, found.winners, found.sides) == (True, (0, 2), (0, 1, 0, 1))


@pytest.mark.parametrize(
    ("bags", "totals", "is_over"),
    [("off", (-200, 70, -200, 70), True), ("10", (-195, 71, -195, 71), False)],
)
def test_a_side_loses_at_exactly_the_total_of_the_option(bags: str, totals: tuple[int, ...], is_over: bool) -> None:
    found = scored(spades.GAME, f"{HEADER}set bags {bags}\n" + round_((0, 3, 0, 4), (1, 4, 4, 4)))
    assert (found.rounds[0].points, found.finished) == (totals, is_over)
    assert str(spades.LOST_AT.title.message) == "Lost at"


def test_a_side_that_is_too_far_below_nothing_ends_the_game() -> None:
    found = scored(spades.GAME, HEADER + round_((0, 3, 0, 4), (1, 4, 4, 4), blind="Ann Cy"))
    assert (found.finished, found.winners) == (True, (1, 3))


def test_tricks_come_to_thirteen_and_partners_bid_no_more() -> None:
    with pytest.raises(AssertionError, match="does-not-add-up"):
        points(spades.GAME, HEADER + round_((2, 3, 5, 4), (1, 4, 4, 3)))
    with pytest.raises(AssertionError, match="Ann and Cy bid more than 13 tricks together"):
        points(spades.GAME, HEADER + round_((7, 0, 7, 0), (7, 0, 6, 0)))
