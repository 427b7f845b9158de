"""No Loose Ends: revokes (English rulebook, Winning Tricks: follow suit if possible; Double-Cross: known cards)."""

from __future__ import annotations

import pytest

from device.contract.refusal import Refused
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import State
from tests.games.no_loose_ends.lines import NAMES, accepts, after, code, passed, playing, read, refusal, said, started

BOTH_TRICKS = "Revoke: Teresa did not follow red in trick 1, and has red 5 in trick 2."


def void(*, getaway_cards: str = "off") -> State:
    """Taylor led red, and Teresa won by trumping: she is out of red, and leads trick 2."""
    return after(passed(getaway_cards=getaway_cards), "Teresa wins blue-10 lead red")


def test_winning_with_a_suit_not_followed() -> None:
    """A winner who trumps a named other lead is out of that suit. The sentence names both tricks."""
    fault = refusal(void(), "Teresa wins red-5")
    assert fault.code == "revoke"
    assert said(fault) == BOTH_TRICKS
    assert fault.seat == 0
    assert [face.number for face in fault.cards] == [5]
    assert accepts(void(), "Teresa wins yellow-5")
    assert accepts(void(), "Teresa wins")


def test_leading_a_suit_not_followed() -> None:
    """Whoever wins: the leader's own card is of the lead suit."""
    for line in ("Teresa wins lead red", "Kaylen wins red-9", "Kaylen wins lead red", "Kaylen wins blue-3 lead red"):
        fault = refusal(void(), line)
        assert fault.code == "revoke"
        assert fault.seat == 0
        assert said(fault) == "Revoke: Teresa did not follow red in trick 1, and has red in trick 2."
    assert accepts(void(), "Kaylen wins blue-3")


def test_a_leader_may_have_led_a_getaway_card() -> None:
    """Getaway Cards: then somebody else's card gave the lead suit, unless the leader won or no such card is left."""
    assert accepts(void(getaway_cards="on"), "Kaylen wins red-9")
    assert accepts(void(getaway_cards="on"), "Taylor wins blue-3 lead red")
    assert code(void(getaway_cards="on"), "Kaylen wins blue-3 lead red") == "revoke"  # nobody else can have led red
    assert code(void(getaway_cards="on"), "Teresa wins lead red") == "revoke"
    assert code(void(getaway_cards="on"), "Teresa wins red-9") == "revoke"
    two = after(passed(2, getaway_cards="on"), "Kaylen wins getaway; Teresa wins blue-10 lead red")
    assert accepts(two, "Kaylen wins red-9")
    two = after(passed(2, getaway_cards="on"), "Kaylen wins getaway; Kaylen wins getaway; Teresa wins blue-10 lead red")
    assert code(two, "Kaylen wins red-9") == "revoke"


def test_nothing_is_concluded_from_an_unnamed_lead() -> None:
    """The lead suit is the winning card's own unless said; a winner without a card proves nothing."""
    for line in ("Teresa wins blue-10", "Teresa wins lead red", "Teresa wins", "Teresa wins blue-10 lead blue"):
        assert accepts(after(passed(), line), "Teresa wins red-5")


def test_revoke_comes_before_what_does_not_add_up() -> None:
    """Where one line breaks several rules, the earlier row wins."""
    state = after(void(), "Kaylen wins")
    assert code(state, "Teresa wins red-5 lead yellow") == "revoke"
    assert code(state, "Teresa wins gray-5 lead yellow") == "does-not-add-up"
    assert code(state, "Teresa wins blue-10 lead yellow") == "card-already-seen"
    state = after(state, "Kaylen wins red-5")
    assert code(state, "Teresa wins red-5") == "card-already-seen"
    assert code(state, "Teresa wins red-13") == "no-such-card"


def test_the_earliest_trick_is_named() -> None:
    state = after(void(), "Kaylen wins; Teresa wins blue-9 lead red; Kaylen wins")
    assert "in trick 1, and has red 5 in trick 5" in said(refusal(state, "Teresa wins red-5"))


