"""Who has won or is ahead, in a sentence: alone, level, as partners, or by the last round."""

from __future__ import annotations

import pytest

from device.contract.scores import RoundScore, Scores
from device.contract.setup import TableSetup
from device.session.winners import leaders_in_words, outcome, winners_are_partners
from display.words import ENGLISH

TABLE = TableSetup(("Ann", "Bo", "Cleo", "Dan"))
FOUR = Scores((RoundScore((3, 3, 3, 1)), RoundScore((3, 3, 3, 2))), (6, 6, 6, 3), finished=True)
SIDES = FOUR._replace(sides=(0, 1, 0, 1))
ALONE = FOUR._replace(rounds=(RoundScore((1,)),), totals=(1,), winners=(0,))


@pytest.mark.parametrize(
    ("scores", "won", "stopped", "ahead"),
    [
        (FOUR._replace(winners=(1,)), "Bo wins.", "Bo is ahead", "Bo is ahead"),
        (
            FOUR._replace(winners=(1,), by_last_round=True),
            "Bo wins: the better last round decides.",
            "Bo is ahead with the better last round",
            "Bo is ahead with the better last round",
        ),
        (FOUR._replace(winners=(0, 1)), "Ann and Bo share the win.", "2 players are level", "Ann and Bo are level"),
        (
            FOUR._replace(winners=(0, 1, 2)),
            "Ann, Bo and Cleo share the win.",
            "3 players are level",
            "3 players are level",
        ),
        (SIDES._replace(winners=(0, 2)), "Ann and Cleo win.", "2 players are ahead", "Ann and Cleo are ahead"),
        (SIDES._replace(winners=(0, 1)), "Ann and Bo share the win.", "2 players are level", "Ann and Bo are level"),
        (
            FOUR._replace(winners=(0, 1, 2), sides=(0, 0, 0, 1)),
            "Ann, Bo and Cleo win.",
            "3 players are ahead",
            "3 players are ahead",
        ),
        (ALONE, "Ann has 1 point.", "Ann has 1 point", "Ann has 1 point"),
        (ALONE._replace(totals=(7,)), "Ann has 7 points.", "Ann has 7 points", "Ann has 7 points"),
    ],
)
def test_who_has_won_and_who_is_ahead_of_a_game_that_is_stopped(
    scores: Scores, won: str, stopped: str, ahead: str
) -> None:
    """Beside the round there is room for one name; where a game is left, for two."""
    assert ENGLISH.say(outcome(TABLE, scores)) == won
    number = len(scores.rounds)
    stopped_scores = scores._replace(stopped=True)
    assert ENGLISH.say(outcome(TABLE, stopped_scores)) == f"Stopped: after round {number}, {stopped}."
    assert ENGLISH.say(leaders_in_words(TABLE, stopped_scores)) == ahead


def test_before_a_round_is_over_nobody_has_won_or_is_ahead() -> None:
    assert ENGLISH.say(outcome(TABLE, FOUR._replace(finished=False))) == "The game is not finished."
    early = FOUR._replace(rounds=(), stopped=True)
    assert ENGLISH.say(outcome(TABLE, early)) == "Stopped before a round was over."
    assert ENGLISH.say(leaders_in_words(TABLE, early)) == "no round is over"


def test_winners_are_partners_if_all_are_of_one_side() -> None:
    assert winners_are_partners(SIDES._replace(winners=(1, 3)))
    assert not winners_are_partners(SIDES._replace(winners=(0, 1)))
    assert not winners_are_partners(FOUR._replace(winners=(0, 2)))
