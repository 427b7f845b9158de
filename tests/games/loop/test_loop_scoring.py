"""LOOP: markers and points (LOOP rulebook, End of the game)."""

from __future__ import annotations

import pytest

from device.games.loop.game import GAME
from device.games.loop.scoring import Marker, marker_points
from device.games.loop.state import State
from display.words import ENGLISH
from tests.games.loop.lines import NAMES, after, started
from tests.non_empty import non_empty

# The rulebook prints only the points of its example. These rounds (who went
# out when) put the markers so that every board scores what is printed.
EXAMPLE = ((0, 2, 3, 1), (2, 1, 0, 3), (0, 1, 3, 2), (1, 2, 0, 3))
PRINTED = {0: (4, 3, 2, 2), 3: (2, 4, 4, 2), 2: (4, 4, 2, 1), 1: (3, 1, 4, 3)}


def played(*orders: tuple[int, ...]) -> State:
    state = started(detail="finish")
    for order in orders:
        state = after(state, ";".join(f"{NAMES[seat]} out" for seat in order[:-1]))
    return state


def test_final_scoring_example_totals() -> None:
    """Final scoring example, chart: 13, 12, 12 and 8 points."""
    scores = GAME.scores(played(*EXAMPLE))
    assert scores.totals == (13, 12, 12, 8)
    assert scores.winners == (0,)
    assert scores.finished


@pytest.mark.parametrize(("board", "printed"), PRINTED.items())
def test_final_scoring_example_boards(board: int, printed: tuple[int, ...]) -> None:
    """Final scoring example, chart: each row is a board, each column a player.

    Board b is before player s in round s - b, so that is where its points come from.
    """
    rounds = GAME.scores(played(*EXAMPLE)).rounds
    found = []
    for seat in range(4):
        points = rounds[(seat - board) % 4].points
        assert points is not None
        found.append(points[seat])
    assert tuple(found) == printed


def test_final_scoring_example_first_board() -> None:
    """Final scoring example, text: alone with 3 below = 4; alone with 2 below = 3; two on a line = 2 each."""
    placed = tuple(Marker(seat, 0, seat, line) for seat, line in enumerate((0, 1, 2, 2)))
    assert [(worth.on_line, worth.below_line) for worth in marker_points(placed)] == [(1, 3), (1, 2), (2, 0), (2, 0)]


def test_round_points_are_those_of_its_markers_at_the_end() -> None:
    """The points of a round are left out until the game is finished, and then add up to the totals."""
    unfinished = GAME.scores(played(*EXAMPLE[:3]))
    assert [round_.points for round_ in unfinished.rounds] == [None, None, None]
    assert [dict(round_.listed)["order"] for round_ in unfinished.rounds] == list(EXAMPLE[:3])
    assert unfinished.winners == ()
    finished = GAME.scores(played(*EXAMPLE))
    points = [round_.points for round_ in finished.rounds]
    assert tuple(sum(column) for column in zip(*filter(None, points), strict=True)) == finished.totals


def test_the_score_so_far_counts_every_marker_that_lies() -> None:
    """Playing your cards: a marker is placed immediately, so it counts before the round is over."""
    assert GAME.scores(played()).totals == (0, 0, 0, 0)
    first = played(EXAMPLE[0])
    assert GAME.scores(first).totals == (1, 1, 1, 1)
    # Cleo's second marker has Ben's below it on his board, and Ben's lies below Ann's on hers.
    assert GAME.scores(after(first, "Cleo out; Ben out")).totals == (2, 2, 3, 1)


def test_a_tie_has_several_winners() -> None:
    """End of the game: in the event of a tie, play again; the tie is reported. All markers of a board on one line."""
    scores = GAME.scores(played((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)))
    assert scores.totals == (16, 16, 16, 16)
    assert scores.winners == (0, 1, 2, 3)


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_causes_add_up_to_the_points(rounds: int) -> None:
    """End of the game: markers on the same line + markers below it, told apart."""
    state = played(*EXAMPLE[:rounds])
    totals = [0] * 4
    for round_ in range(rounds):
        for seat, causes in enumerate(GAME.points_by_cause(state, round_)):
            totals[seat] += sum(cause.points for cause in causes)
    assert tuple(totals) == GAME.scores(state).totals


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_gains_of_a_round_are_its_markers_and_what_they_add_to_earlier_ones(rounds: int) -> None:
    """End of the game: a marker scores those on its line and below it, whenever these were placed."""
    state = played(*EXAMPLE[:rounds])
    before = GAME.scores(played(*EXAMPLE[: rounds - 1])).totals if rounds > 1 else (0, 0, 0, 0)
    for seat, gains in non_empty(enumerate(GAME.total_changes_by_cause(state, rounds - 1))):
        own = GAME.points_by_cause(state, rounds - 1)[seat]
        assert gains[: len(own)] == own
        assert before[seat] + sum(cause.points for cause in gains) == GAME.scores(state).totals[seat]
        assert [(ENGLISH.say(cause.why), cause.points > 0) for cause in gains[len(own) :]] in (
            [],
            [("own earlier markers score more", True)],
        )


def test_causes_name_the_board_the_line_and_what_lies_below() -> None:
    (ann, *_) = GAME.points_by_cause(played(*EXAMPLE), 0)
    assert [ENGLISH.say(cause.why) for cause in ann] == [
        "Board held in round 1, line 1: 1 marker on the line",
        "3 markers below it",
    ]
    assert [cause.points for cause in ann] == [1, 3]


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_causes_name_a_board_alike_whenever_they_are_read(rounds: int) -> None:
    """Boards move each round: called by its holder, one had another name on each page."""
    (_, ben, *_) = GAME.points_by_cause(played(*EXAMPLE[:rounds]), 0)
    assert ENGLISH.say(ben[0].why).startswith("Board held in round 1, line ")
