"""No Loose Ends: what the table is asked and shown, word for word, and how lines are to be written."""

from __future__ import annotations

import pytest

from device.contract.declarations import RecordLine
from device.contract.refusal import Refused
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import State
from display.vocabulary import Style
from display.words import ENGLISH
from tests.games.no_loose_ends.lines import after, passed, started
from tests.games.presses import asked

PLANNED = "Teresa bid red-3; Kaylen pass; Taylor bid blue-5; Teresa pass; Taylor pass"


def notes(state: State) -> list[str]:
    return ["" if row.note is None else ENGLISH.say(row.note) for row in GAME.board(state).rows]


@pytest.mark.parametrize(
    ("detail", "lines", "question", "who"),
    [
        ("tricks", "", "Teresa bids or passes", ["Teresa"]),
        ("tricks", "Teresa bid red-3", "Kaylen bids or passes", ["Kaylen"]),
        ("tricks", PLANNED, "Taylor leads. Who wins trick 1?", []),
        ("tricks", PLANNED + "; Teresa wins red-9", "Teresa leads. Who wins trick 2?", []),
        ("tricks", PLANNED + "; Teresa wins", "Which bid does Teresa cover with the trick?", ["Teresa"]),
        ("cards", PLANNED, "Taylor leads a card", ["Taylor"]),
        ("cards", PLANNED + "; Taylor plays red-4", "Teresa plays a card", ["Teresa"]),
    ],
)
def test_questions(detail: str, lines: str, question: str, who: list[str]) -> None:
    """Planning phase and Heist phase: bid or pass in turn; the last to pass leads; the winner covers a bid."""
    state = after(started(detail=detail), lines)
    prompt = asked(GAME, state)
    assert ENGLISH.say(prompt.question) == question
    assert [state.name(seat) for seat in prompt.asked] == who


def test_questions_of_totals() -> None:
    """Record: each player's bids, covered bids and extra tricks, in any order; the last is asked by name."""
    state = started(detail="totals")
    prompt = asked(GAME, state)
    assert ENGLISH.say(prompt.question) == "Whose result?"
    assert prompt.asked == (0, 1, 2)
    assert [choice.label for choice in prompt.level.choices] == ["Teresa", "Kaylen", "Taylor"]
    state = after(state, "Teresa planned 1 covered 1 extra 3; Taylor planned 1 covered 0 extra 3")
    prompt = asked(GAME, state)
    assert ENGLISH.say(prompt.question) == "Kaylen: bids, then covered, then extra tricks"
    assert prompt.names_several_things
    assert ENGLISH.say(prompt.level.title) == "bids"
    assert prompt.asked == (1,)
    assert notes(state) == ["bids 1, covered 1, extra 3", "", "bids 1, covered 0, extra 3"]
    assert [row.acting for row in GAME.board(state).rows] == [False, True, False]


def test_rows_while_bids_are_planned_and_covered() -> None:
    """Heist phase: a covered bid is settled, an open one is plain until it is asked which the trick covers."""
    state = after(started(), "Teresa bid red-3; Kaylen pass; Taylor bid blue-5")
    assert notes(state) == ["", "passed", ""]
    assert [mark.style for mark in GAME.board(state).rows[0].marks] == [Style.PLAIN]
    state = after(state, "Teresa pass; Taylor pass")
    assert [mark.style for mark in GAME.board(state).rows[0].marks] == [Style.PLAIN]
    assert [ENGLISH.say(level.title) for level in asked(GAME, state).later_levels] == ["Teresa covers", "Taylor covers"]
    state = after(state, "Teresa wins red-9")
    assert notes(state) == ["1 trick", "0 tricks", "0 tricks"]
    assert [mark.style for mark in GAME.board(state).rows[0].marks] == [Style.DONE]
    assert [ENGLISH.say(level.title) for level in asked(GAME, state).later_levels] == ["Taylor covers"]


def test_the_trick_on_the_table() -> None:
    """Heist phase: the card that was led stands out, for its suit must be followed."""
    state = after(passed(detail="cards"), "Taylor plays red-4; Teresa plays red-5")
    board = GAME.board(state)
    assert [(ENGLISH.say(mark.label), mark.style) for mark in board.centre] == [
        ("red 4", Style.HOT),
        ("red 5", Style.PLAIN),
    ]
    assert board.centre_title is not None
    assert ENGLISH.say(board.centre_title) == "Trick 1 of 16"
    assert [row.acting for row in board.rows] == [False, True, False]


@pytest.mark.parametrize(
    "words",
    [
        "pass", "double-cross", "loose", "bid red-3", "plays getaway", "covers red-3", "wins", "wins red-3",
        "wins lead red", "wins red-3 lead red", "planned 1 covered 0 extra 2",
    ],
)  # fmt: skip
def test_lines_are_written_as_they_are_read(words: str) -> None:
    """Record: one way to write each declaration."""
    assert GAME.write(GAME.read(RecordLine(1, tuple(words.split())))) == RecordLine(1, tuple(words.split()))


def test_simplified_scoring_says_why() -> None:
    """Simplified scoring: no loose ends, or how many."""
    state = after(
        started(detail="totals", scoring="simplified"),
        "Teresa planned 1 covered 1 extra 0; Kaylen planned 1 covered 1 extra 1; Taylor planned 1 covered 0 extra 12",
    )
    assert [[ENGLISH.say(cause.why) for cause in account] for account in GAME.points_by_cause(state, 0)] == [
        ["no loose ends"],
        ["1 loose end"],
        ["13 loose ends"],
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("holds", "3"),
            "“holds 3” can't be read:"
            " after the name comes bid, pass, double-cross, plays, wins, covers, loose or planned.",
        ),
        (("bid", "red"), "“red” is not a card: write a suit and a number, like blue-10."),
        (("wins", "red-3", "lead", "7"), "“7” is not a suit: blue, red, yellow or gray can be led."),
        (
            ("planned", "x", "covered", "1", "extra", "0"),
            "“x” is not a number: write it in digits, without sign or leading zeros.",
        ),
    ],
)
def test_lines_that_cannot_be_read_say_how_to_write_them(words: tuple[str, ...], sentence: str) -> None:
    """Record, syntax."""
    with pytest.raises(Refused) as refused:
        GAME.read(RecordLine(0, words))
    assert refused.value.refusal.code.value == "syntax"
    assert ENGLISH.say(refused.value.refusal.sentence) == sentence
