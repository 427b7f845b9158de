"""An evening on the mock hardware: scripted keys, virtual time, pictures and a report to look at."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from device.config import preferences
from device.journal import writer
from device.run import finalsave
from device.system import lock
from device.system.exitcodes import FINE, MISUSED
from device.system.gctuning import settle
from device.system.printing import complain
from device.table import transcript
from device.table.controller import Controller
from device.table.podseats import FILE, PodSeats
from display.words import Language
from hal import panel
from hal.mock import MockTable
from hal.script import ScriptError


class MockSettings(NamedTuple):
    """What an evening is played with. `panel` is a name of `hal.panel.kind`."""

    panel: str
    data: Path
    language: Language
    roster: tuple[str, ...]
    frames: Path | None
    report: Path | None


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
    keeper = writer.of(setting.data)
    table = MockTable(kind, lines, setting.frames)
    import display.draw  # noqa: F401  (every evening draws: it is loaded with the rest)

    settle()
    tell = transcript.to(sys.stdout, weighted=False)
    remember = partial(preferences.keep_language, setting.data)
    companion = Controller(
        table, keeper, setting.language, setting.roster, tell, remember, PodSeats(setting.data / FILE)
    )
    try:
        companion.run()
    except ScriptError as error:
        return _sorry(f"the key script, line {error.line}: {error.sentence}")
    except OSError as error:
        if error.errno is None:
            raise  # not the system's: Pillow's, of a font
        return _sorry(f"{error.filename or setting.frames} can't be written: {error.strerror}.")
    finally:
        keeper.close()
    kept = finalsave.status(keeper, setting.language)
    if setting.frames is not None:
        tell(f"{table.panel.refreshes} pictures in {setting.frames}")
    if setting.report is not None:
        return _write(setting.report, companion, table) or kept
    return kept


def _write(path: Path, companion: Controller, table: MockTable) -> int:
    import json  # an evening without a report needs none

    refreshes = table.panel.refreshes
    companion.report.drawn(refreshes, table.panel.identical, refreshes * table.kind.refresh_s)
    found = companion.report.as_json()
    try:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        return _sorry(f"{path} can't be written: {error.strerror}.")
    return FINE


def _sorry(sentence: str) -> int:
    complain(sentence)
    return MISUSED
