"""The scores of a record, for tests of a game's points."""

from __future__ import annotations

from typing import Any

from device.contract.game import Game
from device.contract.scores import Scores
from device.session import record as records
from display.words import ENGLISH
from tablekeeper.testing.registration import register_game


def scored(game: Game[Any], lines: str) -> Scores:
    """Return the scores after the lines of a record. Raises AssertionError with the sentence of a refusal.

    The line `game …` may be left out.
    """
    record_lines = [line.strip() for line in lines.splitlines() if line.strip()]
    if not any(line.startswith("game ") for line in record_lines):
        record_lines.insert(0, f"game {game.id}")
    with register_game(game):
        try:
            return records.read("\n".join(record_lines).encode()).scores
        except records.RecordRefused as refused:
            refusal = refused.refusal
            message = f"“{record_lines[refused.line_number - 1]}”: {ENGLISH.say(refusal.sentence)} [{refusal.code}]"
            raise AssertionError(message) from None


def points(game: Game[Any], lines: str) -> list[tuple[int, ...]]:
    """Return everybody's points of each completed round, by seat."""
    return [round_.points or () for round_ in scored(game, lines).rounds]
