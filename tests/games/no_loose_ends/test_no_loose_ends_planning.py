"""No Loose Ends: planning, passes, double-cross and who starts (English rulebook; rulings where it says nothing)."""

from __future__ import annotations

import pytest

from device.games.no_loose_ends.game import GAME
from tests.games.no_loose_ends.lines import NAMES, after, code, passed, playing, read, refusal, said, started, syntax

CROSSED = "Teresa bid red-3; Kaylen bid gray-1; Taylor bid gray-2; Teresa double-cross"


@pytest.mark.parametrize(
    "line",
    [
        "Teresa",
        "Teresa bid",
        "Teresa bid 5",
        "Teresa bid red",
        "Teresa bid red-",
        "Teresa bid -5",
        "Teresa bid red-05",
        "Teresa bid red-+5",
        "Teresa bid red--5",
        "Teresa bid red-5-6",
        "Teresa bid red 5",
        "Teresa bid red-5 yellow-2",
        "Teresa bid red-٥",
        "Teresa bid red-five",
        "Teresa bid Getaway",
        "Teresa pass now",
        "Teresa Pass",
        "Teresa double-cross red-3",
        "Teresa doublecross",
        "Teresa take",
        "Teresa twist",
        "Teresa out",
        "Teresa tiger 12",
        "Teresa sits 2",
        "Teresa holds tokens 3",
        "Teresa plays",
        "Teresa plays 5",
        "Teresa plays red-1 red-2",
        "Teresa wins 5",
        "Teresa wins lead",
        "Teresa wins red-5 lead",
        "Teresa wins red-5 red",
        "Teresa wins red-5 led red",
        "Teresa wins lead red-5",
        "Teresa wins lead 5",
        "Teresa wins lead red red-5",
        "Teresa covers",
        "Teresa covers 5",
        "Teresa covers red-3 red-5",
        "Teresa loose 1",
        "Teresa planned 3",
        "Teresa planned 3 covered 2",
        "Teresa planned 3 covered 2 extra",
        "Teresa planned 03 covered 2 extra 1",
        "Teresa planned 3 covered -2 extra 1",
        "Teresa planned 3 covered 2 extra +1",
        "Teresa planned three covered 2 extra 1",
        "Teresa planned 3 extra 1 covered 2",
    ],
)
def test_what_cannot_be_read(line: str) -> None:
    """Unknown verbs, those of other games, wrong shapes, signs and leading zeros."""
    assert syntax(started(), line)


@pytest.mark.parametrize(
    "card", ["green-5", "Blue-5", "céladon-3", "red-0", "red-13", "red-999999999999999999999", "getaway", "getaway-1"]
)
def test_cards_that_are_not_in_the_deck(card: str) -> None:
    """Unknown suits, numbers outside the deck however long, and getaway cards that stayed in the box."""
    fault = refusal(started(), f"Teresa bid {card}")
    assert fault.code == "no-such-card"
    assert fault.seat == 0


def test_absurdly_long_numbers_cost_nothing() -> None:
    assert code(started(), "Teresa bid red-" + "9" * 100_000) == "no-such-card"
    assert code(started(detail="totals"), f"Teresa planned {'9' * 100_000} covered 1 extra 1") == "bid-limit"


def test_clockwise_turns() -> None:
    """Planning: in clockwise order, beginning with the first player."""
    state = started()
    assert code(state, "Kaylen bid red-3") == "out-of-turn"
    state = after(state, "Teresa bid red-3")
    assert code(state, "Teresa pass") == "out-of-turn"
    assert code(state, "Taylor pass") == "out-of-turn"
    assert "Kaylen" in said(refusal(state, "Taylor pass"))


def test_a_pass_ends_the_planning_of_a_player() -> None:
    """Pass: the turn does not come again."""
    state = after(started(), "Teresa pass; Kaylen bid red-3; Taylor bid red-4; Kaylen bid red-5")
    assert code(state, "Teresa bid red-6") == "out-of-turn"
    assert playing(state).turn == NAMES.index("Taylor")


