"""Wizard: what each refusal says, about whom, and with which cards (record: codes)."""

from __future__ import annotations

import pytest

from device.contract.refusal import Refused
from device.games.wizard.state import State, new_round
from display.words import ENGLISH
from tests.games.refusals import Case, check, name
from tests.games.wizard.lines import after, read, refusal, started

CARDS = {"detail": "cards"}
TRICKS = {"detail": "tricks"}
PLAIN = {"deck": "plain", "detail": "tricks"}
BIDS = "trump red; Ann bid 0; Ben bid 0; Cleo bid 0"
LAST = {"detail": "cards", "rounds": "down"}
LAST_BIDS = "Ann bid 0; Ben bid 0; Cleo bid 0"
TWO = "trump red; Ann bid 0; Ben bid 0; Cleo bid 0; Ann wins; trump red; Ben bid 0; Cleo bid 0; Ann bid 0"
SPECIAL_CARDS_OF_A_ROUND = (
    "trump red; Ann bid 0; Ben bid 0; Cleo bid 0; Dan bid 0; "
    "Ann plays red-1; Ben plays red-2; Cleo plays red-3; Dan plays red-4; "
    "trump none; Ben bid 0; Cleo bid 0; Dan bid 0; Ann bid 0; "
    "Ben plays wizard; Cleo plays wizard; Dan plays wizard; Ann plays wizard; "
    "Ben plays jester; Cleo plays jester; Dan plays jester"
)

