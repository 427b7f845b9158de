"""A short evening of what `make soak` plays for hours: everything fails, nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from device.history.results import GameResult
from device.journal.export import exported_lines
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.session.keyscript import key_script
from device.session.rows import JournalRow
from device.table.controller import Controller
from hal.mock.table import MockTable
from hal.panel import panel
from tools.soak import fault_injection
from tools.soak.evening import SoakEvening
from tools.soak.failing_disk import FailingDisk, RoomySpill
from tools.soak.jumping_calendar import JumpingCalendar
from tools.soak.resource_usage import usage

GAMES = 3
SEED = 1


def stormy(monkeypatch: pytest.MonkeyPatch, often: float = 3) -> None:
    """All faults at once, more often than in the long run."""
    monkeypatch.setattr(fault_injection, "CHANGE", 1.0)
    chances = {fault: often * chance for fault, chance in fault_injection.CHANCES.items()}
    monkeypatch.setattr(fault_injection, "CHANCES", chances)


def test_no_point_is_lost_whatever_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stormy(monkeypatch)
    played: list[int] = []
    evening = SoakEvening(tmp_path, SEED, played.append)
    evening.play(GAMES)
    assert evening.differences == []
    assert played == list(range(1, GAMES + 1))
    assert all(evening.faults.counts.values()), evening.faults.counts
    assert evening.pod_presses


def test_an_evening_leaves_nothing_open(tmp_path: Path) -> None:
    seen = []
    evening = SoakEvening(tmp_path, SEED, lambda number: seen.append(usage(evening.box.data)))
    evening.play(2)
    first, last = seen[0], seen[-1]
    assert last.rows > first.rows
    assert (last.descriptors, last.threads, last.files) == (first.descriptors, first.threads, first.files)


def test_a_declaration_acknowledged_before_it_is_kept_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The evening notices what it is there to notice."""
    stormy(monkeypatch)
    kept = Journal.append
    calls = 0

    def append(journal: Journal, game: int, rows: Sequence[JournalRow], result: GameResult | None) -> None:
        nonlocal calls
        calls += 1
        if calls % 5:
            kept(journal, game, rows, result)

    monkeypatch.setattr(Journal, "append", append)
    evening = SoakEvening(tmp_path, SEED)
    evening.play(GAMES)
    assert "rows are left after a" in evening.differences[0]


def test_a_disk_that_works_again_leaves_a_half_typed_code_alone(tmp_path: Path) -> None:
    disk = FailingDisk(tmp_path, JumpingCalendar())
    disk.take_away()

    def lines() -> Iterator[str]:
        *begun, last = key_script(b"game no-loose-ends\nplayers 1 2\n1 bid red-3")
        yield from begun
        yield "wait 60"
        disk.mend()
        yield "wait 60"
        yield last
        yield "wait 60"

    journal_writer = JournalWriter(disk.open)
    assert journal_writer.fault is not None
    Controller(MockTable(panel.panel_kind("what-black"), lines()), journal_writer).run()
    assert journal_writer.fault is None
    journal_writer.close()
    assert list(exported_lines(tmp_path, None))[-1] == "1 bid red-3"


def test_a_process_that_keeps_nothing_for_the_next_one_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stormy(monkeypatch)
    monkeypatch.setattr(RoomySpill, "save", lambda memory, spilled: None)
    evening = SoakEvening(tmp_path, SEED)
    evening.play(GAMES)
    assert "rows are left after a kill" in evening.differences[0]
