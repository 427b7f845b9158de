"""LOOP: what the table is asked, when a starter may be named, and how contradictions are explained."""

from __future__ import annotations

import pytest

from device.contract.declarations import RecordLine
from device.contract.refusal import Refused
from device.games.loop.game import GAME
from display.words import ENGLISH
from tests.games.loop.lines import ELEVEN, after, code, refused, said, started, turn, unanswered, whole_round


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ("", "Ann leads. Which cards?"),
        ("Ann plays 3 4", "Does Ben beat 3 and 4, or pass?"),
        ("Ann plays 5; Ben twist", "Ben twisted and must beat 5. Which card?"),
        ("Ann plays 3 4; Ben twist", "Ben twisted and must beat 3 and 4. Which cards?"),
        ("first Cleo", "Cleo leads. Which cards?"),
    ],
)
def test_questions(lines: str, asked: str) -> None:
    """Playing a round: lead, beat or pass; after a twist one must play."""
    prompt = GAME.prompt(after(started(), lines))
    assert prompt is not None
    assert ENGLISH.say(prompt.question) == asked


def test_who_goes_out_is_asked() -> None:
    prompt = GAME.prompt(started(detail="finish"))
    assert prompt is not None
    assert ENGLISH.say(prompt.question) == "Ann starts. Who goes out first?"
    assert [choice.label for choice in prompt.level.choices] == ["Ann", "Ben", "Cleo", "Dan"]


@pytest.mark.parametrize("line", ["Ann out", "first Ann"])
def test_a_starter_is_named_before_anything_else(line: str) -> None:
    """Record: `first` stands before the first declaration of the game, once."""
    state = started(detail="finish")
    assert GAME.starter(state) == 0
    state = after(state, line)
    assert GAME.starter(state) is None
    assert code(state, "first Ben").value == "wrong-phase"


def test_the_number_that_does_not_exist_is_named() -> None:
    """Components: cards are numbered 1 to 13."""
    assert said(refused(started(), "Ann plays 1 14")) == "Ann can't play 14: the numbers are 1 to 13."
    assert said(refused(started(), "Ann plays 0 1")) == "Ann can't play 0: the numbers are 1 to 13."


def test_why_an_8_cannot_be_revealed() -> None:
    """Set-up: 13 cards a hand, and an 8 that is revealed is one of them, besides those that are played."""
    hand = ("1 2 3 4", "5 6 7", "9 10", "12", "13")
    state = whole_round(after(started(), "Ann twist"), hand, ELEVEN, ELEVEN)
    assert turn(state) == "Ben"
    fault = refused(after(unanswered(state, "11"), "Ben plays 8"), "Ben twist")
    assert said(fault) == (
        "Ben can't reveal an 8: with what Ann showed of this hand in round 1, it would have 14 cards instead of 13."
    )
    assert (fault.seat, [face.number for face in fault.cards]) == (1, [8])


@pytest.mark.parametrize("words", [("plays", "x"), ("plays",), ("plays", "03"), ("sits", "1")])
def test_a_line_that_cannot_be_read_is_about_its_player(words: tuple[str, ...]) -> None:
    """Record, syntax."""
    with pytest.raises(Refused) as caught:
        GAME.read(RecordLine(2, words))
    fault = caught.value.refusal
    assert (fault.code.value, fault.seat) == ("syntax", 2)
    assert "{" not in said(fault)