def test_a_new_round_forgets() -> None:
    """Every round is dealt anew."""
    state = after(void(), [*["Kaylen wins"] * 15, "Kaylen pass; Taylor pass; Teresa pass"])
    assert accepts(state, "Teresa wins red-5")


def test_playing_a_suit_not_followed() -> None:
    """Detail `cards`: found with the card that proves it."""
    state = after(passed(detail="cards"), "Taylor plays red-1; Teresa plays gray-1; Kaylen plays red-2")
    state = after(state, "Kaylen plays red-3; Taylor plays red-4")
    fault = refusal(state, "Teresa plays red-5")
    assert said(fault) == BOTH_TRICKS
    assert accepts(state, "Teresa plays gray-5")
    assert code(state, "Teresa plays red-4") == "card-already-seen"


CROSSED = "Teresa bid red-3; Kaylen bid gray-1; Taylor bid gray-2; Teresa double-cross; Kaylen pass; Taylor pass"
CROSSED_TWO = (
    "Teresa bid red-3; Kaylen bid gray-1; Taylor bid gray-2; Teresa bid red-4; Kaylen bid gray-3; Taylor bid gray-4;"
    "Teresa double-cross; Kaylen pass; Taylor pass"
)
CROSSED_THREE = (
    "Teresa bid red-3; Kaylen bid gray-1; Taylor bid gray-2; Teresa bid yellow-4; Kaylen bid gray-3; Taylor bid gray-4;"
    "Teresa bid yellow-6; Kaylen bid gray-5; Taylor bid gray-6; Teresa double-cross; Kaylen pass; Taylor pass"
)


def crossed(lines: str = CROSSED, *, detail: str = "tricks", getaway_cards: str = "off") -> State:
    return after(started(double_cross="on", detail=detail, getaway_cards=getaway_cards), lines)


def test_known_cards_must_follow() -> None:
    """Double-Cross: a card taken back is known to be in that hand, so that it must follow at once."""
    fault = refusal(crossed(), "Teresa wins blue-4 lead red")
    assert fault.code == "revoke"
    assert said(fault) == ("Revoke: Teresa does not follow red in trick 1, but holds red 3, taken back before trick 1.")
    assert accepts(crossed(), "Teresa wins blue-4 lead yellow")
    assert accepts(crossed(), "Kaylen wins blue-4 lead red")
    assert accepts(crossed(), "Teresa wins lead red")
    assert code(crossed(), "Teresa wins gray-4 lead red") == "revoke"  # and cannot have won besides


def test_known_cards_must_follow_card_by_card() -> None:
    state = after(crossed(detail="cards"), "Taylor plays red-1")
    assert code(state, "Teresa plays blue-4") == "revoke"
    assert code(state, "Teresa plays gray-1") == "card-already-seen"
    state = after(state, "Teresa plays red-3; Kaylen plays red-2; Teresa plays gray-5; Kaylen plays red-6")
    assert playing(state).voids[0].seat == 1
    after(
        after(crossed(detail="cards"), "Taylor plays red-1; Teresa plays red-12; Kaylen plays red-2"),
        "Teresa plays red-3",
    )


def test_a_getaway_card_hides_known_cards() -> None:
    """Getaway Cards: they may be played even by a player known to hold the suit."""
    state = after(crossed(detail="cards", getaway_cards="on"), "Taylor plays red-1; Teresa plays getaway")
    assert playing(state).voids == ()


@pytest.mark.parametrize("line", ["Kaylen plays red-3", "Taylor plays red-3"])
def test_known_cards_are_nobody_elses(line: str) -> None:
    """A card taken back can be played by that player only."""
    state = after(crossed(detail="cards"), "Taylor plays blue-1; Teresa plays blue-2" if line[0] == "K" else "")
    fault = refusal(state, line)
    assert fault.code == "card-already-seen"
    assert "Teresa" in said(fault)


def test_known_cards_win_for_nobody_else() -> None:
    state = after(crossed(), "Taylor wins; Taylor loose; Taylor wins; Taylor loose")
    assert code(state, "Kaylen wins red-3") == "card-already-seen"
    state = after(state, "Teresa wins red-3")
    assert code(state, "Teresa wins red-3") == "card-already-seen"


