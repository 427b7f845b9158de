"""Plays lines of a score pad's record, and says what came of it."""

from __future__ import annotations

from device.games.score_pad.game import GAME
from device.kits.figures.state import FiguresState
from tests.games.record_lines import RecordLines

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")

_LINES: RecordLines[FiguresState] = RecordLines(GAME, NAMES, 3)
started, read, after = _LINES.started, _LINES.read, _LINES.after
refusal, code, sentence, accepts = _LINES.refusal, _LINES.code, _LINES.sentence, _LINES.accepts
