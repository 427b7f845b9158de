"""A run on the mock hardware: scripted keys, virtual time, pictures and a report to look at."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from device.run import final_status
from device.run.run_settings import RunSettings
from device.run.table_assembly import assemble_table, open_journal, print_usage_error, run_alone
from device.system.exitcodes import SUCCESS
from device.table import transcript
from device.table.controller import Controller
from hal.mock.script import ScriptError
from hal.mock.table import MockTable
from hal.panel.panel import PanelKind
from values.named_tuple import NamedTuple


class MockOutputFiles(NamedTuple):
    """The paths of a run's output besides its games: a directory of pictures, a report."""

    frames_directory: Path | None = None
    report: Path | None = None


def play(lines: Iterable[str], settings: RunSettings, files: MockOutputFiles | None = None) -> int:
    """Play a key script, with a transcript on standard output. Returns the exit status. Raises UnknownPanel."""
    panel_kind = settings.simulated_panel()
    output_files = MockOutputFiles() if files is None else files
    return run_alone(settings.data, lambda: _play_script(panel_kind, lines, settings, output_files))


def _play_script(panel_kind: PanelKind, lines: Iterable[str], settings: RunSettings, files: MockOutputFiles) -> int:
    table = MockTable(panel_kind, lines, files.frames_directory, settings.config.panel.mounting)
    tell = transcript.transcript_writer(sys.stdout, has_levels=False)
    # A script with pauses stands for people, who look at the panel before they press a key.
    settings = settings._replace(has_virtual_time=True, has_people_at_keys=lambda: table.has_paused)
    try:
        with (
            open_journal(settings.data) as journal,
            assemble_table(table, journal, settings, tell, background=False) as controller,
        ):
            controller.run()
    except ScriptError as error:
        return print_usage_error(f"the key script, line {error.line_number}: {error.sentence}")
    except OSError as error:
        if error.errno is None:
            raise  # not a system error, but Pillow's about a font
        return print_usage_error(f"{error.filename or files.frames_directory} can't be written: {error.strerror}.")
    # The journal is closed here, and still knows what it could not store.
    status = final_status.final_status(journal, settings.language)
    if files.frames_directory is not None:
        tell(f"{table.panel.refresh_count} pictures in {files.frames_directory}")
    if files.report is not None:
        return _write_report(files.report, controller, table) or status
    return status


def _write_report(path: Path, controller: Controller, table: MockTable) -> int:
    import json  # imported late: needed only for a report

    refreshes = table.panel.refresh_count
    controller.report.add_refreshes(refreshes, table.panel.identical_count, refreshes * table.panel_kind.refresh_s)
    report = controller.report.as_json()
    try:
        path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        return print_usage_error(f"{path} can't be written: {error.strerror}.")
    return SUCCESS
