"""LOOP: a round, from the first lead to the last marker (LOOP rulebook, How to play)."""

from __future__ import annotations

import pytest

from device.contract.refusal import RefusalCode
from device.games.loop.combinations import Kind, all_combinations, find_combination
from device.games.loop.game import GAME
from device.games.loop.refusal_codes import LoopRefusal
from tests.games.loop.lines import ELEVEN, after, code, read, started, turn, unanswered, whole_round


def test_the_golden_board_starts() -> None:
    """Playing your cards: the player who holds the golden board begins; turns are clockwise."""
    state = started()
    assert turn(state) == "Ann"
    assert GAME.starter(state) == 0
    assert turn(after(state, "Ann plays 5")) == "Ben"
    given = after(state, "first Cleo")
    assert turn(given) == "Cleo"
    assert GAME.starter(given) is None
    assert turn(after(given, "Cleo plays 5; Dan plays 6")) == "Ann"


@pytest.mark.parametrize("players", [4, 5, 6])
def test_the_golden_board_and_the_start_move_left(players: int) -> None:
    """End of the round, 3: board and hand go to the left; so the next round starts one seat further."""
    state = after(started(players, detail="finish"), "first Dan")
    order = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"][:players]
    starters = []
    for _ in range(players):
        starters.append(turn(state))
        state = after(state, ";".join(f"{name} out" for name in order[:-1]))
    assert starters == [order[(3 + round_) % players] for round_ in range(players)]
    assert state.is_finished


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [((10,), Kind.SINGLE), ((2, 2), Kind.SAME), ((3, 4, 5), Kind.RUN), ((1, 1, 1, 1), Kind.SAME)],
)
def test_combination_types(numbers: tuple[int, ...], kind: Kind) -> None:
    """Combination types: the table's 10, 2 2 and 3 4 5, and the largest set."""
    found = find_combination(numbers)
    assert found is not None
    assert found.kind is kind


@pytest.mark.parametrize("numbers", ["1 1 2", "2 4", "12 13 1", "1 13", "5 5 5 5 5", "3 4 5 6 7", "4 4 5 5", "2 3 5"])
def test_no_other_combinations(numbers: str) -> None:
    """Combination types: 2 to 4 identical cards or 2 to 4 in sequence, nothing else."""
    assert code(started(6), f"Ann plays {numbers}") is LoopRefusal.NOT_A_COMBINATION


def test_how_many_combinations_there_are() -> None:
    """Combination types: 13 single cards, 3 times 13 of one number, 12 + 11 + 10 in sequence."""
    assert sum(1 for _ in all_combinations()) == 13 + 39 + 33


def test_cards_may_be_named_in_any_order() -> None:
    state = started()
    assert read(state, "Ann plays 5 3 4") == read(state, "Ann plays 3 4 5")


@pytest.mark.parametrize(
    ("lower", "to_beat", "possible"),
    [
        (False, "10", "13"),
        (False, "2 2", "7 7"),
        (False, "2 2", "10 10"),
        (True, "9 10 11", "4 5 6"),
        (True, "9 10 11", "8 9 10"),
    ],
)
def test_beating_a_combination(lower: bool, to_beat: str, possible: str) -> None:
    """Beating a combination, example: the combinations that are possible.

    Which side the token shows is lost in the text; the cards leave only this reading.
    """
    twist = "Ann twist;" if lower else ""
    after(started(), f"{twist} Ann plays {to_beat}; Ben plays {possible}")


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize(
    ("to_beat", "answer", "why"),
    [("3 3 3", "2 2", LoopRefusal.WRONG_SIZE), ("3 4 5", "6 6 6", LoopRefusal.WRONG_TYPE)],
)
def test_combinations_not_permitted(lower: bool, to_beat: str, answer: str, why: LoopRefusal) -> None:
    """Beating a combination, example: not the same number of cards; not the same type."""
    state = after(started(), ("Ann twist;" if lower else "") + f"Ann plays {to_beat}")
    assert code(state, f"Ben plays {answer}") is why


