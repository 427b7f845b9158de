"""What a refusal says, to whom, and with which cards: cases that the tests of every game list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.contract.declarations import Declaration
from device.contract.refusal import Refusal
from display.words import ENGLISH


@dataclass(frozen=True, slots=True)
class Case:
    """A line that is refused after others, the code, the cards shown, and the sentence."""

    players: int
    chosen: dict[str, str]
    lines: str
    line: str
    code: str
    cards: list[str]
    sentence: str


def name(case: Case) -> str:
    """What a case is called in a list of tests."""
    return f"{case.code}: {case.line}"


def check(
    case: Case,
    state: Any,
    read: Callable[[Any, str], Declaration],
    refusal: Callable[[Any, str], Refusal],
) -> None:
    """`state` is the game's after the case's lines; the game's own helpers read a line, or refuse it."""
    fault = refusal(state, case.line)
    assert fault.code.value == case.code
    assert fault.seat == read(state, case.line).seat
    assert [ENGLISH.say(card) for card in fault.cards] == case.cards
    assert ENGLISH.say(fault.sentence) == case.sentence
