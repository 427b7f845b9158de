"""LOOP: what plays prove about hands over the rounds.

Rulebook, Components (6 of each number) and Game components & setup, 1 (as many
copies as players); End of the round, 3 (each board is linked with a single hand
of cards for the entire game).
"""

from __future__ import annotations

import pytest

from device.games.loop.cards import NO_COUNTS
from device.games.loop.combinations import Kind, numbers_from
from device.games.loop.declarations import Pass, Plays
from device.games.loop.game import GAME
from device.games.loop.refusal_codes import LoopRefusal
from tests.games.loop.lines import ELEVEN, after, code, refused, said, started, turn, unanswered, whole_round


@pytest.mark.parametrize("players", [4, 5, 6])
def test_as_many_copies_as_players(players: int) -> None:
    """Setup, 1: 4 players play with 4 of each number, 5 with 5, 6 with 6."""
    state = unanswered(started(players), "3 3", "3 3")
    state = unanswered(state, *["3"] * (players - 4))
    assert code(state, "Ann plays 3") is LoopRefusal.TOO_MANY_COPIES
    after(state, "Ann plays 4")


def test_copies_are_counted_over_all_boards() -> None:
    state = after(started(), "Ann plays 3 3; Ben plays 4 4; Cleo plays 5 5; Dan pass; Ann pass; Ben pass")
    state = after(state, "Cleo plays 3; Dan plays 4; Ann pass; Ben plays 5; Cleo pass; Dan pass; Ann pass")
    assert code(state, "Ben plays 3 3") is LoopRefusal.TOO_MANY_COPIES
    after(state, "Ben plays 3")


THREES = ("3 3 3", "4 4 4", "5 5 5", "6", "7")
HIGH_AND_LOW = ("1 2", "1 2", "9 10 11", "12 13", "12 13")


def test_copies_are_not_counted_twice_over_the_rounds() -> None:
    """A board's cards come back in every round: they count once, at their highest use."""
    state = whole_round(started(), THREES, ELEVEN, HIGH_AND_LOW)
    assert (len(state.finished_rounds), turn(state)) == (1, "Ben")
    # Ben now has the hand with the three 3s: with Ann's one 3 (then Ben's), all four are known.
    state = unanswered(state, "3 3 3")
    assert code(state, "Ben plays 3") is LoopRefusal.TOO_MANY_COPIES
    after(state, "Ben plays 5; Cleo twist")


def test_a_copy_seen_on_another_board_in_an_earlier_round() -> None:
    state = whole_round(started(), THREES, ELEVEN, HIGH_AND_LOW)
    state = after(state, "Ben plays 2; Cleo plays 3; Dan pass; Ann pass; Ben pass")
    assert turn(state) == "Cleo"
    assert code(state, "Cleo plays 3") is LoopRefusal.TOO_MANY_COPIES


def test_a_revealed_8_is_a_copy_too() -> None:
    state = after(started(), "Ann twist; Ann plays 8 8 8; Ann plays 5")
    assert code(state, "Ben twist") is LoopRefusal.TOO_MANY_COPIES
    state = after(started(), "Ann twist; Ann plays 8 8")
    assert code(state, "Ann plays 8 8") is LoopRefusal.TOO_MANY_COPIES
    after(state, "Ann plays 8")


def second_round() -> str:
    return "with what Ann showed of this hand in round 1, it would have 14 cards instead of 13."


def test_a_hand_has_13_cards_over_the_rounds() -> None:
    """End of the round, 3: Ben plays with the hand of which Ann showed 11 cards; two can be new."""
    state = whole_round(started(), ELEVEN, ELEVEN, ELEVEN)
    assert turn(state) == "Ben"
    state = unanswered(state, "12 12", "1")
    fault = refused(state, "Ben plays 8")
    assert fault.code is LoopRefusal.HAND_MISMATCH
    assert said(fault).endswith(second_round())
    assert code(state, "Ben plays 13 13") is LoopRefusal.HAND_MISMATCH
    assert code(state, "Ben plays 1") is LoopRefusal.HAND_MISMATCH
    after(state, "Ben plays 13")


def test_a_set_aside_8_that_was_revealed_is_one_of_the_13() -> None:
    hand = ("1 2 3 4", "5 6 7", "9 10", "12", "13")
    state = after(started(), "Ann twist")
    state = whole_round(state, hand, ELEVEN, ELEVEN)
    assert turn(state) == "Ben"
    # Known: the 11 cards and the 8. One more may be new, and the 8 itself may be played.
    state = unanswered(state, "11")
    assert code(state, "Ben plays 1 1") is LoopRefusal.HAND_MISMATCH
    assert code(after(state, "Ben plays 8"), "Ben twist") is LoopRefusal.HAND_MISMATCH
    after(state, "Ben plays 8; Ben plays 5 6 7")


