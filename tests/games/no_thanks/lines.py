"""Plays lines of a record of No Thanks!, and says what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from device.games.no_thanks.game import GAME
from device.games.no_thanks.state import State
from display.words import Text
from tests.games.record_lines import RecordLines

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")

_LINES: RecordLines[State] = RecordLines(GAME, NAMES, 3)
started, read, after = _LINES.started, _LINES.read, _LINES.after
refusal, code, syntax = _LINES.refusal, _LINES.code, _LINES.syntax


def texts(value: object) -> Iterator[Text]:
    """Every text inside pages, prompts and faults, levels that are made on demand left out."""
    if isinstance(value, Text):
        yield value
        for _, argument in value.arguments:
            yield from texts(argument)
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from texts(getattr(value, each.name))


def sweep(cards: Iterable[int], taker: str = "Ann") -> Iterator[str]:
    """Lines by which one player takes every one of these cards at once."""
    for card in cards:
        yield f"flip {card}"
        yield f"{taker} take"
