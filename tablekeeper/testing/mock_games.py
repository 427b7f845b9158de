"""Plays games on the mock hardware, by key presses from power-on, and reads them back from the journal."""

from __future__ import annotations

import contextlib
import io
import shutil
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from device.config import Config
from device.journal.export import exported_lines
from device.run import mock
from device.run.run_settings import RunSettings
from device.run.table_assembly import assemble_table, open_journal
from display.words import ENGLISH
from hal.mock.table import MockTable


def play_presses(data_directory: Path, presses: Iterable[str]) -> str:
    """Switch the table on, press keys, and switch it off. Returns what it printed.

    `presses` are lines of a key script (`hal.mock.script`), such as “A” or “hold C”.
    """
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        mock.play(list(presses), RunSettings(Config(), data_directory, ENGLISH))
    return output.getvalue()


def play_until_power_cut(data_directory: Path, presses: Iterable[str]) -> None:
    """Switch the table on, press keys, and leave the files as they are then, before the table closes any."""
    settings = RunSettings(Config(), data_directory, ENGLISH, has_virtual_time=True)
    table = MockTable(settings.simulated_panel(), presses)
    with TemporaryDirectory() as files_at_cut:
        with (
            open_journal(data_directory) as journal,
            assemble_table(table, journal, settings, lambda *_: None, background=False) as controller,
        ):
            controller.run()
            shutil.copytree(data_directory, files_at_cut, dirs_exist_ok=True)
        shutil.rmtree(data_directory)
        shutil.copytree(files_at_cut, data_directory)


def stored_record(data_directory: Path) -> list[str]:
    """Return the lines of the current game's record, as the journal has it."""
    return list(exported_lines(data_directory, game=None))
