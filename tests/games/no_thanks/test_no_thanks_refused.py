"""No Thanks!: what each refusal says, about whom, and with which cards (record: codes)."""

from __future__ import annotations

import pytest

from tests.games.no_thanks.lines import after, read, refusal, started
from tests.games.refusals import Case, check, name

CASES = [
    Case(
        3, {"hidden_tiger": "on"}, "", "flip 0", "no-such-card", ["0"], "There is no card 0: they are numbered 3 to 35."
    ),
    Case(
        3,
        {"hidden_tiger": "on"},
        "",
        "flip 1000000000",
        "no-such-card",
        [],
        "There is no such card: they are numbered 3 to 35.",
    ),
    Case(
        3,
        {"detail": "totals", "amigo": "10-20-30"},
        "",
        "Ann holds 10 tokens 1",
        "no-such-card",
        ["10"],
        "The 10 is out of the deck in this variant, as everybody knows: look again.",
    ),
    Case(3, {"hidden_tiger": "on"}, "", "Ann pass", "wrong-phase", [], "Ann must first turn up a card."),
    Case(
        3,
        {"hidden_tiger": "on"},
        "",
        "Ann holds tokens 3",
        "wrong-phase",
        [],
        "This game is declared turn by turn: the box works out what each player holds.",
    ),
    Case(
        3,
        {},
        "flip 3",
        "flip 3",
        "wrong-phase",
        ["3"],
        "The 3 is still there: the next card is turned up when a player has taken it.",
    ),
    Case(
        3,
        {"detail": "totals", "hidden_tiger": "on"},
        "",
        "flip 3",
        "wrong-phase",
        [],
        "This game is declared by totals: say at the end of the round what each player holds.",
    ),
    Case(
        3,
        {"hidden_tiger": "on"},
        "flip 3",
        "Ben pass",
        "out-of-turn",
        [],
        "It is not Ben's turn: Ann passes or takes.",
    ),
    Case(
        3,
        {"hidden_tiger": "on"},
        "flip 3;  Ann tiger 4",
        "Ann tiger 4",
        "card-already-seen",
        ["4"],
        "The 4 has been seen in this round: it lies before Ann.",
    ),
    Case(3, {}, "flip 3", "Ann tiger 3", "card-already-seen", ["3"], "The 3 is the card that is turned up."),
    Case(
        3,
        {},
        "flip 3",
        "Ann tiger 4",
        "tiger-unavailable",
        ["4"],
        "Ann cannot lay the 4: this game is played without hidden tigers.",
    ),
    Case(
        3,
        {"hidden_tiger": "on"},
        "flip 3;  Ann tiger 4",
        "Ann tiger 5",
        "tiger-unavailable",
        ["5"],
        "Ann cannot lay the 5: each player has one hidden tiger, and this one is laid.",
    ),
    Case(
        3,
        {},
        "flip 3",
        "first Ben",
        "wrong-phase",
        [],
        "Who starts a round is named once, before anything else of the round is declared.",
    ),
    Case(
        3,
        {"detail": "totals", "rounds": "2"},
        "Ann holds 3 tokens 1",
        "Ann holds 3 tokens 1",
        "out-of-turn",
        [],
        "Ann has already said what there was in this round.",
    ),
    Case(
        3,
        {"detail": "totals"},
        "",
        "Ann holds 5 5 tokens 1",
        "card-already-seen",
        ["5"],
        "The 5 of Ann is named twice: there is only one.",
    ),
    Case(
        3,
        {"detail": "totals"},
        "Ann holds 5-9 tokens 1",
        "Ben holds 9-35 tokens 99",
        "card-already-seen",
        ["9"],
        "Ben cannot hold the 9: it lies before Ann, and there is only one.",
    ),
    Case(
        3,
        {"detail": "totals"},
        "",
        "Ann holds 3 tokens 34",
        "does-not-add-up",
        [],
        "Ann cannot hold so many tokens: only 33 were dealt.",
    ),
    Case(
        3,
        {"detail": "totals"},
        "",
        "Ann holds 3-27 tokens 1",
        "does-not-add-up",
        [],
        "Ann cannot hold 25 cards: there are at most 24 to take.",
    ),
    Case(
        3,
        {"detail": "totals"},
        "Ann holds 3-20 tokens 20;  Ben holds 21-35 tokens 20",
        "Cleo holds tokens 0",
        "does-not-add-up",
        [],
        "All players together hold 33 cards, but 24 are taken in a round: look again.",
    ),
    Case(
        3,
        {"detail": "totals", "hidden_tiger": "on"},
        "Ann holds 3-13 tokens 11;  Ben holds 14-24 tokens 11",
        "Cleo holds 25-30 tokens 11",
        "does-not-add-up",
        [],
        "All players together hold 28 cards, but there are at most 27, tigers included: look again.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_what_a_refusal_says(case: Case) -> None:
    check(case, after(started(case.players, **case.chosen), case.lines), read, refusal)
