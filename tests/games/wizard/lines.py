"""Plays lines of a record of Wizard, and says what came of it."""

from __future__ import annotations

from device.games.wizard.game import GAME
from device.games.wizard.state import State
from tests.games.record_lines import RecordLines

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")

_LINES: RecordLines[State] = RecordLines(GAME, NAMES, 3)
started, read, after = _LINES.started, _LINES.read, _LINES.after
refusal, code, sentence, accepts = _LINES.refusal, _LINES.code, _LINES.sentence, _LINES.accepts