CASES = [
    Case(3, {}, "", "Ann bid 2", "bid-limit", [], "Ann can't bid so many: this round has 1 trick."),
    Case(
        3,
        {"sum": "not-even"},
        "Ann bid 0; Ben bid 0",
        "Cleo bid 1",
        "bid-limit",
        [],
        "Cleo bids last and can't bid 1: all bids would add up to the 1 trick of the round.",
    ),
    Case(3, {}, "", "Ben bid 0", "out-of-turn", [], "It is not Ben's turn: Ann is to act."),
    Case(3, {}, "", "Ben won 0", "wrong-phase", [], "The bids are being said: Ann is next."),
    Case(3, {}, "trump red", "trump blue", "wrong-phase", [], "The bids are being said: Ann is next."),
    Case(
        3,
        {},
        "Ann bid 0",
        "first Ben",
        "wrong-phase",
        [],
        "Who bids first is said once, before trump and bids of the round: Ann does in this one.",
    ),
    Case(
        3,
        TRICKS,
        "",
        "Ann bid 0",
        "wrong-phase",
        [],
        "Say first which suit is trump, or that there is none.",
    ),
    Case(
        3,
        {},
        "Ann bid 0; Ben bid 0; Cleo bid 0",
        "Ann bid 0",
        "wrong-phase",
        [],
        "All have bid: how many tricks everybody won is said next.",
    ),
    Case(3, TRICKS, BIDS, "Ann won 1", "wrong-phase", [], "Trick 1 is being played: say who wins it."),
    Case(3, CARDS, BIDS, "Ann wins", "wrong-phase", [], "Trick 1 is being played: Ann plays a card."),
    Case(
        3,
        {},
        "Ann bid 0; Ben bid 0; Cleo bid 0; Ben won 0",
        "Ben won 1",
        "out-of-turn",
        [],
        "Ben has said already how many tricks they won.",
    ),
    Case(
        3,
        {},
        "Ann bid 0; Ben bid 0; Cleo bid 0",
        "Ben won 2",
        "does-not-add-up",
        [],
        "Ben can't have won so many: this round has 1 trick.",
    ),
    Case(
        3,
        {},
        "Ann bid 0; Ben bid 0; Cleo bid 0; Ben won 0; Ann won 0",
        "Cleo won 0",
        "does-not-add-up",
        [],
        "0 declared, but the round has 1 trick. Check all figures; Cleo's came last.",
    ),
    Case(
        3,
        {},
        "Ann bid 0; Ben bid 0; Cleo bid 0; Ben won 1",
        "Ann won 1",
        "does-not-add-up",
        [],
        "2 declared with Ann's, but the round has 1 trick. Check all figures.",
    ),
    Case(
        3,
        TRICKS,
        "",
        "trump clubs",
        "no-such-card",
        [],
        "There is no suit “clubs” in this deck: it has blue, red, yellow and green.",
    ),
    Case(
        3,
        PLAIN,
        "trump hearts; Ann bid 0; Ben bid 0; Cleo bid 0",
        "Ann wins lead red",
        "no-such-card",
        [],
        "There is no suit “red” in this deck: it has clubs, diamonds, hearts and spades.",
    ),
    Case(
        3,
        PLAIN,
        "trump hearts; Ann bid 0; Ben bid 0; Cleo bid 0",
        "Ann wins wizard",
        "no-such-card",
        [],
        "There are no wizards and jesters in this deck: the table plays Oh Hell.",
    ),
    Case(
        3,
        CARDS,
        BIDS,
        "Ann plays blue-14",
        "no-such-card",
        [],
        "There is no such card in this deck: there are blue, red, yellow and green from 1 to 13.",
    ),
    Case(
        3,
        CARDS,
        f"{BIDS}; Ann plays blue-3",
        "Ben plays blue-3",
        "card-already-seen",
        ["blue 3"],
        "Ben can't have blue 3: it has been played in this round.",
    ),
    Case(
        5,
        CARDS,
        "trump red; Ann bid 0; Ben bid 0; Cleo bid 0; Dan bid 0; Eve bid 0; Ann plays wizard; Ben plays wizard; "
        "Cleo plays wizard; Dan plays wizard",
        "Eve plays wizard",
        "card-already-seen",
        ["wizard"],
        "The deck has 4 wizards: with Eve's there would be 5.",
    ),
    Case(
        5,
        TRICKS,
        "trump red; Ann bid 0; Ben bid 0; Cleo bid 0; Dan bid 0; Eve bid 0",
        "Ann wins jester",
        "card-already-seen",
        ["jester"],
        "The deck has 4 jesters: with Ann's there would be 5.",
    ),
    Case(
        4,
        CARDS,
        SPECIAL_CARDS_OF_A_ROUND,
        "Ann plays jester",
        "card-already-seen",
        ["jester"],
        "Ann can't have jester: there is no trump, so a jester or a wizard was turned, and all others have been "
        "played.",
    ),
    Case(
        3,
        TRICKS,
        BIDS,
        "Ben wins jester",
        "does-not-add-up",
        ["jester"],
        "A jester wins only when nothing else is played: then Ann, who led, wins, with no lead suit.",
    ),
    Case(
        3,
        TRICKS,
        BIDS,
        "Ben wins blue-3 lead green",
        "does-not-add-up",
        ["blue 3"],
        "Ben's blue 3 can't have won: it is neither trump nor of the lead suit green.",
    ),
    Case(
        3,
        TRICKS,
        BIDS,
        "Ann wins red-3 lead green",
        "does-not-add-up",
        ["red 3"],
        "Ann led this trick: the lead suit is that of red 3, not green.",
    ),
    Case(
        3,
        TRICKS,
        BIDS,
        "Ann wins wizard lead green",
        "does-not-add-up",
        ["wizard"],
        "Ann led a wizard: then no suit is asked for.",
    ),
    Case(
        3,
        TRICKS,
        f"{TWO}; Cleo wins red-3 lead blue",
        "Cleo wins blue-3",
        "revoke",
        ["blue 3"],
        "Revoke: Cleo did not follow blue in trick 1, and has blue 3 in trick 2.",
    ),
    Case(
        3,
        LAST,
        f"{LAST_BIDS}; Ann plays blue-1; Ben plays red-1; Cleo plays blue-2; Cleo plays green-1; Ann plays green-2",
        "Ben plays blue-3",
        "revoke",
        ["blue 3"],
        "Revoke: Ben did not follow blue in trick 1, and has blue 3 in trick 2.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_what_a_refusal_says(case: Case) -> None:
    check(case, after(started(case.players, **case.chosen), case.lines), read, refusal)


def test_hands_are_too_small_for_what_nobody_has_shown() -> None:
    """Detail `cards`, all cards dealt: two of three are out of blue, and the third spends too many other cards."""
    state = after(started(3, **LAST), LAST_BIDS, "Ann plays blue-1; Ben plays red-1; Cleo plays red-2")
    for suit, high, low in [("red", 13, 3), ("red", 12, 5), ("red", 11, 7)] + [
        ("yellow", 13 - step, 1 + 2 * step) for step in range(4)
    ]:
        state = after(state, f"Ann plays {suit}-{high}; Ben plays {suit}-{low}; Cleo plays {suit}-{low + 1}")
    fault = refusal(state, "Ann plays green-13")
    assert fault.code.value == "revoke"
    assert ENGLISH.say(fault.sentence) == (
        "Revoke: after this card of Ann in trick 9, 12 cards of blue are still unseen, but there is room for 11: Ben "
        "and Cleo can have none (trick 1: suit not followed)."
    )


def late(trump: str | None, cards: int, **chosen: str) -> State:
    """Three players in a round of so many cards, everybody having bid 0."""
    state = started(3, detail="tricks", **chosen)
    return state._replace(round=new_round(3, cards, 0)._replace(trump=trump, is_trump_declared=True, bids=(0, 0, 0)))


HEARTS = "; ".join(f"Ann wins hearts-{n}" for n in range(2, 14))
REDS = "; ".join(f"Ann wins red-{n}" for n in range(1, 14))
WIZARDS = "; ".join(["Ann wins wizard"] * 3)


@pytest.mark.parametrize(
    ("state", "lines", "line", "said"),
    [
        (
            late("hearts", 17, deck="plain"),
            HEARTS,
            "Ann wins hearts-14",
            "Ann can't have A of hearts: hearts is trump, so a card of it was turned, and all others have been played.",
        ),
        (
            late("red", 19),
            f"{REDS}; {WIZARDS}",
            "Ann wins wizard",
            "Ann can't have wizard: red is trump, so a card of it or a wizard was turned, and all others have been "
            "played.",
        ),
        (
            late("red", 19),
            f"{REDS.removesuffix('; Ann wins red-13')}; {WIZARDS}; Ann wins wizard",
            "Ann wins red-13",
            "Ann can't have red 13: red is trump, so a card of it or a wizard was turned, and all others have been "
            "played.",
        ),
    ],
)
def test_the_card_turned_for_trump_is_played_by_nobody(state: State, lines: str, line: str, said: str) -> None:
    fault = refusal(after(state, lines), line)
    assert (fault.code.value, ENGLISH.say(fault.sentence)) == ("card-already-seen", said)


@pytest.mark.parametrize(
    "line",
    ["Ann sings", "Ann bid", "Ann bid x", "Ann bid 03", "Ann bid -1", "Ann plays 7", "Ann plays blue",
     "Ann plays blue-07", "Ann wins lead", "Ann wins lead 7", "Ann wins blue-3 led red", "Ann won 1 2", "trump",
     "trump 7", "trump red blue"],
)  # fmt: skip
def test_what_cannot_be_read(line: str) -> None:
    with pytest.raises(Refused) as refused:
        read(started(), line)
    assert refused.value.refusal.code.value == "syntax"


def test_tricks_that_do_not_add_up_may_be_somebody_elses() -> None:
    """The page then says how an earlier line is corrected."""
    state = after(started(), "Ann bid 0; Ben bid 0; Cleo bid 0")
    assert refusal(after(state, "Ann won 1"), "Ben won 1").may_be_earlier
    assert not refusal(state, "Ann won 2").may_be_earlier
