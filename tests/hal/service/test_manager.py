"""sd_notify(3) over real sockets, and a watchdog that a hung loop does not feed."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.mock.table import MockTable
from hal.panel import panel
from hal.service.manager import HARDWARE_FILE, SWITCH_OFF_FILE, ServiceManager
from hal.service.watched_table import WatchedTable
from hal.table.table import Event, InputEnd, RefreshDone, Tick

KIND = panel.panel_kind("what-black")
WATCHDOG_S = 30.0


class Listening:
    """The manager's end of the socket."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[Listening]:
    heard = Listening(str(tmp_path / "notify"))
    yield heard
    heard.close()


def environment(tmp_path: Path) -> dict[str, str]:
    return {
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": str(int(WATCHDOG_S * 1_000_000)),
        "WATCHDOG_PID": str(os.getpid()),
    }


def watched(tmp_path: Path, script: list[str]) -> WatchedTable:
    return WatchedTable(MockTable(KIND, script), ServiceManager(environment(tmp_path)))


def test_ready_is_told_once_when_presses_are_taken(tmp_path: Path, listening: Listening) -> None:
    table = watched(tmp_path, ["A", "B"])
    assert listening.heard() == []
    for _ in range(4):
        table.next_event(None)
    assert listening.heard().count("READY=1") == 1


def test_an_idle_table_pings_thrice_in_the_time_allowed(tmp_path: Path, listening: Listening) -> None:
    table = watched(tmp_path, [f"wait {2.9 * WATCHDOG_S}", "A"])
    table.next_event(None)
    assert table.clock.now() == pytest.approx(2.9 * WATCHDOG_S, abs=1)
    # One at the start, then one every third of the time.
    assert listening.heard() == ["READY=1", *["WATCHDOG=1"] * 9]


def test_a_loop_that_asks_no_more_is_silent(tmp_path: Path, listening: Listening) -> None:
    table = watched(tmp_path, ["A", "wait 1000", "B"])
    table.next_event(None)
    listening.heard()
    assert listening.heard() == []


def test_deadlines_and_ends_come_as_without_a_manager(tmp_path: Path, listening: Listening) -> None:
    table = watched(tmp_path, ["wait 100", "A"])
    assert table.next_event(42.0) == Tick(42.0)
    table.next_event(None), table.next_event(None)
    assert isinstance(table.next_event(None), InputEnd)


def test_closing_is_told(tmp_path: Path, listening: Listening) -> None:
    watched(tmp_path, []).close()
    assert listening.heard() == ["STOPPING=1"]


def test_the_abstract_namespace(tmp_path: Path) -> None:
    name = f"tablekeeper-test-{os.getpid()}"
    listening = Listening("\0" + name)
    ServiceManager({"NOTIFY_SOCKET": "@" + name}).report_ready()
    assert listening.heard() == ["READY=1"]
    listening.close()


@pytest.mark.parametrize("address", ["", "@", "relative", "vsock:2:1234"])
def test_an_address_that_is_none_is_not_used(address: str) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000000"})
    manager.report_ready()
    assert manager.watchdog_s is None


def test_a_manager_that_has_gone_stops_no_game(tmp_path: Path) -> None:
    watched(tmp_path, ["A"]).next_event(None)


def test_a_manager_that_does_not_listen_is_not_waited_for(tmp_path: Path, listening: Listening) -> None:
    manager = ServiceManager(environment(tmp_path))
    for _ in range(5000):
        manager.ping()
    assert 0 < len(listening.heard()) < 5000


def test_a_watchdog_meant_for_another_process_is_not_ours(tmp_path: Path) -> None:
    assert ServiceManager({**environment(tmp_path), "WATCHDOG_PID": "1"}).watchdog_s is None


@given(usec=st.text(max_size=8))
def test_a_watchdog_that_is_no_number_is_none(usec: str) -> None:
    found = ServiceManager({"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": usec}).watchdog_s
    assert found is None or found > 0


def test_switching_off_is_asked_for_by_a_file(tmp_path: Path) -> None:
    """A service without rights has no other way; the path unit waits for this very file."""
    assert ServiceManager({"RUNTIME_DIRECTORY": f"{tmp_path}:/run/other"}).request_switch_off()
    assert (tmp_path / SWITCH_OFF_FILE).exists()
    unit = Path("systemd/tablekeeper-off.path").read_text(encoding="utf-8")
    assert f"PathExists=/run/tablekeeper/{SWITCH_OFF_FILE}\n" in unit


@pytest.mark.parametrize("directory", ["", "/nowhere/at/all"])
def test_without_a_directory_there_is_nobody_to_ask(directory: str) -> None:
    assert not ServiceManager({"RUNTIME_DIRECTORY": directory}).request_switch_off()


def test_a_table_that_plays_again_has_no_wish_to_switch_off_left(tmp_path: Path) -> None:
    manager = ServiceManager({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert manager.request_switch_off()
    manager.report_ready()
    assert not (tmp_path / SWITCH_OFF_FILE).exists()
    manager.report_ready()


class PanelThatAnswersLate(MockTable):
    """Its first refresh fails; the second is well, and the third fails again."""

    def next_event(self, deadline: float | None) -> Event:
        self.asked = getattr(self, "asked", 0) + 1
        return RefreshDone(0.0, None if self.asked == 2 else "No panel answers.")


def test_a_table_says_what_it_lacks_until_a_page_is_on_the_panel(tmp_path: Path, listening: Listening) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "notify"), "RUNTIME_DIRECTORY": str(tmp_path)})
    told = tmp_path / HARDWARE_FILE
    told.write_text("plays\n\n")  # of the run before
    table = WatchedTable(PanelThatAnswersLate(KIND, []), manager)
    manager.report_ready()
    assert not told.exists()
    table.next_event(None)
    assert told.read_text() == "panel\nNo panel answers.\n"
    for _ in range(2):
        table.next_event(None)
        assert told.read_text() == "plays\n\n"


@pytest.mark.parametrize("made", ["missing", "a directory"])
def test_a_wish_that_can_not_be_taken_back_stops_nothing(made: str, tmp_path: Path) -> None:
    directory = tmp_path / "gone"
    if made == "a directory":
        (directory / SWITCH_OFF_FILE).mkdir(parents=True)
    ServiceManager({"RUNTIME_DIRECTORY": str(directory)}).report_ready()
