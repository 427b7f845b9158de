"""An evening on the mock hardware: scripted keys, virtual time, pictures and a report to look at."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from device.journal import writer
from device.run import finalsave
from device.run.assemble import TableOptions, assembled
from device.system import lock
from device.system.exitcodes import FINE, MISUSED
from device.system.gctuning import settle
from device.system.printing import complain
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
        return _sorry(str(error))
    try:
        with lock.held(setting.data):
            return _evening(kind, lines, setting)
    except lock.InUse as error:
        return _sorry(str(error))


def _evening(kind: panel.PanelKind, lines: Iterable[str], setting: MockSettings) -> int:
    journal = writer.of(setting.data)
    table = MockTable(kind, lines, setting.frames, setting.mounting)
    import display.draw  # noqa: F401  (every evening draws: it is loaded with the rest)

    settle()
    tell = transcript.to(sys.stdout, weighted=False)
    options = TableOptions(setting.data, setting.language, setting.roster)
    try:
        with assembled(table, journal, options, tell, background=False) as controller:
            controller.run()
    except ScriptError as error:
        return _sorry(f"the key script, line {error.line}: {error.sentence}")
    except OSError as error:
        if error.errno is None:
            raise  # not the system's: Pillow's, of a font
        return _sorry(f"{error.filename or setting.frames} can't be written: {error.strerror}.")
    finally:
        journal.close()
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
        return _sorry(f"{path} can't be written: {error.strerror}.")
    return FINE


def _sorry(sentence: str) -> int:
    complain(sentence)
    return MISUSED
