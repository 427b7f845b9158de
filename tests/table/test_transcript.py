"""The transcript: what each line weighs, and how the system's journal reads it."""

from __future__ import annotations

import io
import os
from pathlib import Path

from device.system.log_level import LogLevel
from device.table.transcript import is_system_journal, transcript_writer
from hal.keys.keys import Edge, Key
from hal.mock.table import MockTable
from hal.panel.panel import PanelKind
from hal.table.table import Event
from tests.table.evenings import ROUND, TOTALS, script
from tests.table.tables import Mock, controlled


def weights(data: Path, keys: list[str], faults: int = 0) -> dict[str, LogLevel]:
    mock = Mock(data, keys)
    mock.table.panel.planned_errors.extend(["BUSY stays high"] * faults)
    mock.run()
    return dict(mock.logged)


def test_a_declaration_is_one_line_of_no_great_weight(tmp_path: Path) -> None:
    mock = Mock(tmp_path, [*script(*TOTALS, *ROUND), "wait 1000"]).run()
    assert [line for line, _ in mock.logged].count(ROUND[0]) == 1
    assert {level for _, level in mock.logged} == {LogLevel.INFO}


def test_what_somebody_should_look_at_weighs_more(tmp_path: Path) -> None:
    told = weights(tmp_path, [*script(), "D", "C", "wait 60"], faults=1)
    assert told["panel: BUSY stays high"] is LogLevel.WARNING
    assert {level for line, level in told.items() if line.startswith("refused")} == {LogLevel.NOTICE}


class StuckKey(MockTable):
    """A table on which key B of pod 2 never comes up."""

    def __init__(self, kind: PanelKind) -> None:
        super().__init__(kind, ["wait 100", "A"])
        self.given = [Edge(Key.B, True, 0.0, "pod2")]

    def next_event(self, deadline: float | None) -> Event:
        return self.given.pop() if self.given else super().next_event(deadline)


def test_a_stuck_key_is_named(tmp_path: Path) -> None:
    mock = Mock(tmp_path, [])
    mock.table = StuckKey(mock.table.panel_kind)
    mock.controller = controlled(mock.table, mock.journal_writer, mock.tell)
    mock.run()
    assert ("key pod2 B is stuck; it means nothing until it comes up", LogLevel.WARNING) in mock.logged


def test_the_journal_reads_levels() -> None:
    stream = io.StringIO()
    tell = transcript_writer(stream, has_levels=True)
    tell("Ann wins")
    tell("panel: BUSY\nstays high", LogLevel.WARNING)
    assert stream.getvalue() == "<6>Ann wins\n<4>panel: BUSY stays high\n"
    assert LogLevel.ERROR < LogLevel.WARNING < LogLevel.NOTICE < LogLevel.INFO


def test_elsewhere_lines_are_plain() -> None:
    stream = io.StringIO()
    transcript_writer(stream, has_levels=False)("Ann wins", LogLevel.ERROR)
    assert stream.getvalue() == "Ann wins\n"


def test_a_closed_stream_stops_no_game() -> None:
    stream = io.StringIO()
    stream.close()
    transcript_writer(stream, has_levels=True)("Ann wins")


def test_which_stream_is_the_journal(tmp_path: Path) -> None:
    with open(tmp_path / "log", "w", encoding="utf-8") as stream:
        status = os.fstat(stream.fileno())
        assert is_system_journal(stream, {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"})
        assert not is_system_journal(stream, {"JOURNAL_STREAM": "1:1"})
        assert not is_system_journal(stream, {})
    assert not is_system_journal(io.StringIO(), {"JOURNAL_STREAM": "1:1"})