def test_a_card_is_bid_once() -> None:
    state = after(started(), "Teresa bid red-3")
    fault = refusal(state, "Kaylen bid red-3")
    assert fault.code == "card-already-seen"
    assert said(fault) == "Kaylen can't bid red 3: it is already bid."


def test_a_card_may_be_bid_again_in_the_next_round() -> None:
    """Every round is dealt anew."""
    state = after(started(5), ["Teresa bid red-3", *(f"{name} pass" for name in (*NAMES[1:], "Teresa"))])
    state = after(state, ["Teresa wins red-4", *["Kaylen wins"] * 10])
    after(state, "Kaylen bid red-3")


def test_getaway_cards_are_never_bid() -> None:
    """Getaway Cards, Planning."""
    assert code(started(getaway_cards="on"), "Teresa bid getaway") == "getaway-bid"
    assert code(started(), "Teresa bid getaway") == "no-such-card"


def test_bid_limit_comes_before_getaway_bid() -> None:
    """Within a row of the table of codes the one further left."""
    state = after(started(5, getaway_cards="on"), "Teresa pass; Kaylen pass; Taylor pass; Ann pass")
    state = after(state, "Ben bid red-1; Ben bid red-2; Ben bid red-3")
    assert code(state, "Ben bid getaway") == "bid-limit"
    assert code(state, "Ben bid red-3") == "card-already-seen"
    assert code(state, "Ben bid red-16") == "no-such-card"
    assert code(state, "Ann bid red-16") == "out-of-turn"
    assert code(state, "Ann plays red-16") == "wrong-phase"


def test_the_pass_at_the_limit_is_a_line_of_the_record() -> None:
    """Increase Your Bid: one must pass on one's next turn; nobody is asked, but the record has the line."""
    state = after(started(5), "Teresa pass; Kaylen pass; Taylor pass; Ann pass; Ben bid red-1; Ben bid red-2")
    assert GAME.forced(state) is None
    state = after(state, "Ben bid red-3")
    assert GAME.forced(state) == read(state, "Ben pass")
    assert code(state, "Ben wins") == "wrong-phase"
    assert not playing(after(state, "Ben pass")).is_planning


def test_no_forced_pass_while_a_double_cross_is_open() -> None:
    """Double-Cross: at the limit the first passer still has a choice."""
    lines = [f"Teresa bid red-{number}; Kaylen bid gray-{number}" for number in range(1, 7)]
    state = after(started(2, double_cross="on"), lines)
    assert code(state, "Teresa bid blue-1") == "bid-limit"
    assert GAME.forced(state) is None
    assert GAME.forced(after(state, "Teresa pass")) == read(state, "Kaylen pass")
    assert GAME.forced(after(state, "Teresa double-cross")) == read(state, "Kaylen pass")


@pytest.mark.parametrize("line", ["Teresa plays red-1", "Teresa wins", "Teresa covers red-3", "Teresa loose"])
def test_no_tricks_while_the_planning_lasts(line: str) -> None:
    assert code(started(), line) == "wrong-phase"
    assert code(started(detail="cards"), line) == "wrong-phase"


@pytest.mark.parametrize("line", ["Teresa bid red-1", "Teresa pass", "Teresa double-cross"])
def test_no_planning_once_everyone_has_passed(line: str) -> None:
    assert code(passed(), line) == "wrong-phase"
    assert code(passed(double_cross="on", detail="cards"), line) == "wrong-phase"


def test_a_double_cross_gives_the_bids_back() -> None:
    """Double-Cross: the cards go back into the hand, so that the tricks are counted without them."""
    state = after(started(double_cross="on"), f"{CROSSED}; Kaylen pass; Taylor pass")
    assert playing(state).bids[0] == ()
    assert playing(state).total_trick_count == 15
    state = after(started(double_cross="on"), "Teresa bid red-3; Kaylen pass")
    assert code(state, "Teresa double-cross") == "out-of-turn"


def test_a_double_cross_is_the_first_pass() -> None:
    """Double-Cross: only the first player to pass in the round."""
    state = after(started(double_cross="on"), "Teresa bid red-3; Kaylen pass; Taylor bid red-4")
    fault = refusal(state, "Teresa double-cross")
    assert fault.code == "double-cross-unavailable"
    assert "Kaylen" in said(fault)
    state = after(started(double_cross="on"), f"{CROSSED}; Kaylen bid gray-5; Taylor pass")
    assert code(state, "Kaylen double-cross") == "double-cross-unavailable"


