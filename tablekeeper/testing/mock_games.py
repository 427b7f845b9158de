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


def play_presses(data_directory: Path, presses: Iterable[str]) -> str:
    """Switch the table on, press keys, and switch it off. Returns what it printed.

    `presses` are lines of a key script (`hal.mock.script`), such as “A” or “hold C”.
    """
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        mock.play(list(presses), RunSettings(Config(), data_directory, ENGLISH))
    return output.getvalue()


def stored_record(data_directory: Path) -> list[str]:
    """Return the lines of the current game's record, as the journal has it."""
    return list(exported_lines(data_directory, game=None))
