"""LOOP (2023): what each refusal says, about whom, and with which cards (record: codes)."""

from __future__ import annotations

import pytest

from tests.games.loop_2023.lines import after, read, refusal, started
from tests.games.refusals import Case, check, name

CASES = [
    Case(
        3, {}, "", "Ann plays 16", "no-such-card", [], "There is no 16: the cards are 1 to 15 in red, yellow and blue."
    ),
    Case(3, {}, "", "Ann out", "wrong-phase", [], "A round is being played: Ann is to play or pass."),
    Case(3, {}, "", "Ann three-eights", "wrong-phase", [], "This table plays without the rule for three 8s in a hand."),
    Case(
        3,
        {"detail": "finish"},
        "",
        "Ann plays 3",
        "wrong-phase",
        [],
        "A round is being played, and this table only says who goes out.",
    ),
    Case(3, {"detail": "finish"}, "Ben out", "Ben out", "out-of-turn", [], "Ben is already out of this round."),
    Case(3, {}, "", "Ben plays 3", "out-of-turn", [], "It is Ann's turn, not Ben's."),
    Case(
        2,
        {},
        "Ann plays red-5; Ben pass; Ann pass",
        "Ann plays red-5",
        "card-already-seen",
        ["red 5"],
        "Ann has already played the red 5 in this round.",
    ),
    Case(
        3,
        {},
        "",
        "Ann plays red-5 red-5",
        "card-already-seen",
        ["red 5"],
        "The red 5 is named twice, and there is only one.",
    ),
    Case(
        3,
        {},
        "Ann plays red-5",
        "Ben plays red-5",
        "card-already-seen",
        ["red 5"],
        "The red 5 belongs to the hand of seat 1, so Ben in seat 2 cannot have it.",
    ),
    Case(
        3,
        {},
        "Ann twist; Ann twist; Ann plays 9; Ben twist; Ben pass; Cleo pass",
        "Ann twist",
        "twist-unavailable",
        ["8"],
        "Ann has already shown both cards that were set aside.",
    ),
    Case(
        3,
        {},
        "Ann twist; Ann twist; Ann plays 9; Ben twist; Ben pass",
        "Cleo plays 8",
        "too-many-copies",
        ["8"],
        "There are only three 8s: the hands at the table would have more.",
    ),
    Case(
        3,
        {},
        "Ann plays 5",
        "Ben plays 6 6",
        "wrong-type",
        ["6", "6"],
        "A single card was led, so only single cards can follow.",
    ),
    Case(
        3,
        {},
        "",
        "Ann plays red-6 red-7 red-8 red-9 red-10 red-11 red-12 red-13 red-14 red-15",
        "too-many-cards",
        ["red 6", "red 7", "red 8", "red 9", "red 10", "red 11", "red 12", "red 13", "red 14", "red 15"],
        "Ann has only 9 cards left in this round: nine are in play, two lie under the Rank card.",
    ),
    Case(
        2,
        {},
        (
            "Ann plays red-1 red-2 red-3 red-4 red-5 red-6 red-7 red-8 red-9; Ben sits 1; Ben plays "
            "blue-12 blue-13; Ann pass; Ben pass"
        ),
        "Ben plays 14",
        "hand-mismatch",
        ["14"],
        (
            "Ben cannot have 14: round 1 showed other cards of seat 1's hand, and all together they are "
            "more than its 11."
        ),
    ),
    Case(
        3,
        {},
        "Ann twist; Ann twist",
        "Ann twist",
        "twist-unavailable",
        ["8"],
        "Ann has already shown both cards that were set aside.",
    ),
    Case(
        3,
        {},
        "Ann twist; Ann twist; Ann plays 9; Ben twist; Ben pass",
        "Cleo twist",
        "too-many-copies",
        ["8"],
        "There are only three 8s: the hands at the table would have more.",
    ),
    Case(
        3,
        {},
        "",
        "Ann plays blue-2 blue-3 blue-4 blue-5 blue-6 blue-7 blue-9 blue-10 blue-1",
        "not-a-combination",
        ["blue 1", "blue 2", "blue 3", "blue 4", "blue 5", "blue 6", "blue 7", "blue 9", "blue 10"],
        (
            "blue 1, blue 2, blue 3, blue 4, blue 5, blue 6, blue 7, blue 9 and blue 10 cannot be played "
            "together: play one card, two or three of one number, or numbers in a row in one colour."
        ),
    ),
    Case(
        3,
        {},
        "Ann plays 5 5",
        "Ben plays red-2 red-3 red-4",
        "wrong-type",
        ["red 2", "red 3", "red 4"],
        "Cards of one number were led, so only cards of one number can follow.",
    ),
    Case(
        3,
        {},
        "Ann plays 5 5",
        "Ben plays 2 2 2",
        "wrong-size",
        ["2", "2", "2"],
        "2 cards were led, so the same number must follow.",
    ),
    Case(3, {}, "Ann plays 5", "Ben plays 4", "does-not-beat", ["4"], "Ben's 4 cannot beat Ann's 5: higher cards win."),
    Case(
        3,
        {},
        "first Cleo",
        "first Ann",
        "wrong-phase",
        [],
        (
            "Ann cannot be named as the one who starts: that is said once, before anything else in the "
            "first round of a set. Later the start stays with its seat."
        ),
    ),
    Case(
        3,
        {},
        "",
        "Ann plays 4 5",
        "not-a-combination",
        ["4", "5"],
        "A sequence is of one colour: name the colour of each of its cards.",
    ),
    Case(
        3,
        {},
        "",
        "Ann plays red-4 blue-5",
        "not-a-combination",
        ["red 4", "blue 5"],
        "red 4 and blue 5 make no sequence: all its cards have one colour.",
    ),
    Case(
        3,
        {},
        "Ann plays red-5 red-6",
        "Ben plays 7",
        "wrong-type",
        ["7"],
        "A sequence was led, so only sequences can follow.",
    ),
    Case(3, {}, "", "Ann pass", "must-lead", [], "Ann leads: there is nothing to beat, so a card must be played."),
    Case(
        3,
        {},
        "Ann plays 5; Ben twist",
        "Ben plays 6",
        "does-not-beat",
        ["6"],
        "Ben's 6 cannot beat Ann's 5: after the twist, lower cards win.",
    ),
    Case(
        3,
        {"three_eights": "on", "detail": "finish"},
        "Ann out; Ben out",
        "Ann three-eights",
        "wrong-phase",
        [],
        ("Ann is too late to show three 8s: that is done before anything is played in the first round of a set."),
    ),
    Case(
        4,
        {"detail": "finish"},
        "Ann out; Ben out; Cleo out",
        "Dan sits 4",
        "seat-unavailable",
        [],
        "Dan had seat 4 in the last round and must leave it.",
    ),
    Case(
        4,
        {"detail": "finish"},
        "Ann out; Ben out; Cleo out; Dan sits 2",
        "Cleo sits 2",
        "seat-unavailable",
        [],
        "Seat 2 is taken by Dan.",
    ),
    Case(
        4,
        {"detail": "finish"},
        "Ann out; Ben out; Cleo out; Dan sits 1",
        "Cleo sits 1",
        "seat-unavailable",
        [],
        "Seat 1 is taken by Dan.",
    ),
    Case(
        4,
        {"detail": "finish"},
        "Dan out; Ben out; Cleo out",
        "Ann sits 1",
        "seat-unavailable",
        [],
        "Ann had seat 1 in the last round and must leave it.",
    ),
    Case(
        4,
        {"detail": "finish"},
        "Ann out; Ben out; Cleo out; Dan sits 2",
        "Cleo sits 0",
        "seat-unavailable",
        [],
        "There is no seat 0 at this table.",
    ),
    Case(
        2,
        {"detail": "finish"},
        "Ann out; Ben sits 2",
        "Ann sits 1",
        "wrong-phase",
        [],
        "The seats are taken: Ann sits in seat 1.",
    ),
    Case(
        3,
        {"detail": "finish"},
        "Ann out; Ben out",
        "Cleo out",
        "wrong-phase",
        [],
        "The round is over: Cleo chooses a seat now.",
    ),
    Case(
        2,
        {"detail": "finish"},
        "Ann out; Ben sits 1; Ann out",
        "Ann out",
        "wrong-phase",
        [],
        "The game is over; nothing more can be declared.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_what_a_refusal_says(case: Case) -> None:
    check(case, after(started(case.players, **case.chosen), case.lines), read, refusal)