@pytest.mark.parametrize(
    ("lower", "to_beat", "answer"),
    [
        (False, "10", "10"),
        (False, "10", "9"),
        (False, "9 10 11", "8 9 10"),
        (False, "9 10 11", "9 10 11"),
        (True, "4 5 6", "4 5 6"),
        (True, "4 5 6", "5 6 7"),
        (True, "2 2", "7 7"),
    ],
)
def test_an_equal_or_worse_combination_does_not_beat(lower: bool, to_beat: str, answer: str) -> None:
    """Beating a combination: at least one card with a higher (lower) value than those to be beaten."""
    state = after(started(), ("Ann twist;" if lower else "") + f"Ann plays {to_beat}")
    assert code(state, f"Ben plays {answer}") is LoopRefusal.DOES_NOT_BEAT


def test_a_run_beats_by_one_card() -> None:
    """Beating a combination: one higher card is enough, the others may be equal."""
    after(started(), "Ann plays 9 10 11; Ben plays 10 11 12")


def test_a_pass_does_not_leave_the_round() -> None:
    """Pass: if someone else has played in between, you can play again."""
    state = after(started(), "Ann plays 2; Ben pass; Cleo plays 3; Dan pass; Ann pass; Ben plays 4")
    assert turn(state) == "Cleo"


def test_all_opponents_pass() -> None:
    """Pass: if all your opponents pass, areas clear and you lead what you choose."""
    state = after(started(), "Ann plays 2; Ben plays 5; Cleo pass; Dan pass; Ann pass")
    assert state.in_play is None
    assert turn(state) == "Ben"
    after(state, "Ben plays 3 3")


def test_the_leader_must_lead() -> None:
    """Ruling: who leads must lead; also after everybody passed, and after an 8."""
    assert code(started(), "Ann pass") is LoopRefusal.MUST_LEAD
    assert code(after(started(), "Ann plays 2; Ben pass; Cleo pass; Dan pass"), "Ann pass") is LoopRefusal.MUST_LEAD
    assert code(after(started(), "Ann plays 8"), "Ann pass") is LoopRefusal.MUST_LEAD


def nearly_out() -> str:
    """Ann has one card left and leads."""
    return "; ".join(f"Ann plays {numbers}; Ben pass; Cleo pass; Dan pass" for numbers in ELEVEN[:-1])


def test_all_pass_after_a_player_went_out() -> None:
    """Pass: if you have no cards left, play passes to the player on your left.

    Everybody still in must have passed, and the player after the one who went out leads.
    """
    state = after(started(), nearly_out() + "; Ann plays 12; Ben pass; Cleo pass")
    assert state.in_play is not None
    assert code(state, "Dan plays 3") is LoopRefusal.DOES_NOT_BEAT
    state = after(state, "Dan pass")
    assert state.in_play is None
    assert turn(state) == "Ben"
    assert code(state, "Ben pass") is LoopRefusal.MUST_LEAD


def test_a_card_of_someone_who_is_out_can_be_beaten() -> None:
    """Pass: after the last card, the others may still answer it; then the last to play leads."""
    state = after(started(), nearly_out() + "; Ann plays 12; Ben pass; Cleo plays 13; Dan pass; Ben pass")
    assert state.in_play is None
    assert turn(state) == "Cleo"


def test_the_lead_skips_players_who_are_out() -> None:
    """Ruling: if the last player who played is out, the next clockwise who is still in leads."""
    state = unanswered(started(), *ELEVEN)
    assert turn(state) == "Ben"
    state = unanswered(state, *ELEVEN)
    assert state.order_out == (0, 1)
    assert turn(state) == "Cleo"
    assert turn(after(state, "Cleo plays 2; Dan pass")) == "Cleo"