def test_a_contradiction_that_takes_several_rounds_names_them() -> None:
    state = whole_round(started(5), ELEVEN, ELEVEN, ELEVEN, ELEVEN)
    state = whole_round(state, ("12 12", "1 2 3", "4 5 6", "9 10 11"), ELEVEN, ELEVEN, ELEVEN)
    assert (len(state.finished_rounds), turn(state)) == (2, "Cleo")
    # Round 1 showed 11 cards of Cleo's hand, round 2 two more: alone, neither leaves out a 13 and an 8.
    fault = refused(state, "Cleo plays 8")
    assert fault.code is LoopRefusal.HAND_MISMATCH
    assert said(fault) == (
        "Cleo can't play 8: with what this hand showed in rounds 1 and 2, it would have 14 cards instead of 13."
    )
    # A 7 and the 13 are not among the 11 cards of round 2: with them, that round alone leaves no room for an 8.
    state = unanswered(state, "7", "13")
    assert said(refused(state, "Cleo plays 8")) == (
        "Cleo can't play 8: with what Ben showed of this hand in round 2, it would have 14 cards instead of 13."
    )
    after(state, "Cleo plays 12")


def test_rounds_that_just_leave_room_are_not_named_alone() -> None:
    """End of the round, 3: with either round the hand has 13 cards at most, and only with both it has 14."""
    state = whole_round(started(5), ELEVEN, ELEVEN, ELEVEN, ELEVEN)
    state = whole_round(state, ("1 2 3", "4 5 6", "7", "9 10 11", "12"), ELEVEN, ELEVEN, ELEVEN)
    assert (len(state.finished_rounds), turn(state)) == (2, "Cleo")
    # Round 1 showed eleven cards, 13 among them and no 12; round 2 the same, with 12 and not 13.
    fault = refused(state, "Cleo plays 8 8")
    assert said(fault) == (
        "Cleo can't play 8 and 8: with what this hand showed in rounds 1 and 2, it would have 14 cards instead of 13."
    )
    after(state, "Cleo plays 8")


def test_hands_move_left_with_their_boards() -> None:
    """End of the round, 3: pass your board and hand to the player on your left."""
    # Ann's hand has 1 to 7, 9 to 11 and 13; Dan's is unknown, and Ann gets it.
    state = whole_round(started(), ELEVEN, ELEVEN, ELEVEN)
    state = after(state, "Ben plays 1; Cleo plays 2; Dan plays 3; Ann plays 4")
    assert (
        state.hand_of(1).known_counts
        == after(started(), "").hand_of(0).after_showing((1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13)).known_counts
    )
    assert sum(state.hand_of(0).known_counts) == 1
    state = after(state, "Ben pass; Cleo pass; Dan pass")
    after(unanswered(state, "8 8", "12 12"), "Ann plays 9 10 11 12")


def test_nothing_is_known_at_detail_finish() -> None:
    state = after(started(detail="finish"), "Ann out; Ben out; Cleo out")
    assert state.known_copies == NO_COUNTS


@pytest.mark.parametrize(("kind", "size"), [(Kind.SAME, 4), (Kind.RUN, 3)])
def test_a_pass_is_declared_for_a_hand_that_is_plainly_too_small(kind: Kind, size: int) -> None:
    """Playing a combination: as many cards must follow; who has fewer left can only pass."""
    state = unanswered(started(), "9 9 9 9", "10 10 10 10", "11")
    numbers = " ".join(map(str, numbers_from(kind, size, 3)))
    state = after(state, f"Ann plays 12; Ben plays 13; Cleo pass; Dan pass; Ann pass; Ben plays {numbers}")
    assert GAME.forced(state) is None
    state = after(state, "Cleo pass")
    assert GAME.forced(state) is None
    state = after(state, "Dan pass")
    assert GAME.forced(state) == Pass(0)
    assert code(state, "Ann twist") is LoopRefusal.TWIST_NEEDS_PLAY


def test_the_only_card_that_can_follow_a_twist_is_declared() -> None:
    """Beating a combination: below a pair of 2s there are only 1s."""
    assert GAME.forced(after(started(), "Ann plays 2 2; Ben twist")) == Plays(1, (1, 1))
    assert GAME.forced(after(started(), "Ann plays 3 3; Ben twist")) is None


def test_a_pass_that_only_memory_could_force_is_asked() -> None:
    """To remember hands is the players' part."""
    state = whole_round(started(), ELEVEN, ELEVEN, ELEVEN)
    state = unanswered(state, "12 12")
    state = after(state, "Ben plays 9; Cleo plays 13; Dan pass; Ann pass")
    assert turn(state) == "Ben"
    assert GAME.forced(state) is None
    assert code(state, "Ben twist") is LoopRefusal.HAND_MISMATCH
