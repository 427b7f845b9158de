"""The report of an evening: staleness as the design defines it."""

from __future__ import annotations

import json

import pytest

from device.session.rows import JournalRow, RowKind
from device.table.evening_report import MAX_DELAYS, EveningReport, percentile
from device.table.events import DeclarationRefused, Declared, Pressed
from hal.keys.keys import Gesture, Key, Press


def ratios(report: EveningReport) -> dict[str, float | None]:
    found = report.as_json()["staleness_ratio"]
    assert isinstance(found, dict)
    return found


def test_report_of_nothing() -> None:
    assert json.loads(json.dumps(EveningReport().as_json())) == {
        "presses": 0,
        "declarations": 0,
        "refused": 0,
        "refreshes": 0,
        "identical_refreshes": 0,
        "refresh_s": 0.0,
        "ink_s": {"p50": None, "p95": None, "max": None},
        "staleness_ratio": {"p50": None, "p95": None, "max": None},
        "unshown": 0,
    }


def test_everything_is_counted() -> None:
    report = EveningReport()
    for _ in range(5):
        report.handle_event(Pressed(Press(Key.A, Gesture.PRESS, 1.0)))
    line = JournalRow(RowKind.RECORD, "Ann pass")
    report.handle_event(Declared((line, JournalRow(RowKind.TABLE, "accept")), ()))
    report.handle_event(Declared((line, JournalRow(RowKind.FORCED, "Bo pass")), ()))
    report.handle_event(DeclarationRefused(("No.",)))
    report.add_refreshes(4, 1, 32.0)
    assert list(report.as_json().values())[:6] == [5, 3, 1, 4, 1, 32.0]


def test_declaration_on_an_idle_panel_can_do_no_better_than_one_refresh() -> None:
    report = EveningReport()
    report.add_declaration(1, 10.0, 0.0, 8.0)
    report.mark_shown(1, 18.0)
    assert ratios(report) == {"p50": 1.0, "p95": 1.0, "max": 1.0}


def test_declaration_during_a_refresh_may_wait_for_its_rest() -> None:
    report = EveningReport()
    report.add_declaration(1, 10.0, 0.0, 8.0)
    report.add_declaration(2, 13.0, 5.0, 8.0)
    report.mark_shown(1, 18.0)
    assert report.as_json()["unshown"] == 1
    report.mark_shown(2, 26.0)
    assert ratios(report)["max"] == 1.0
    assert report.as_json()["unshown"] == 0


def test_refresh_that_shows_a_later_state_shows_the_earlier_ones() -> None:
    report = EveningReport()
    for revision, at in enumerate((10.0, 11.0, 12.0), 1):
        report.add_declaration(revision, at, 0.0, 8.0)
    report.mark_shown(3, 26.0)
    report.mark_shown(3, 99.0)
    assert ratios(report) == {"p50": 15 / 8, "p95": 2.0, "max": 2.0}


@pytest.mark.parametrize(("percent", "value"), [(1, 1), (50, 10), (51, 11), (95, 19), (96, 20), (100, 20)])
def test_percentiles_are_values_that_occurred(percent: int, value: int) -> None:
    # Nearest rank over 1 … 20: p per cent of 20 values, rounded up.
    assert percentile([float(n) for n in range(20, 0, -1)], percent) == value


def test_box_that_is_never_switched_off_remembers_the_latest_delays_only() -> None:
    report = EveningReport()
    report.add_declaration(1, 0.0, 0.0, 8.0)
    report.mark_shown(1, 80.0)
    assert ratios(report)["max"] == 10.0
    for revision in range(2, MAX_DELAYS + 2):
        report.add_declaration(revision, 100.0, 0.0, 8.0)
    report.mark_shown(MAX_DELAYS + 1, 108.0)
    assert ratios(report)["max"] == 1.0