def test_known_cards_count_while_they_outnumber_undeclared_plays() -> None:
    """A card taken back may have been among the plays that were not declared."""
    one = after(crossed(), "Kaylen wins; Kaylen loose")
    assert accepts(one, "Teresa wins blue-4 lead red")
    two = after(crossed(CROSSED_TWO), "Kaylen wins; Kaylen loose")
    assert code(two, "Teresa wins blue-4 lead red") == "revoke"
    two = after(two, "Taylor wins; Taylor loose")
    assert accepts(two, "Teresa wins blue-4 lead red")


def test_declared_plays_spend_no_known_card() -> None:
    """Plays that were declared are accounted for; the known card itself, once declared, is not in the hand."""
    state = after(crossed(), "Teresa wins blue-5 lead yellow; Teresa wins gray-9")
    assert playing(state).undeclared_play_count == 0
    state = after(crossed(CROSSED_TWO), "Teresa wins red-3; Kaylen wins; Kaylen loose")
    assert accepts(state, "Teresa wins blue-4 lead red")


def test_getaway_tricks_spend_no_known_card() -> None:
    """Fine print: a winning getaway card shows one of each player."""
    state = after(crossed(getaway_cards="on"), "Taylor wins getaway")
    assert code(state, "Teresa wins blue-4 lead red") == "revoke"


def test_known_cards_of_several_suits() -> None:
    """Out of one suit, the cards of it must be among the undeclared plays, so that those of another suit can't be."""
    state = crossed(CROSSED_THREE)
    state = after(state, "Kaylen wins; Kaylen loose; Teresa wins blue-1 lead red; Kaylen wins; Kaylen loose")
    fault = refusal(state, "Teresa wins blue-2 lead yellow")
    assert fault.code == "revoke"
    assert said(fault) == (
        "Revoke: Teresa took back more cards of red and yellow than can be gone by now, "
        "but did not follow them in tricks 2 and 4."
    )
    state = after(state, "Kaylen wins; Kaylen loose")
    assert accepts(state, "Teresa wins blue-2 lead yellow")


CROWDED = "Taylor plays red-1; Teresa plays yellow-1; Kaylen plays yellow-2; Taylor plays gray-1; Teresa plays yellow-3"


def crowded() -> State:
    """Nobody but Taylor can hold red or gray cards, and there are more of them than Taylor's hand has room for.

    One play is missing: Kaylen's, in trick 2.
    """
    return after(passed(detail="cards"), CROWDED)


def test_no_deal_fits() -> None:
    """Every card is dealt: if no deal of the unseen cards fits, somebody revoked. The tricks in question are named."""
    fault = refusal(crowded(), "Kaylen plays yellow-4")
    assert fault.code == "revoke"
    assert "Kaylen in trick 2" in said(fault)
    assert "22 cards of red and gray" in said(fault)
    assert "room for 14: Teresa and Kaylen can have none (tricks 1 and 2" in said(fault)
    assert accepts(crowded(), "Kaylen plays gray-2")
    assert code(crowded(), "Kaylen plays yellow-3") == "card-already-seen"
    assert code(crowded(), "Kaylen plays red-2") == "revoke"


def test_no_deal_fits_by_a_player_who_followed() -> None:
    """The card that proves a revoke may be another's: Taylor, left with all the red cards, has too few places."""
    state = after(passed(detail="cards"), "Taylor plays red-1; Teresa plays gray-1; Kaylen plays gray-2")
    for high, low in ((12, 1), (11, 3), (10, 5), (9, 7)):
        state = after(state, f"Taylor plays yellow-{high}; Teresa plays yellow-{low}; Kaylen plays yellow-{low + 1}")
    fault = refusal(state, "Taylor plays blue-12")
    assert fault.code == "revoke"
    assert "Taylor in trick 6" in said(fault)
    assert "11 cards of red" in said(fault)
    assert "room for 10: Teresa and Kaylen can have none (trick 1: " in said(fault)
    assert accepts(state, "Taylor plays red-2")