def test_the_last_player_in_takes_the_last_line() -> None:
    """Playing your cards: when only one is left, that player's marker goes on the final line; the round ends."""
    state = whole_round(started(), ELEVEN, ELEVEN)
    state = unanswered(state, *ELEVEN[:-1])
    state = after(state, "Cleo plays 13")
    assert state.order_out == ()
    assert state.finished_rounds[0].order_out == (0, 1, 2, 3)
    assert turn(state) == "Ben"
    assert state.in_play is None


def test_the_round_ends_even_with_an_8() -> None:
    state = whole_round(started(), ELEVEN, ELEVEN)
    state = after(unanswered(state, *ELEVEN[:-1]), "Cleo plays 8")
    assert state.finished_rounds[0].order_out == (0, 1, 2, 3)
    assert turn(state) == "Ben"


@pytest.mark.parametrize("numbers", ["8", "8 8", "7 8", "6 7 8 9"])
def test_an_8_clears_and_leads_again(numbers: str) -> None:
    """Playing an 8: opponents skip their turn, all areas clear, and you play a combination of your choice."""
    state = after(started(), f"Ann plays {numbers}")
    assert state.in_play is None
    assert turn(state) == "Ann"
    assert turn(after(state, "Ann plays 2 2 2")) == "Ben"


def test_an_8_must_be_legal_like_other_cards() -> None:
    """Playing an 8: 8s are played in the same way as the other cards."""
    state = after(started(), "Ann plays 9")
    assert code(state, "Ben plays 8") is LoopRefusal.DOES_NOT_BEAT
    assert code(state, "Ben plays 8 8") is LoopRefusal.WRONG_TYPE


def test_going_out_with_an_8() -> None:
    """Ruling: after an 8 by a player who is out, the next clockwise who is still in leads at once."""
    state = after(started(), nearly_out() + "; Ann plays 8")
    assert state.order_out == (0,)
    assert state.in_play is None
    assert turn(state) == "Ben"


def test_twist_example() -> None:
    """Playing an 8, example: Theo plays a pair of 1s; Molly reveals an 8, the token flips, she plays a pair of 6s.

    No one can play lower than 1s, so the token is on “lower” before: Theo revealed an 8 to get there.
    """
    state = after(started(), "Ann twist; Ann plays 1 1")
    assert state.lower_cards_win
    for numbers in ("1 1", "2 2", "6 6", "13 13"):
        assert code(state, f"Ben plays {numbers}") is LoopRefusal.DOES_NOT_BEAT
    state = after(state, "Ben twist")
    assert not state.lower_cards_win
    state = after(state, "Ben plays 6 6")
    assert turn(state) == "Cleo"
    assert code(state, "Cleo plays 5 5") is LoopRefusal.DOES_NOT_BEAT
    after(state, "Cleo plays 7 7")


def test_the_token_stays_until_the_round_ends() -> None:
    """Round setup: the value token is flipped back only for a new round."""
    state = after(started(), "Ann twist; Ann plays 5; Ben pass; Cleo pass; Dan pass")
    assert state.lower_cards_win
    state = whole_round(state, ("1 2 3 4", "5 6 7", "9 10", "13"), ELEVEN, ELEVEN)
    assert len(state.finished_rounds) == 1
    assert not state.lower_cards_win


def test_one_twist_a_turn_two_a_round() -> None:
    """Ruling: a player may reveal one 8 a turn, and two a round."""
    state = after(started(), "Ann twist")
    assert code(state, "Ann twist") is LoopRefusal.TWIST_UNAVAILABLE
    state = after(state, "Ann plays 5; Ben plays 4; Cleo pass; Dan pass; Ann twist; Ann plays 6")
    assert not state.lower_cards_win
    state = after(state, "Ben pass; Cleo pass; Dan pass")
    assert code(state, "Ann twist") is LoopRefusal.TWIST_UNAVAILABLE
    state = after(state, "Ann plays 2")
    after(state, "Ben twist")


