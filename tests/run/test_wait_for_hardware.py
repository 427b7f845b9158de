"""A service whose hardware is missing."""

from __future__ import annotations

import select
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from device.run.wait_for_hardware import RETRY_S, serve_with_retries
from device.system.log_level import LogLevel
from hal.service.manager import HARDWARE_FILE, ServiceManager


class Missing(Exception):
    """There is no panel."""


def test_hardware_is_looked_for_until_it_is_there_and_a_fault_is_told_once(tmp_path: Path) -> None:
    faults = [Missing("no panel"), Missing("no panel"), Missing("no pins"), None]
    told: list[str] = []
    waited: list[float] = []

    def serve() -> int:
        fault = faults.pop(0)
        if fault is not None:
            raise fault
        return 0

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        return False

    def tell(line: str, level: LogLevel = LogLevel.INFO) -> None:
        if level is LogLevel.ERROR:
            told.append(line)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(60)
        manager = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        assert serve_with_retries(serve, {Missing: "panel"}, tell, manager, wait) == 0
        assert [listening.recv(100) for _ in range(4)] == [b"READY=1", b"WATCHDOG=1"] * 2
    assert told == ["no panel", "no pins"]
    assert waited == [RETRY_S] * 3


def test_what_the_panel_would_show_is_told_once_where_there_is_no_panel() -> None:
    faults, told = [Missing("no panel"), Missing("no pins"), None], list[str]()

    def serve() -> int:
        fault = faults.pop(0)
        if fault is not None:
            raise fault
        return 0

    def tell(line: str, level: LogLevel = LogLevel.INFO) -> None:
        if not line.startswith("no table"):
            told.append(f"{level.name}: {line}")

    assert (
        serve_with_retries(serve, {Missing: "panel"}, tell, ServiceManager({}), lambda _: False, ["line 1 is wrong"])
        == 0
    )
    assert told == ["WARNING: line 1 is wrong", "ERROR: no panel", "ERROR: no pins"]


def test_a_service_that_is_told_to_end_looks_no_more() -> None:
    def serve() -> int:
        raise Missing("no panel")

    assert (
        serve_with_retries(
            serve, {Missing: "panel"}, lambda line, level=LogLevel.INFO: None, ServiceManager({}), lambda _: True
        )
        == 0
    )


@pytest.mark.parametrize("late", [False, True], ids=["before it", "once it is over"])
def test_signal_that_comes_at_any_moment_of_the_waiting_ends_it(late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that is told to end once is told once: whoever stops it would wait until it is killed."""
    waited = select.select

    def interrupted(*waits_for: Any) -> object:
        if not late:
            signal.raise_signal(signal.SIGTERM)
        found = waited(waits_for[0], (), (), 0.0)
        if late:
            signal.raise_signal(signal.SIGTERM)
        return found

    def serve() -> int:
        raise Missing("no panel")

    monkeypatch.setattr(select, "select", interrupted)
    before = signal.getsignal(signal.SIGTERM)
    assert (
        serve_with_retries(serve, {Missing: "panel"}, lambda line, level=LogLevel.INFO: None, ServiceManager({})) == 0
    )
    assert signal.getsignal(signal.SIGTERM) == before


def test_what_is_no_missing_hardware_is_an_error() -> None:
    def serve() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        serve_with_retries(
            serve, {Missing: "panel"}, lambda line, level=LogLevel.INFO: None, ServiceManager({}), lambda _: False
        )


def test_what_is_lacking_is_said_at_every_moment_until_the_table_plays(tmp_path: Path) -> None:
    """Whoever looks for it meanwhile must not find that nothing is known: a card would be written to each time."""
    told = tmp_path / HARDWARE_FILE
    seen = list[str]()

    class Looking(ServiceManager):
        def _remove(self, name: str) -> None:
            super()._remove(name)
            seen.append(told.read_text(encoding="utf-8") if told.exists() else "nothing")

    def serve() -> int:
        raise Missing("no panel")

    waits = iter((False, False, True))
    manager = Looking({"RUNTIME_DIRECTORY": str(tmp_path)})
    serve_with_retries(
        serve, {Missing: "panel"}, lambda line, level=LogLevel.INFO: None, manager, lambda _: next(waits)
    )
    assert seen == ["panel\nno panel\n"] * 3