def test_the_rest_of_the_deck_is_one_more_place() -> None:
    """Getaway Cards: four cards are in no hand. With them there is room for 18, where 22 cards must be."""
    state = after(passed(detail="cards", getaway_cards="on"), CROWDED)
    assert "room for 18: Teresa and Kaylen can have none" in said(refusal(state, "Kaylen plays yellow-4"))
    assert accepts(state, "Kaylen plays getaway")
    assert accepts(state, "Kaylen plays gray-2")


def test_a_hand_of_two_players_needs_cards_to_lie_in_it() -> None:
    """Setup: with two players 18 cards are in no hand. Out of three suits, 12 cards are too many trumps."""
    state = after(
        passed(2, detail="cards"),
        "Kaylen plays red-1; Teresa plays gray-1; Kaylen plays yellow-1; Teresa plays gray-2; Kaylen plays gray-3",
    )
    fault = refusal(state, "Teresa plays blue-1")
    assert fault.code == "revoke"
    assert "tricks 1, 2 and 3: suit not followed" in said(fault)
    assert accepts(state, "Teresa plays gray-4")


@pytest.mark.parametrize(("players", "all_dealt"), [(2, False), (3, True), (4, True), (5, True)])
def test_when_every_card_is_dealt(players: int, all_dealt: bool) -> None:
    """Setup: 48 or 60 cards of the four suits, cards each."""
    assert started(players).is_all_dealt == all_dealt
    assert not started(players, getaway_cards="on").is_all_dealt


def test_a_let_stand_revoke_forgets_the_suit() -> None:
    """The line that was refused passes, and what it disproves is forgotten: no second revoke for the same thing."""
    state = after(void(), "Teresa wins red-5", waive_revoke=True)
    assert playing(state).voids == ()
    after(state, "Teresa wins red-6; Kaylen wins red-7")
    for line in ("Teresa wins lead red", "Kaylen wins red-9", "Kaylen wins blue-3 lead red"):
        assert playing(after(void(), line, waive_revoke=True)).finished_trick_count == 2
    cards = after(passed(detail="cards"), "Taylor plays red-1; Teresa plays gray-1; Kaylen plays red-2")
    cards = after(cards, "Kaylen plays red-3; Taylor plays red-4")
    cards = after(cards, "Teresa plays red-5", waive_revoke=True)
    after(
        cards,
        "Teresa plays yellow-6; Kaylen plays yellow-7; Taylor plays yellow-8; Taylor plays red-7; Teresa plays red-8",
    )


def test_a_let_stand_revoke_keeps_what_it_does_not_disprove() -> None:
    """Another suit not followed stays proven, and so does the suit not followed in the very line."""
    state = after(passed(), "Teresa wins blue-10 lead red; Kaylen wins; Teresa wins blue-9 lead yellow; Kaylen wins")
    state = after(state, "Teresa wins red-5", waive_revoke=True)
    assert code(state, "Teresa wins yellow-5") == "revoke"
    cards = after(passed(detail="cards"), "Taylor plays red-1; Teresa plays gray-1; Kaylen plays red-2")
    cards = after(after(cards, "Kaylen plays yellow-3; Taylor plays yellow-4"), "Teresa plays red-5", waive_revoke=True)
    assert [(one.suit, one.trick) for one in playing(cards).voids] == [("yellow", 2)]


def test_a_let_stand_revoke_with_known_cards() -> None:
    """The card taken back is still there: playing it later is no second revoke, and nobody else can play it."""
    state = after(crossed(), "Teresa wins blue-4 lead red", waive_revoke=True)
    assert code(state, "Kaylen wins red-3") == "card-already-seen"
    after(state, "Teresa wins red-3; Teresa wins red-5")
    cards = after(after(crossed(detail="cards"), "Taylor plays red-1"), "Teresa plays blue-4", waive_revoke=True)
    after(cards, "Kaylen plays red-2; Teresa plays red-3")


def test_a_let_stand_impossible_deal() -> None:
    """The round goes on, and deals are not looked at again before the next one."""
    state = after(crowded(), "Kaylen plays yellow-4", waive_revoke=True)
    state = after(state, "Taylor plays red-2; Teresa plays yellow-5; Kaylen plays yellow-6")
    assert playing(state).finished_trick_count == 3
    assert code(state, "Teresa plays red-3") == "out-of-turn"
    assert code(after(state, "Taylor plays red-4"), "Teresa plays red-5") == "revoke"


