"""An evening on the mock hardware: scripted keys, virtual time, pictures and a report to look at."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from device.run import finalsave
from device.run.assemble import TableOptions, assembled, misused, opened_journal, run_alone
from device.system.exitcodes import FINE
from device.table import transcript
from device.table.controller import Controller
from display.words import Language
from hal.mock.script import ScriptError
from hal.mock.table import MockTable
from hal.panel import panel
from hal.panel.orientation import UPRIGHT, Mounting


class MockSettings(NamedTuple):
    """What an evening is played with. `panel` is a name of `hal.panel.panel.kind`."""

    panel: str
    data: Path
    language: Language
    roster: tuple[str, ...]
    frames: Path | None
    report: Path | None
    mounting: Mounting = UPRIGHT


def play(lines: Iterable[str], setting: MockSettings) -> int:
    """Play a key script, telling on standard output what happens. Returns the exit status."""
    try:
        kind = panel.kind(setting.panel)
    except panel.UnknownPanel as error:
        return misused(str(error))
    return run_alone(setting.data, lambda: _evening(kind, lines, setting))


def _evening(kind: panel.PanelKind, lines: Iterable[str], setting: MockSettings) -> int:
    table = MockTable(kind, lines, setting.frames, setting.mounting)
    tell = transcript.to(sys.stdout, weighted=False)
    options = TableOptions(setting.data, setting.language, setting.roster)
    try:
        with (
            opened_journal(setting.data) as journal,
            assembled(table, journal, options, tell, background=False) as controller,
        ):
            controller.run()
    except ScriptError as error:
        return misused(f"the key script, line {error.line}: {error.sentence}")
    except OSError as error:
        if error.errno is None:
            raise  # not the system's: Pillow's, of a font
        return misused(f"{error.filename or setting.frames} can't be written: {error.strerror}.")
    kept = finalsave.status(journal, setting.language)
    if setting.frames is not None:
        tell(f"{table.panel.refreshes} pictures in {setting.frames}")
    if setting.report is not None:
        return _write(setting.report, controller, table) or kept
    return kept


def _write(path: Path, controller: Controller, table: MockTable) -> int:
    import json  # an evening without a report needs none

    refreshes = table.panel.refreshes
    controller.report.drawn(refreshes, table.panel.identical, refreshes * table.kind.refresh_s)
    found = controller.report.as_json()
    try:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        return misused(f"{path} can't be written: {error.strerror}.")
    return FINE
