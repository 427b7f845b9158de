"""Score pad: what each refusal says, and about whom (record: codes)."""

from __future__ import annotations

import pytest

from device.contract.refusal import Refused
from display.words import ENGLISH
from tests.games.refusals import Case, check, name
from tests.games.score_pad.lines import after, read, refusal, started

ROUND = "Ann points 5; Ben points 0; Cleo points -2"
CASES = [
    Case(3, {}, "Ann points 5", "Ann points 6", "out-of-turn", [], "Ann has already declared for this round: points."),
    Case(
        3,
        {"sum": "26"},
        "Ann points 5; Cleo points 20",
        "Ben points 2",
        "does-not-add-up",
        [],
        "The round must add up to 26, but 27 are declared. Check all figures; Ben's came last.",
    ),
    Case(
        3,
        {"sum": "0"},
        "Ann points 5; Cleo points -20",
        "Ben points 2",
        "does-not-add-up",
        [],
        "The round must add up to 0, but −13 are declared. Check all figures; Ben's came last.",
    ),
    Case(
        3,
        {},
        "Ann points 5",
        "end",
        "wrong-phase",
        [],
        "A game ends between two rounds: when everything of a round is declared.",
    ),
    Case(3, {"rounds": "1"}, ROUND, "Ann points 5", "wrong-phase", [], "The game is over."),
    Case(3, {}, f"{ROUND}; end", "Ann points 5", "wrong-phase", [], "The game is over."),
    Case(3, {}, f"{ROUND}; end", "first Ann", "wrong-phase", [], "The game is over."),
    Case(
        3,
        {},
        "Ann points 5",
        "first Ben",
        "wrong-phase",
        [],
        "Who starts is said once, before anything else of a round: Ann does.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_refusal_says_what_is_wrong(case: Case) -> None:
    check(case, after(started(case.players, **case.chosen), case.lines), read, refusal)


UNREADABLE = {
    "Ann points": "“points” can't be read: write a player's name, then points, then a figure.",
    "Ann points 5 6": "“points 5 6” can't be read: write a player's name, then points, then a figure.",
    "Ann won 5": "“won 5” can't be read: write a player's name, then points, then a figure.",
    "Ann points many": ("“many” is not a figure for points: write digits, with + or - before them if you like."),
    "Ann points 05": "“05” is not a figure for points: write digits, with + or - before them if you like.",
    "Ann points --5": "“--5” is not a figure for points: write digits, with + or - before them if you like.",
    "Ann points −5": "“−5” is not a figure for points: write digits, with + or - before them if you like.",
    "Ann points 1000000": "A figure is 999999 at the most.",
    "Ann points -1000000": "A figure is 999999 at the most.",
}


@pytest.mark.parametrize("line", UNREADABLE)
def test_what_cannot_be_read_is_said_to_be_so(line: str) -> None:
    with pytest.raises(Refused) as refused:
        read(started(), line)
    assert refused.value.refusal.code.value == "syntax"
    assert ENGLISH.say(refused.value.refusal.sentence) == UNREADABLE[line]
    assert refused.value.refusal.seat == (0 if line.startswith("Ann") else None)


@pytest.mark.parametrize(
    ("written", "points"), {"0": 0, "+0": 0, "-0": 0, "+7": 7, "-7": -7, "999999": 999_999}.items()
)
def test_points_may_have_a_sign(written: str, points: int) -> None:
    state = after(started(1), f"Ann points {written}")
    assert state.round.totals == (points,)


@pytest.mark.parametrize(
    ("lines", "line", "earlier"), [("Ann points 20", "Ben points 5", True), ("", "Ann points 5", False)]
)
def test_what_does_not_add_up_may_be_somebody_elses_points(lines: str, line: str, earlier: bool) -> None:
    """The page then says how an earlier line is corrected; who plays alone has said nothing before."""
    players = 2 if lines else 1
    fault = refusal(after(started(players, sum="26"), lines), line)
    assert (fault.code.value, fault.may_be_earlier) == ("does-not-add-up", earlier)
