"""LOOP's first edition: what the panel shows (rulebook, Loop Round 15: Rank cards at the seats)."""

from __future__ import annotations

from device.games.loop_2023.game import GAME
from device.games.loop_2023.state import State
from display.text_alternative import page_sections
from display.vocabulary import Page, PlayerRow, Style
from display.words import ENGLISH
from tests.games.loop_2023.lines import after, started


def rows(state: State) -> tuple[PlayerRow, ...]:
    return GAME.board(state).rows


def marks(row: PlayerRow) -> list[str]:
    return [ENGLISH.say(mark.label) for mark in row.marks]


def notes(state: State) -> list[str]:
    return ["" if row.note is None else ENGLISH.say(row.note) for row in rows(state)]


def heading(state: State) -> str:
    return ENGLISH.say(GAME.heading(state))


def test_a_row_for_each_seat_with_what_is_left() -> None:
    state = after(started(three_eights="on"), "Cleo three-eights; Ann plays red-3 red-4")
    assert [row.name for row in rows(state)] == ["Ann", "Ben", "Cleo"]
    assert [row.code for row in rows(state)] == ["A", "B", "C"]
    assert [row.acting for row in rows(state)] == [False, True, False]
    assert [row.total for row in rows(state)] == [2, 2, 3]
    assert notes(state) == ["7 cards left", "9 cards left", "9 cards left"]
    assert [marks(row) for row in rows(state)] == [["seat 1"], ["seat 2"], ["seat 3"]]


def test_the_cards_to_beat_and_which_way() -> None:
    state = started()
    assert GAME.board(state).centre == ()
    state = after(state, "Ann plays red-3 red-4; Ben twist")
    board = GAME.board(state)
    assert [ENGLISH.say(mark.label) for mark in board.centre] == ["red 3", "red 4"]
    assert {mark.style for mark in board.centre} == {Style.HOT}
    assert board.centre_title is not None
    assert ENGLISH.say(board.centre_title) == "To beat: lower wins"
    assert heading(state) == "Round 1, twisted: low cards win"
    assert marks(rows(state)[1]) == ["seat 2", "8 shown"]


def test_an_eight_that_was_shown_for_a_twist_is_said_to_be() -> None:
    """“8 (done)” was said of it: nobody had declared an 8, and nothing was done with it."""
    page = Page(heading="", body=GAME.board(after(started(), "Ann plays red-3 red-4; Ben twist")))
    (players,) = (section for section in page_sections(page, ENGLISH) if section.title == "players")
    assert players.lines[1].endswith("; seat 2, shown for a twist: 8")


def test_rows_follow_the_seats_and_show_the_rank_cards() -> None:
    state = after(started(3, detail="finish"), "Ben out")
    assert notes(state) == ["", "went out 1st", ""]
    state = after(state, "Ann out")
    assert heading(state) == "Round 2, changing seats"
    assert [row.acting for row in rows(state)] == [False, False, True]
    assert notes(state) == ["to be seated"] * 3
    state = after(state, "Cleo sits 1")
    assert [row.name for row in rows(state)] == ["Cleo", "Ann", "Ben"]
    assert [row.code for row in rows(state)] == ["C", "A", "B"]
    assert [marks(row)[1] for row in rows(state)] == ["Rank card 2nd", "Rank card 1st", "Rank card 3rd"]
    assert heading(state) == "Round 2"


def test_who_moves_where_while_seats_are_chosen() -> None:
    state = after(started(4, detail="finish"), "Ann out; Ben out; Cleo out; Dan sits 2")
    assert notes(state) == ["to be seated", "to be seated", "to be seated", "moves to seat 2"]


def test_a_long_game_says_which_set() -> None:
    state = after(started(2, sets="2", three_eights="on"), *["Ann three-eights"] * 5)
    assert heading(state) == "Set 1, round 1"
    run = " ".join(f"red-{number}" for number in range(1, 10))
    state = after(state, f"Ann plays {run}")
    assert heading(state) == "Set 2, round 1"
    assert [row.total for row in rows(state)] == [9, 2]


def test_a_finished_game_keeps_its_last_seats() -> None:
    state = after(started(2, three_eights="on", detail="finish"), *["Ann three-eights"] * 5, "Ann out")
    assert heading(state) == "The game is over"
    assert [row.total for row in rows(state)] == [9, 2]
    assert not any(row.acting for row in rows(state))


def test_causes_say_rank_and_rank_card() -> None:
    """Loop Round 17: basic score, and what the seat's rank gained or lost."""
    state = after(started(3, detail="finish"), "Ann out; Ben out; Cleo sits 1; Ben out; Ann out")
    first, second = GAME.points_by_cause(state, 0), GAME.points_by_cause(state, 1)
    assert [[cause.points for cause in account] for account in first] == [[3], [1], [0]]
    assert [[cause.points for cause in account] for account in second] == [[1, 0], [3, 2], [0, -2]]
    assert [[ENGLISH.say(cause.why) for cause in account] for account in second] == [
        ["2nd to go out", "Seat 2: 2nd again"],
        ["1st to go out", "Seat 3 rose from 3rd to 1st"],
        ["Last in the round", "Seat 1 fell from 1st to 3rd"],
    ]


def test_causes_say_what_the_floor_at_0_spared() -> None:
    """Loop Round 17, note: a total that would fall below 0 counts as 0; the record has the points before that."""
    state = after(
        started(3, detail="finish"), "Ann out; Ben out; Cleo sits 1; Ben out; Ann out; Cleo sits 3; Ann out; Ben out"
    )
    last = GAME.scores(state).rounds[-1]
    assert last.points is not None
    cleo = GAME.points_by_cause(state, 2)[2]
    assert [cause.points for cause in cleo] == [0, -2, 2]
    assert ENGLISH.say(cleo[-1].why) == "No total falls below 0"
    assert (last.points[2], last.gained and last.gained[2]) == (-2, 0)
    assert GAME.scores(state).totals[2] == 0
