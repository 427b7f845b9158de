"""LOOP: what the panel shows of it (the scoreboards as in the LOOP rulebook, Playing your cards, example)."""

from __future__ import annotations

import pytest

from device.games.loop.game import GAME
from display.vocabulary import Face, Mark, Style
from display.words import ENGLISH
from tests.games.loop.lines import ELEVEN, after, started, unanswered


def test_markers_lie_in_the_column_of_the_round_on_the_line_of_the_place() -> None:
    """Playing your cards: column for the current round, first line for the first to go out."""
    state = after(started(detail="finish"), "Ann out; Ben out; Cleo out; Dan out")
    grids = GAME.board(state).scoreboards
    # Round 2: every board is one seat further; the marker of Dan, last in round 1, lies before Ann.
    assert [grid.title for grid in grids] == ["Ann", "Ben", "Cleo", "Dan"]
    assert [grid.is_golden for grid in grids] == [False, True, False, False]
    assert [grid.markers for grid in grids] == [((3, 3),), ((0, 0),), ((1, 1),), ((2, 2), (0, 3))]


@pytest.mark.parametrize("players", [4, 5, 6])
def test_scoreboards_have_a_line_and_a_column_a_player(players: int) -> None:
    """Components: the scoreboards; as many rounds and places as players."""
    grids = GAME.board(started(players)).scoreboards
    assert len(grids) == players
    assert [grid.line_count for grid in grids] == [players] * players


def test_rows_show_areas_the_turn_and_the_cards_left() -> None:
    state = after(started(), "Ann plays 3 4; Ben plays 5 6; Cleo pass")
    board = GAME.board(state)
    assert [row.name for row in board.rows] == ["Ann", "Ben", "Cleo", "Dan"]
    assert [row.code for row in board.rows] == ["A", "B", "C", "DA"]
    assert [row.acting for row in board.rows] == [False, False, False, True]
    assert board.rows[0].marks == (Mark(Face(3)), Mark(Face(4), joined=True))
    assert board.rows[1].marks == (Mark(Face(5), Style.HOT), Mark(Face(6), Style.HOT, joined=True))
    assert [ENGLISH.say(row.note) for row in board.rows if row.note is not None] == [
        "9 cards",
        "9 cards",
        "11 cards",
        "11 cards",
    ]


def test_the_value_token_lies_in_the_middle() -> None:
    """Playing an 8: the token in the centre of the table is flipped."""
    assert [ENGLISH.say(mark.label) for mark in GAME.board(started()).centre] == ["higher wins"]
    state = after(started(), "Ann twist")
    assert [ENGLISH.say(mark.label) for mark in GAME.board(state).centre] == ["lower wins"]
    assert ENGLISH.say(GAME.heading(state)) == "Round 1 of 4"


def test_who_is_out_is_said() -> None:
    state = unanswered(started(), *ELEVEN)
    row = GAME.board(state).rows[0]
    assert row.note is not None
    assert ENGLISH.say(row.note) == "out, line 1"
    assert row.total == 1


def test_who_is_out_is_said_beside_the_last_cards() -> None:
    """The cards alone were there until the areas were cleared."""
    row = GAME.board(after(unanswered(started(), *ELEVEN[:-1]), "Ann plays 13")).rows[0]
    assert row.note is None
    assert [ENGLISH.say(mark.words or mark.label) for mark in row.marks] == ["13", "out, line 1"]


def test_questions() -> None:
    def question(lines: str) -> str:
        prompt = GAME.prompt(after(started(), lines))
        assert prompt is not None
        assert prompt.asked
        return ENGLISH.say(prompt.question)

    assert question("") == "Ann leads. Which cards?"
    assert question("Ann plays 5 5") == "Does Ben beat 5 and 5, or pass?"
    assert question("Ann plays 5 5; Ben twist") == "Ben twisted and must beat 5 and 5. Which cards?"


def test_the_end() -> None:
    state = started(detail="finish")
    assert ENGLISH.say(GAME.heading(state)) == "Round 1 of 4"
    for _ in range(4):
        state = after(state, "Ann out; Ben out; Cleo out")
    assert ENGLISH.say(GAME.heading(state)) == "The game is over"
    board = GAME.board(state)
    assert not any(row.acting for row in board.rows)
    assert sum(len(grid.markers) for grid in board.scoreboards) == 16
