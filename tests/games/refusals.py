"""Checks of refusals, with sentence, seat and cards: each game's tests list the cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.contract.declarations import Declaration
from device.contract.refusal import Refusal
from display.words import ENGLISH


@dataclass(frozen=True, slots=True)
class Case:
    """A line refused after other lines, with the expected code, cards and sentence."""

    players: int
    chosen: dict[str, str]
    lines: str
    line: str
    code: str
    cards: list[str]
    sentence: str


def name(case: Case) -> str:
    """The name of a case in a list of tests."""
    return f"{case.code}: {case.line}"


def check(
    case: Case,
    state: Any,
    read: Callable[[Any, str], Declaration],
    refusal: Callable[[Any, str], Refusal],
) -> None:
    """Check a case. `state` is the game's after the case's lines; the functions parse a line, or return its refusal."""
    fault = refusal(state, case.line)
    assert fault.code.value == case.code
    assert fault.seat == read(state, case.line).seat
    assert [ENGLISH.say(card) for card in fault.cards] == case.cards
    assert ENGLISH.say(fault.sentence) == case.sentence
