"""Tests of Belote and Coinche: their points by the federation's rules, and the tests that every game must pass."""

from __future__ import annotations

import belote
import pytest

from tablekeeper.testing import GameTests, points, scored

HEADER = "players Ann Bo Cy Di\n"
COINCHE = HEADER + "set variant coinche\n"


class TestBelote(GameTests):
    module = belote


def as_lines(*lines: str, by: str = "Ann") -> str:
    return "".join(f"{by} {line}\n" for line in lines)


def more_lines(belote_: str = "none", capot: str = "none") -> tuple[str, ...]:
    return "more some", f"belote {belote_}", f"capot {capot}"


def test_takers_with_more_than_the_others_have_made_it() -> None:
    made = HEADER + as_lines("takes hearts", "points 92", "more none")
    assert points(belote.GAME, made) == [(92, 70, 92, 70)]


def test_takers_with_less_are_inside_and_keep_a_belote_only() -> None:
    inside = HEADER + as_lines("takes hearts", "points 70", *more_lines("takers"))
    assert points(belote.GAME, inside.replace("70", "60")) == [(20, 162, 20, 162)]
    assert points(belote.GAME, inside) == [(20, 162, 20, 162)]  # 90 against 92
    assert points(belote.GAME, inside.replace("70", "72")) == [(92, 90, 92, 90)]


def test_all_tricks_are_252() -> None:
    capot = HEADER + as_lines("takes spades", "points 162", *more_lines(capot="takers"))
    assert points(belote.GAME, capot) == [(252, 0, 252, 0)]
    others = HEADER + as_lines("takes spades", "points 0", *more_lines(capot="others"))
    assert points(belote.GAME, others) == [(0, 252, 0, 252)]
    with pytest.raises(AssertionError, match="All tricks are 162 points for one side"):
        points(belote.GAME, capot.replace("points 162", "points 150"))


def test_points_of_takers_who_are_level_wait_for_who_wins_the_next_round() -> None:
    level = HEADER + as_lines("takes spades", "points 81", "more none")
    lost = as_lines("takes clubs", "points 60", "more none", by="Bo")
    assert points(belote.GAME, level + lost) == [(0, 81, 0, 81), (162 + 81, 0, 162 + 81, 0)]
    made = as_lines("takes clubs", "points 100", "more none", by="Bo")
    assert points(belote.GAME, level + made)[1] == (62, 100 + 81, 62, 100 + 81)


def test_announcements_count_for_the_contract_and_go_to_the_others_inside() -> None:
    opened = HEADER + "set announcements on\n" + as_lines("takes hearts", "points 70", "more none")
    made = opened + "Ann announced 50\nBo announced 0\n"
    assert points(belote.GAME, made) == [(120, 92, 120, 92)]
    inside = opened + "Ann announced 20\nBo announced 0\n"
    assert points(belote.GAME, inside) == [(0, 182, 0, 182)]
    with pytest.raises(AssertionError, match="Only the side with the best"):
        points(belote.GAME, opened + "Ann announced 50\nBo announced 20\n")


def test_coinche_the_contract_and_the_points_are_the_takers_or_160_more_the_others() -> None:
    made = COINCHE + as_lines("contract 100", "doubled none", "points 110", "more none")
    assert points(belote.GAME, made) == [(210, 52, 210, 52)]
    assert points(belote.GAME, made.replace("coinche\n", "coinche\nset made contract\n", 1)) == [(100, 0, 100, 0)]
    assert points(belote.GAME, made.replace("points 110", "points 99")) == [(0, 260, 0, 260)]


def test_coinche_eighty_is_made_only_with_more_than_the_others() -> None:
    level = COINCHE + as_lines("contract 80", "doubled none", "points 81", "more none")
    assert points(belote.GAME, level) == [(0, 240, 0, 240)]
    assert points(belote.GAME, level.replace("points 81", "points 82")) == [(162, 80, 162, 80)]


def test_coinche_doubled_the_winners_have_all() -> None:
    made = COINCHE + as_lines("contract 100", "doubled coinche", "points 110", *more_lines("others"))
    assert points(belote.GAME, made) == [(360, 20, 360, 20)]
    lost = made.replace("doubled coinche", "doubled surcoinche").replace("points 110", "points 60")
    assert points(belote.GAME, lost) == [(0, 560 + 20, 0, 560 + 20)]


def test_coinche_a_contract_of_all_tricks_is_made_by_all_tricks_alone() -> None:
    bid = COINCHE + as_lines("contract capot", "doubled none", "points 162", *more_lines(capot="takers"))
    assert points(belote.GAME, bid) == [(502, 0, 502, 0)]
    lost = COINCHE + as_lines("contract capot", "doubled none", "points 150", "more none")
    assert points(belote.GAME, lost) == [(0, 410, 0, 410)]


def test_the_side_with_the_total_wins() -> None:
    found = scored(belote.GAME, HEADER + "set target 100\n" + as_lines("takes hearts", "points 120", "more none"))
    assert (found.finished, found.winners) == (True, (0, 2))
