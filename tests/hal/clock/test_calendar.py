"""When the date is known, on machines whose /proc and /sys are made for the test."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hal.clock.wallclock import EARLIEST_TIME_S, SystemCalendar, is_kernel_clock_synchronised

NOW = EARLIEST_TIME_S + 1_000_000


def no() -> bool:
    """Nobody has set the kernel's clock."""
    return False


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board that nobody has told the time."""
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(time, "clock_gettime", lambda clock: 50.0)
    return tmp_path


def write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def test_board_that_nobody_has_told_the_time_does_not_know_it(root: Path) -> None:
    assert SystemCalendar(root, no).boot_time_s() is None


def test_date_is_known_once_the_network_has_set_the_clock_and_stays(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SystemCalendar(root, no)
    assert table.boot_time_s() is None
    write(root / "run/systemd/timesync/synchronized", "")
    assert table.boot_time_s() == NOW - 50
    monkeypatch.setattr(time, "time", lambda: NOW + 10_000_000)
    assert table.boot_time_s() == NOW - 50


def test_date_is_known_once_the_kernel_says_so(root: Path) -> None:
    assert SystemCalendar(root, lambda: True).boot_time_s() == NOW - 50


@pytest.mark.parametrize(("chip", "known"), [(str(int(NOW)), True), ("12", False), ("946684812", False), ("?", False)])
def test_clock_chip_is_believed_if_its_date_can_be_right(root: Path, chip: str, known: bool) -> None:
    write(root / "sys/class/rtc/rtc0/since_epoch", f"{chip}\n")
    assert (SystemCalendar(root, no).boot_time_s() is not None) == known


def test_machine_that_is_no_board_keeps_time_while_it_is_off(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "proc/device-tree").rmdir()
    assert SystemCalendar(root, no).boot_time_s() == NOW - 50
    monkeypatch.setattr(time, "time", lambda: EARLIEST_TIME_S - 1)
    assert SystemCalendar(root, no).boot_time_s() is None


def test_moments_are_of_the_boot_and_never_of_the_date(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root / "proc/sys/kernel/random/boot_id", "c0ffee\n")
    table = SystemCalendar(root)
    before = table.boot_moment()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert table.boot_moment() == before == ("c0ffee", 50.0)


def test_this_machine_can_be_asked() -> None:
    assert is_kernel_clock_synchronised() in (True, False)
    first, second = SystemCalendar().boot_moment(), SystemCalendar().boot_moment()
    assert first.boot_id == second.boot_id
    assert len(first.boot_id) == 36
    assert first.uptime_s <= second.uptime_s
