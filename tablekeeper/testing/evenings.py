"""Evenings on the mock hardware: presses from power-on, and what the journal has of them."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable
from pathlib import Path

from device.config import Config
from device.journal.export import export
from device.run import mock
from device.run.settings import RunSettings
from display.words import ENGLISH


def play(data: Path, presses: Iterable[str]) -> str:
    """Switch the table on, press keys, and switch it off; what it said meanwhile."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        mock.play(list(presses), RunSettings(Config(), data, ENGLISH))
    return told.getvalue()


def kept(data: Path) -> list[str]:
    """The record of the game that is being played, as the journal has it."""
    return list(export(data, None))
