"""Tables one after the other in one place: in a browser, or in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from device.config import Config
from device.journal.writer import JournalWriter
from device.run.run_settings import RunSettings
from device.run.simulator import Simulator
from device.run.table_requests import NextTable, TableRequests, UploadedGame
from device.table import transcript
from device.table.sidebar_filler import SidebarFiller
from display.languages import language
from display.words import ENGLISH, Language, Text
from hal.clock.clock import RealClock
from hal.panel.orientation import Mounting
from hal.panel.panel import PanelKind, panel_kind
from hal.signal.signal import NoSignal
from hal.table.sidebar import SidebarContents
from hal.table.threaded_table import ThreadedTable
from tests.run.quick_panel import QuickPanel

RECORD = b"game no-thanks\nplayers Ann Bo Cleo\n"


class LoggedPlace:
    """Logs each table that begins."""

    def __init__(self, log: list[str]) -> None:
        self._log = log

    def open_table(self, panel_kind: PanelKind, mounting: Mounting) -> ThreadedTable:
        self._log.append("table")
        return ThreadedTable(RealClock(), QuickPanel(panel_kind.name), NoSignal())

    def close_table(self, table: ThreadedTable) -> None:
        table.close()

    def show_sidebar(self, contents: SidebarContents) -> None:
        """Nobody looks at it."""


def test_an_upload_is_answered_once_there_is_a_table_that_hears_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads that the game goes on presses a key."""
    log: list[str] = []
    begun = UploadedGame.finish

    def logged(uploaded: UploadedGame, trouble: Text | None) -> None:
        log.append("answer")
        begun(uploaded, trouble)

    monkeypatch.setattr(UploadedGame, "finish", logged)
    requests = TableRequests(panel_kind("what-black"), ENGLISH)
    simulator = Simulator(
        LoggedPlace(log), requests, RunSettings(Config(), tmp_path, ENGLISH), transcript.drop_line, _nobody
    )
    with ThreadPoolExecutor(1) as hands:
        answer = hands.submit(_hand_in, requests)
        simulator.run()
        assert answer.result() == ""
    assert log[-2:] == ["table", "answer"]


def _nobody(_: NextTable) -> None:
    """Nobody is told of tables."""


def _hand_in(requests: TableRequests) -> str:
    """Upload a record, and end the table once that is answered."""
    try:
        return requests.play_record(RECORD)
    finally:
        requests.end()


def test_what_is_said_at_the_end_is_in_the_language_that_the_table_had_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begun in English, and switched to French by its keys."""
    told: list[Language] = []
    requests = TableRequests(panel_kind("what-black"), ENGLISH)

    def switched(place: LoggedPlace, _: Language, set_language: Callable[[Language], None]) -> SidebarFiller:
        set_language(language("fr"))
        requests.end()
        return SidebarFiller(place, language("fr"), set_language)

    def final_status(_: JournalWriter, last: Language) -> int:
        told.append(last)
        return 0

    monkeypatch.setattr("device.run.simulator.SidebarFiller", switched)
    monkeypatch.setattr("device.run.final_status.final_status", final_status)
    settings = RunSettings(Config(), tmp_path, ENGLISH)
    Simulator(LoggedPlace([]), requests, settings, transcript.drop_line, _nobody).run()
    assert told == [language("fr")]
