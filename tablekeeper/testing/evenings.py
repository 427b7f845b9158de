"""Plays games on the mock hardware, by key presses from power-on, and reads them back from the journal."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable
from pathlib import Path

from device.config import Config
from device.journal.export import exported_lines
from device.run import mock
from device.run.run_settings import RunSettings
from display.words import ENGLISH


def play(data: Path, presses: Iterable[str]) -> str:
    """Switch the table on, press keys, and switch it off. Returns what it printed."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        mock.play(list(presses), RunSettings(Config(), data, ENGLISH))
    return told.getvalue()


def kept(data: Path) -> list[str]:
    """Return the record of the current game, as the journal has it."""
    return list(exported_lines(data, None))