@pytest.mark.parametrize(
    "line", ["Teresa wins blue-10", "Teresa wins red-13", "Teresa wins yellow-1 lead gray", "Teresa pass"]
)
def test_only_a_revoke_can_be_let_stand(line: str) -> None:
    with pytest.raises(Refused):
        after(void(), line, waive_revoke=True)


def test_a_line_without_a_revoke_is_the_same_let_stand_or_not() -> None:
    for line in ("Teresa wins yellow-5", "Kaylen wins blue-3 lead gray", "Teresa wins"):
        assert after(void(), line, waive_revoke=True) == after(void(), line)


@pytest.mark.parametrize("getaways", ["off", "on"])
def test_the_last_card_is_forced(getaways: str) -> None:
    """Every card is dealt: the last one unseen is its player's, and nobody is asked.

    Getaway Cards: with these four, the last card may be one of them.
    """
    order = [f"{suit}-{number}" for suit in ("red", "yellow", "gray", "blue") for number in range(1, 13)]
    state = passed(detail="cards", getaway_cards=getaways)
    lines = []
    for trick in range(16):
        leader = playing(state).leader
        for place, card in enumerate(order[trick * 3 : trick * 3 + 3]):
            name = NAMES[(leader + place) % 3]
            lines.append(f"{name} plays {card}")
            expected = len(lines) == 48 and getaways == "off"
            assert (GAME.forced(state) is not None) == expected
            state = after(state, lines[-1])
    assert len(GAME.scores(state).rounds) == 1


def test_known_cards_of_others_leave_one() -> None:
    """Beside cards taken back by another player, one card is unseen: it is its player's."""
    planning = (
        "Teresa bid red-11; Kaylen bid gray-1; Taylor bid gray-3;"
        "Teresa bid red-12; Kaylen bid gray-2; Taylor bid gray-4;"
        "Teresa double-cross; Kaylen pass; Taylor pass"
    )
    order = [f"{suit}-{number}" for suit in ("blue", "yellow") for number in range(12, 0, -1)]
    order += [f"red-{number}" for number in range(10, 1, -1)] + [f"gray-{number}" for number in range(10, 4, -1)]
    state = after(started(detail="cards", double_cross="on"), planning)
    for place, card in enumerate([*order, "gray-12", "gray-11"]):
        state = after(state, f"{('Taylor', 'Teresa', 'Kaylen')[place % 3]} plays {card}")
    assert playing(state).trick_number == playing(state).total_trick_count == 14
    assert GAME.forced(state) == read(state, "Kaylen plays red-1")
    assert code(state, "Kaylen plays red-12") == "card-already-seen"


def test_a_revoke_is_never_hidden_by_a_forced_card() -> None:
    """What follows from suits not followed forces nothing: the card that proves the revoke must be declared."""
    order = [f"{suit}-{number}" for suit in ("blue", "yellow") for number in range(12, 0, -1)]
    order += [f"gray-{number}" for number in range(7, 1, -1)]
    for red, gray in ((12, 12), (10, 11), (8, 10), (6, 9)):
        order += [f"red-{red}", f"gray-{gray}", f"red-{red - 1}"]
    state = passed(detail="cards")
    for place, card in enumerate([*order, "red-4", "gray-8", "red-2", "red-1"]):
        state = after(state, f"{('Taylor', 'Teresa', 'Kaylen')[place % 3]} plays {card}")
    # Left are red 3 and gray 1. Teresa is out of red, as the table was told, so gray 1 should be hers.
    assert accepts(state, "Teresa plays gray-1")
    assert GAME.forced(state) is None
    assert "trick 11, and has red 3 in trick 16" in said(refusal(state, "Teresa plays red-3"))
    state = after(state, "Teresa plays red-3", waive_revoke=True)
    assert GAME.forced(state) == read(state, "Kaylen plays gray-1")
