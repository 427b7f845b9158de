"""LOOP: what each refusal says, about whom, and with which cards (record: codes)."""

from __future__ import annotations

import pytest

from tests.games.loop.lines import after, read, refused, started
from tests.games.refusals import Case, check, name

CASES = [
    Case(
        4,
        {},
        "Ann twist;  Ann plays 8 8",
        "Ann plays 8 8",
        "too-many-copies",
        ["8", "8"],
        "Ann can't play 8 and 8: there would be more 8s than the deck's 4.",
    ),
    Case(
        4,
        {},
        "Ann plays 1",
        "Ben twist",
        "twist-needs-play",
        ["8"],
        "Ben can't reveal an 8: once the token is flipped, no play could follow.",
    ),
    Case(4, {}, "", "Ann plays 0", "no-such-card", ["0"], "Ann can't play 0: the numbers are 1 to 13."),
    Case(
        4,
        {},
        "",
        "Ann plays 1000000000",
        "no-such-card",
        [],
        "Ann can't play such a high card: the numbers are 1 to 13.",
    ),
    Case(4, {}, "Ann plays 5", "Cleo pass", "out-of-turn", [], "It is Ben's turn, not Cleo's."),
    Case(
        4,
        {"detail": "finish"},
        "Cleo out;  Ann out",
        "Cleo out",
        "out-of-turn",
        [],
        "Cleo is already out of this round.",
    ),
    Case(
        4,
        {},
        "",
        "Ann out",
        "wrong-phase",
        [],
        "Ann can't be declared out: every play is declared here, so declare the last cards.",
    ),
    Case(
        4,
        {"detail": "finish"},
        "",
        "Ann plays 5",
        "wrong-phase",
        [],
        "Ann can't declare a play, pass or twist: only who goes out is declared here.",
    ),
    Case(
        4,
        {},
        "first Ben",
        "first Ben",
        "wrong-phase",
        [],
        (
            "Ben can't be named as starter now: the golden board is given out before the first round, "
            "and whoever holds it starts."
        ),
    ),
    Case(
        4,
        {},
        "Ann plays 5",
        "Ben plays 6 6",
        "wrong-type",
        ["6", "6"],
        "Ben can't play 6 and 6: a single card is in play, and the same type must follow.",
    ),
    Case(
        4,
        {},
        "Ann plays 5 6 7",
        "Ben plays 2 3",
        "wrong-size",
        ["2", "3"],
        "Ben can't play 2 and 3: 3 cards must follow, as many as are in play.",
    ),
    Case(
        4,
        {},
        "Ann plays 5",
        "Ben plays 2",
        "does-not-beat",
        ["2"],
        "Ben can't play 2: the token says higher, and none of these is above 5.",
    ),
    Case(
        4,
        {},
        "",
        "Ann plays 5 3",
        "not-a-combination",
        ["3", "5"],
        ("Ann can't play 3 and 5 together: play a single card, 2 to 4 of one number, or 2 to 4 in sequence."),
    ),
    Case(
        4,
        {},
        (
            "Ann plays 1 2 3 4; Ben pass; Cleo pass; Dan pass; Ann plays 5 6 7; Ben pass; Cleo pass; Dan "
            "pass; Ann plays 9 10 11; Ben pass; Cleo pass; Dan pass"
        ),
        "Ann plays 12 12",
        "too-many-cards",
        ["12", "12"],
        "Ann can't play 12 and 12: there is only 1 card left in that hand.",
    ),
    Case(
        5,
        {},
        "Ann twist;  Ann plays 8;  Ann twist;  Ann plays 8",
        "Ann twist",
        "twist-unavailable",
        ["8"],
        "Ann can't reveal an 8: both cards that were set aside are revealed already.",
    ),
    Case(
        4, {}, "", "Ann pass", "must-lead", [], "Ann can't pass: there is nothing to beat, and whoever leads must play."
    ),
    Case(
        4,
        {},
        "Ann twist; Ann plays 2 2",
        "Ben plays 7 7",
        "does-not-beat",
        ["7", "7"],
        "Ben can't play 7 and 7: the token says lower, and none of these is below 2.",
    ),
    Case(
        4,
        {},
        "Ann plays 5;  Ben twist",
        "Ben pass",
        "twist-needs-play",
        ["8"],
        "Ben can't pass: after revealing an 8, one must play. Undo the twist if there is no play.",
    ),
    Case(
        4,
        {},
        "Ann twist",
        "Ann twist",
        "twist-unavailable",
        ["8"],
        "Ann has revealed an 8 this turn already, and must now play.",
    ),
    Case(
        4,
        {"detail": "finish"},
        (
            "Ann out;  Ben out;  Cleo out; Ann out;  Ben out;  Cleo out; Ann out;  Ben out;  Cleo out; "
            "Ann out;  Ben out;  Cleo out"
        ),
        "Dan out",
        "wrong-phase",
        [],
        "The game is over. Nothing more can be declared in it.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_what_a_refusal_says(case: Case) -> None:
    check(case, after(started(case.players, **case.chosen), case.lines), read, refused)
