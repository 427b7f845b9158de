"""No Thanks! declared by points: one line a player for what a round came to (record: `set detail points`)."""

from __future__ import annotations

import pytest

from device.games.no_thanks.game import GAME
from device.games.no_thanks.state import State
from device.session.keyscript import key_groups
from tests.games.no_thanks.lines import after, code, refusal, started, syntax
from tests.games.record_lines import said
from tests.non_empty import non_empty

MAX_PRESSES = 24
"""A round of four players: six presses each."""


def begun(tiger: str = "off") -> State:
    return started(detail="points", rounds="2", hidden_tiger=tiger)


@pytest.mark.parametrize(
    ("amigo", "most"),
    [
        ("off", 323),  # 3, 5, … 35
        ("10-20-30", 323),
        ("10-19-28", 308),  # 3, 5, 7, 9, 12, … 18, 21, … 27, 29, … 35
    ],
)
def test_the_most_points_are_every_second_card_of_each_run(amigo: str, most: int) -> None:
    assert started(detail="points", amigo=amigo).settings.max_points == most


def test_a_round_is_one_line_a_player_in_any_order() -> None:
    state = after(begun(), "Cleo points -11; Ann points 13")
    assert GAME.scores(state).rounds == ()
    state = after(state, "Ben points +40")
    assert GAME.scores(state).totals == (13, 40, -11)
    assert [[cause.points for cause in own] for own in GAME.points_by_cause(state, 0)] == [[13], [40], [-11]]
    assert GAME.scores(after(state, "Ann points 0; Ben points 0; Cleo points -20")).winners == (2,)


@pytest.mark.parametrize(
    ("lines", "line", "expected"),
    [
        # Set Up: three players have 11 tokens each, and nobody can hold more than all of them.
        ("", "Ann points -34", "does-not-add-up"),
        # All 24 cards in one run count the lowest of them, which is 3 at least.
        ("Ann points 0; Ben points 0", "Cleo points -31", "does-not-add-up"),
        # The 24 highest cards, 12 to 35, come to 564, less 33 tokens.
        ("Ann points 500; Ben points 0", "Cleo points 32", "does-not-add-up"),
        ("Ann points 5", "Ann points 5", "out-of-turn"),
        ("", "Ann holds 3 tokens 5", "wrong-phase"),
        ("", "flip 3", "wrong-phase"),
        ("Ann points 5", "first Ben", "wrong-phase"),
    ],
)
def test_what_no_round_comes_to_is_refused(lines: str, line: str, expected: str) -> None:
    assert code(after(begun(), lines), line) == expected


@pytest.mark.parametrize(
    ("tiger", "lines"),
    [
        ("off", "Ann points -33; Ben points 0; Cleo points 3"),
        ("off", "Ann points 500; Ben points 0; Cleo points 31"),
        # A hidden tiger of each of three players: 9, 10 and 11 besides.
        ("on", "Ann points 500; Ben points 0; Cleo points 61"),
    ],
)
def test_what_a_round_may_just_come_to(tiger: str, lines: str) -> None:
    assert len(GAME.scores(after(begun(tiger), lines)).rounds) == 1


def test_the_last_ones_line_says_what_a_round_comes_to() -> None:
    state = after(begun(), "Ann points 500; Ben points 0")
    assert said(refusal(state, "Cleo points 32")) == (
        "All points together are 532, but a round comes to −30 to 531. Check all figures; Cleo's came last."
    )


@pytest.mark.parametrize("line", ["Ann points", "Ann points 05", "Ann points --5", "Ann points −5", "Ann points 5 6"])
def test_what_is_no_number_of_points_cannot_be_read(line: str) -> None:
    assert syntax(begun(), line)


def test_points_belong_to_their_level_of_detail() -> None:
    for detail in non_empty(["turns", "totals"]):
        assert code(started(detail=detail), "Ann points 5") == "wrong-phase"


def test_nobody_is_said_to_have_taken_no_card() -> None:
    """What was taken is not known: a feat that the table would repeat."""
    assert GAME.figures is not None
    before = after(started(detail="points", rounds="1"), "Ann points -11; Ben points 5")
    assert GAME.figures.gained(before, after(before, "Cleo points 20")) is None
    (feat,) = GAME.figures.feats
    assert feat("Ann", dict.fromkeys((kind.name for kind in GAME.figures.kinds), 0), True) is None


def test_points_below_a_hundred_take_six_presses_at_most() -> None:
    lines = ("Ann points 99", "Ben points -13", "Cleo points 25", "Dan points 7")
    record = ["game no-thanks", "players Ann Ben Cleo Dan", "set detail points", *lines]
    groups = key_groups("\n".join(record).encode())
    found = [len(group.presses) for group in groups if " points " in group.rows[0].text]
    assert (max(found), sum(found) <= MAX_PRESSES) == (6, True)