def test_a_double_cross_needs_a_bid() -> None:
    """Ruling: with no bid a pass is already a snitch, and nothing is asked."""
    assert code(started(double_cross="on"), "Teresa double-cross") == "double-cross-unavailable"


def test_a_double_cross_needs_the_option() -> None:
    state = after(started(), "Teresa bid red-3; Kaylen bid red-4; Taylor bid red-5")
    assert code(state, "Teresa double-cross") == "double-cross-unavailable"
    assert code(state, "Kaylen double-cross") == "out-of-turn"


def test_a_double_cross_in_each_round() -> None:
    """Double-Cross: each round has its first passer."""
    state = after(started(double_cross="on"), f"{CROSSED}; Kaylen pass; Taylor pass")
    state = after(state, [*["Teresa wins"] * 15, "Kaylen bid red-1; Taylor pass"])
    assert code(state, "Teresa double-cross") == "double-cross-unavailable"
    state = after(state, "Teresa pass; Kaylen pass")
    state = after(state, ["Teresa wins"] * 15)
    assert playing(state).double_crosser is None
    after(state, "Taylor bid red-1; Teresa bid red-2; Kaylen bid red-3; Taylor double-cross")


def test_a_double_cross_can_be_a_successful_snitch() -> None:
    """Double-Cross and Snitching: no tricks after it, 10 points."""
    state = after(started(double_cross="on"), "Teresa bid red-3; Kaylen bid red-4; Taylor pass; Teresa pass")
    assert playing(state).double_crosser is None
    state = after(started(double_cross="on"), f"{CROSSED}; Kaylen pass; Taylor pass")
    state = after(state, ["Kaylen wins", "Kaylen covers gray-1", *["Kaylen wins"] * 14])
    assert GAME.scores(state).rounds[0].points == (10, 2 - 14 * 2, -2)


def test_cards_taken_back_are_in_that_hand() -> None:
    """The companion knows where they are: nobody else can bid them."""
    state = after(started(double_cross="on"), CROSSED)
    fault = refusal(state, "Kaylen bid red-3")
    assert fault.code == "card-already-seen"
    assert "Teresa" in said(fault)
    after(state, "Kaylen bid red-4")


def test_who_starts() -> None:
    """Setup, step 5: the table says who; without it the first named player starts round 1."""
    assert GAME.starter(started()) == 0
    state = after(started(), "first Taylor")
    assert GAME.starter(state) is None
    assert code(state, "Teresa bid red-3") == "out-of-turn"
    assert code(state, "first Kaylen") == "wrong-phase"
    assert code(state, "first Taylor") == "wrong-phase"
    state = after(state, "Taylor bid red-3")
    assert GAME.starter(state) is None
    assert code(state, "first Kaylen") == "wrong-phase"


@pytest.mark.parametrize("line", ["Teresa pass", "Teresa bid red-3"])
def test_first_comes_before_the_first_declaration(line: str) -> None:
    state = after(started(), line)
    assert GAME.starter(state) is None
    assert code(state, "first Teresa") == "wrong-phase"


def test_first_is_late_while_tricks_are_played() -> None:
    assert code(passed(), "first Teresa") == "wrong-phase"


def test_the_start_passes_clockwise() -> None:
    """Ruling: one seat clockwise each round, from whoever started, and the table can name another player."""
    state = after(passed(), ["Taylor wins"] * 16)
    assert GAME.starter(state) == 1
    state = after(state, ["first Teresa", "Teresa pass; Kaylen pass; Taylor pass", *["Taylor wins"] * 16])
    assert GAME.starter(state) == 1
    assert code(state, "Teresa pass") == "out-of-turn"
    after(state, "Kaylen pass")


def test_first_at_detail_totals() -> None:
    state = after(started(detail="totals"), "first Kaylen")
    assert GAME.starter(state) is None
    state = after(state, "Taylor planned 0 covered 0 extra 16")
    assert code(state, "first Kaylen") == "wrong-phase"