def test_a_new_turn_after_an_8_may_twist_again() -> None:
    """Playing an 8: the opponents skip a turn, so what follows is another turn of the same player."""
    state = after(started(), "Ann twist; Ann plays 8; Ann twist; Ann plays 3")
    assert not state.lower_cards_win


def test_a_twist_owes_a_play() -> None:
    """Playing an 8: an 8 may be revealed only if cards are played after it."""
    state = after(started(), "Ann plays 5; Ben twist")
    assert code(state, "Ben pass") is LoopRefusal.TWIST_NEEDS_PLAY
    assert code(after(started(), "Ann twist"), "Ann pass") is LoopRefusal.MUST_LEAD


def test_no_twist_where_no_play_could_follow() -> None:
    """Playing an 8: an 8 may be revealed only if cards can be played after it."""
    assert code(after(started(), "Ann plays 1"), "Ben twist") is LoopRefusal.TWIST_NEEDS_PLAY
    assert code(after(started(), "Ann plays 1 2 3"), "Ben twist") is LoopRefusal.TWIST_NEEDS_PLAY
    after(started(), "Ann plays 2; Ben twist")


def test_eleven_cards_a_round() -> None:
    """Round setup: two cards are set aside, 11 are in play."""
    state = unanswered(started(), "1 2 3 4", "5 6 7", "9 10 11")
    assert code(state, "Ann plays 12 12") is LoopRefusal.TOO_MANY_CARDS
    assert after(state, "Ann plays 12").order_out == (0,)


def test_beat_last_looks_at_the_last_combination_only() -> None:
    """Ruling: the combination to beat is the last one played, which matters after a twist."""
    after(started(), "Ann plays 10; Ben plays 12; Cleo twist; Cleo plays 11")


def test_beat_all_looks_at_everything_since_areas_were_cleared() -> None:
    """Beating a combination: “the other combinations already in play” (option beat all)."""
    state = after(started(beat="all"), "Ann plays 10; Ben plays 12; Cleo twist")
    assert code(state, "Cleo plays 11") is LoopRefusal.DOES_NOT_BEAT
    assert code(state, "Cleo plays 10") is LoopRefusal.DOES_NOT_BEAT
    state = after(state, "Cleo plays 9; Dan pass; Ann twist")
    assert code(state, "Ann plays 12") is LoopRefusal.DOES_NOT_BEAT
    state = after(state, "Ann plays 13; Ben pass; Cleo pass; Dan pass")
    after(state, "Ann plays 5; Ben plays 6")


def test_beat_all_counts_ones_own_and_those_of_players_already_out() -> None:
    """Option beat all: one's own combinations too, and those of players who are out."""
    state = after(started(beat="all"), "Ann plays 10; Ben pass; Cleo plays 11; Dan twist; Dan plays 9")
    assert code(state, "Ann plays 9") is LoopRefusal.DOES_NOT_BEAT
    state = after(started(beat="all"), nearly_out() + "; Ann plays 9; Ben plays 12; Cleo twist")
    assert state.order_out == (0,)
    assert code(state, "Cleo plays 10") is LoopRefusal.DOES_NOT_BEAT
    state = after(started(beat="all"), "Ann plays 4; Ben twist; Ben plays 3; Cleo twist")
    assert code(state, "Cleo plays 4") is LoopRefusal.DOES_NOT_BEAT
    after(state, "Cleo plays 5")


def test_as_many_rounds_as_players() -> None:
    """End of the game: each has played each hand once."""
    state = started(detail="finish")
    for _ in range(4):
        assert not state.is_finished
        state = after(state, "Ann out; Ben out; Cleo out")
    assert state.is_finished
    assert GAME.prompt(state) is None
    assert code(state, "Ann out") is RefusalCode.WRONG_PHASE
    assert code(state, "first Ann") is RefusalCode.WRONG_PHASE
