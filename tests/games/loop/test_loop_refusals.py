"""LOOP: every code that a line can be refused with, which comes first, and what the sentences say.

The codes and their order are the record's (its table of codes and fine print);
the rules behind them are passages of the LOOP rulebook, named beside each.
"""

from __future__ import annotations

import pytest

from device.contract.declarations import RecordLine
from device.contract.refusal import RefusalCode, Refused
from device.games.loop.declarations import Plays
from device.games.loop.game import GAME
from device.games.loop.refusal_codes import LoopRefusal
from device.games.loop.state import State
from display.vocabulary import Face
from tests.games.loop.lines import ELEVEN, after, code, read, refused, said, started, turn, unanswered, whole_round


@pytest.mark.parametrize(
    "words",
    [
        "",
        "plays",
        "plays x",
        "plays 05",
        "plays 00",
        "plays +5",
        "plays -5",
        "plays 5.0",
        "plays 3-5",
        "plays red-5",
        "plays getaway",
        "plays ٣",
        "plays 5²",
        "plays 5 x",
        "pass 1",
        "twist 8",
        "out now",
        "PASS",
        "bid 3",
        "sits 2",
        "take",
    ],
)
def test_lines_that_can_not_be_read(words: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.read(RecordLine(0, tuple(words.split())))
    assert caught.value.refusal.code is RefusalCode.SYNTAX
    assert said(caught.value.refusal)


def test_a_line_without_a_player_can_not_be_read() -> None:
    with pytest.raises(Refused) as caught:
        GAME.read(RecordLine(None, ("pass",)))
    assert caught.value.refusal.code is RefusalCode.SYNTAX


@pytest.mark.parametrize("number", ["0", "14", "100", "999999999", "1000000000", "9" * 5000])
def test_no_such_card(number: str) -> None:
    """Components: cards are numbered 1 to 13."""
    fault = refused(started(), f"Ann plays {number}")
    assert fault.code is RefusalCode.NO_SUCH_CARD
    assert "1 to 13" in said(fault)


def test_no_such_card_comes_before_all_that_cards_can_do_wrong() -> None:
    assert code(after(started(), "Ann plays 13"), "Ben plays 14 2 7 7 7") is RefusalCode.NO_SUCH_CARD


def test_longest_number_is_read_and_written() -> None:
    declared = GAME.read(RecordLine(2, ("plays", "9" * 40, "3")))
    assert isinstance(declared, Plays)
    assert GAME.read(GAME.write(declared)) == declared


def test_out_of_turn() -> None:
    """Playing your cards: turns are clockwise."""
    state = after(started(), "Ann plays 5")
    for line in ("Cleo pass", "Cleo plays 14", "Ann twist", "Dan plays 5 5"):
        fault = refused(state, line)
        assert fault.code is RefusalCode.OUT_OF_TURN
        assert said(fault).startswith("It is Ben's turn")


def test_players_who_are_out_have_no_turn() -> None:
    state = unanswered(started(), *ELEVEN)
    fault = refused(state, "Ann pass")
    assert fault.code is RefusalCode.OUT_OF_TURN
    assert said(fault) == "Ann is already out of this round."


def test_each_level_of_detail_has_its_own_lines() -> None:
    state = started()
    assert code(state, "Ann out") is RefusalCode.WRONG_PHASE
    assert code(state, "Dan out") is RefusalCode.WRONG_PHASE
    state = started(detail="finish")
    for line in ("Ann plays 5", "Ann pass", "Ann twist", "Dan plays 14"):
        assert code(state, line) is RefusalCode.WRONG_PHASE


def test_out_twice_in_a_round_is_out_of_turn() -> None:
    state = after(started(detail="finish"), "Cleo out; Ann out")
    assert code(state, "Cleo out") is RefusalCode.OUT_OF_TURN
    state = after(state, "Ben out")
    assert state.finished_rounds[0].order_out == (2, 0, 1, 3)
    assert after(state, "Cleo out").order_out == (2,)


def test_first_only_before_the_first_round() -> None:
    """Game components & setup, 2: the golden board is given out once, before the game."""
    state = started()
    assert code(after(state, "first Ben"), "first Ben") is RefusalCode.WRONG_PHASE
    assert code(after(state, "Ann plays 5"), "first Ben") is RefusalCode.WRONG_PHASE
    assert code(after(state, "Ann twist"), "first Ben") is RefusalCode.WRONG_PHASE
    later = whole_round(state, ELEVEN, ELEVEN, ELEVEN)
    assert len(later.finished_rounds) == 1
    assert code(later, "first Ben") is RefusalCode.WRONG_PHASE
    assert GAME.starter(later) is None
    state = after(started(detail="finish"), "first Ben")
    assert code(state, "first Ann") is RefusalCode.WRONG_PHASE
    assert code(after(state, "Ann out; Ben out; Cleo out"), "first Ann") is RefusalCode.WRONG_PHASE


def test_type_comes_before_size_and_size_before_value() -> None:
    """Playing a combination: match the type, the number of cards, then beat."""
    state = after(started(), "Ann plays 5 6 7")
    assert code(state, "Ben plays 2") is LoopRefusal.WRONG_TYPE
    assert code(state, "Ben plays 2 2") is LoopRefusal.WRONG_TYPE
    assert code(state, "Ben plays 2 3") is LoopRefusal.WRONG_SIZE
    assert code(state, "Ben plays 2 3 4") is LoopRefusal.DOES_NOT_BEAT
    assert code(state, "Ben plays 2 3 5") is LoopRefusal.NOT_A_COMBINATION
    state = after(started(), "Ann plays 5")
    assert code(state, "Ben plays 6 6") is LoopRefusal.WRONG_TYPE
    assert code(state, "Ben plays 6 7") is LoopRefusal.WRONG_TYPE


def test_what_is_in_play_comes_before_what_the_hand_can_hold() -> None:
    state = unanswered(started(), "1 2 3 4", "5 6 7", "9 10")
    state = after(state, "Ann plays 11; Ben plays 12; Cleo pass; Dan pass")
    assert code(state, "Ann plays 13 13") is LoopRefusal.WRONG_TYPE
    state = after(unanswered(started(), "1 1 1 1"), "Ann plays 5 5 5 5; Ben pass; Cleo pass; Dan pass; Ann plays 6")
    assert code(after(state, "Ben plays 7; Cleo pass; Dan pass"), "Ann plays 5") is LoopRefusal.DOES_NOT_BEAT


def test_too_many_cards_comes_before_too_many_copies_and_hand_mismatch() -> None:
    """Components: as many copies as players; Round setup: 11 cards in play."""
    state = unanswered(started(), "1 1 1", "1", "2 2 2 2", "3")
    assert code(state, "Ann plays 1 1 1 1") is LoopRefusal.TOO_MANY_CARDS
    assert code(state, "Ann plays 1") is LoopRefusal.TOO_MANY_COPIES


def two_hands_alike() -> State:
    """Round 2, and Ben has the hand of which Ann showed 1 to 7, 9 to 11 and 13."""
    return whole_round(started(), ELEVEN, ELEVEN, ELEVEN)


def test_too_many_copies_comes_before_hand_mismatch() -> None:
    state = unanswered(two_hands_alike(), "12 12")
    assert turn(state) == "Ben"
    assert code(state, "Ben plays 5 5 5") is LoopRefusal.TOO_MANY_COPIES
    assert code(state, "Ben plays 5 5") is LoopRefusal.HAND_MISMATCH


def test_what_an_8_proves_comes_before_whether_it_may_be_revealed() -> None:
    """A third 8, in a deck of four of which the others are known, is too many copies first."""
    state = after(started(), "Ann twist; Ann plays 8; Ann twist; Ann plays 8")
    assert code(state, "Ann twist") is LoopRefusal.TOO_MANY_COPIES
    state = after(started(5), "Ann twist; Ann plays 8; Ann twist; Ann plays 8")
    assert code(state, "Ann twist") is LoopRefusal.TWIST_UNAVAILABLE
    state = after(started(), "Ann plays 8 8 8; Ann twist")
    assert code(state, "Ann twist") is LoopRefusal.TOO_MANY_COPIES


def test_an_8_that_the_hand_has_no_room_for() -> None:
    """Each board is linked with a single hand: a revealed 8 belongs to it too."""
    state = unanswered(two_hands_alike(), "12 12")
    fault = refused(state, "Ben twist")
    assert fault.code is LoopRefusal.HAND_MISMATCH
    assert fault.cards == (Face(8),)


@pytest.mark.parametrize(
    ("before", "line", "sentence"),
    [
        ("", "Ann pass", "Ann can't pass: there is nothing to beat, and whoever leads must play."),
        ("", "Ann plays 15", "Ann can't play 15: the numbers are 1 to 13."),
        ("", "Ann plays 9999999999", "Ann can't play such a high card: the numbers are 1 to 13."),
        (
            "",
            "Ann plays 5 3",
            "Ann can't play 3 and 5 together: play a single card, 2 to 4 of one number, or 2 to 4 in sequence.",
        ),
        (
            "Ann plays 5 5",
            "Ben plays 6 7",
            "Ben can't play 6 and 7: 2 of one number are in play, and the same type must follow.",
        ),
        (
            "Ann plays 4 5 6",
            "Ben plays 6 7",
            "Ben can't play 6 and 7: 3 cards must follow, as many as are in play.",
        ),
        (
            "Ann plays 4 5 6",
            "Ben plays 5",
            "Ben can't play 5: a run of 3 is in play, and the same type must follow.",
        ),
        (
            "Ann plays 5",
            "Ben plays 5 5",
            "Ben can't play 5 and 5: a single card is in play, and the same type must follow.",
        ),
        (
            "Ann plays 9 10",
            "Ben plays 3 4",
            "Ben can't play 3 and 4: the token says higher, and none of these is above 10.",
        ),
        (
            "Ann twist; Ann plays 9 10",
            "Ben plays 10 11",
            "Ben can't play 10 and 11: the token says lower, and none of these is below 9.",
        ),
        (
            "Ann plays 5; Ben twist",
            "Ben pass",
            "Ben can't pass: after revealing an 8, one must play. Undo the twist if there is no play.",
        ),
        ("Ann twist", "Ann twist", "Ann has revealed an 8 this turn already, and must now play."),
        (
            "Ann plays 1",
            "Ben twist",
            "Ben can't reveal an 8: once the token is flipped, no play could follow.",
        ),
        (
            "Ann plays 1 1 1 1",
            "Ben plays 1 1 1 1",
            "Ben can't play 1, 1, 1 and 1: the token says higher, and none of these is above 1.",
        ),
        (
            "Ann plays 5",
            "first Ben",
            "Ben can't be named as starter now: the golden board is given out before "
            "the first round, and whoever holds it starts.",
        ),
        (
            "Ann plays 5",
            "Ben out",
            "Ben can't be declared out: every play is declared here, so declare the last cards.",
        ),
    ],
)
def test_sentences(before: str, line: str, sentence: str) -> None:
    """Each names the player, the cards and the rule."""
    fault = refused(after(started(), before), line)
    assert said(fault) == sentence


def test_sentences_of_the_hand() -> None:
    state = unanswered(started(), *ELEVEN[:-1])
    fault = refused(state, "Ann plays 12 12")
    assert said(fault) == "Ann can't play 12 and 12: there is only 1 card left in that hand."
    assert (fault.seat, fault.cards) == (0, (Face(12), Face(12)))
    fault = refused(unanswered(started(), "2 2 2 2"), "Ann plays 2")
    assert said(fault) == ("Ann can't play 2: there would be more 2s than the deck's 4.")
    state = unanswered(two_hands_alike(), "12 12")
    assert said(refused(state, "Ben plays 8")) == (
        "Ben can't play 8: with what Ann showed of this hand in round 1, it would have 14 cards instead of 13."
    )


def test_sentences_of_the_end_and_of_detail_finish() -> None:
    state = started(detail="finish")
    assert said(refused(state, "Ann pass")) == (
        "Ann can't declare a play, pass or twist: only who goes out is declared here."
    )
    for _ in range(4):
        state = after(state, "Ann out; Ben out; Cleo out")
    assert said(refused(state, "Dan out")) == "The game is over. Nothing more can be declared in it."


def test_a_refusal_leaves_the_state_alone() -> None:
    state = after(started(), "Ann plays 5")
    code(state, "Ben plays 2")
    assert state == after(started(), "Ann plays 5")


@pytest.mark.parametrize("line", ["Ann plays 3 4 5", "Ann pass", "Ann twist", "Ann out"])
def test_lines_are_written_as_they_are_read(line: str) -> None:
    declared = read(started(), line)
    assert GAME.write(declared) == RecordLine(0, tuple(line.split()[1:]))
