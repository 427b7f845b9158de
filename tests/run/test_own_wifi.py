"""A box's own Wi-Fi through NetworkManager, on a real message bus: what is asked of it, and each way that it fails."""

from __future__ import annotations

import errno
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.run.message_bus import BusTimes, CallFailed, MessageBus
from device.run.network_manager import SERVICE, NetworkManager, WifiFailed, connection_failure, wifi_settings
from device.run.wifi_joining import WifiJoining
from device.run.wifi_keeper import WifiKeeper, WifiTimes
from hal.browser.networks import JoinState
from hal.browser.own_wifi import OwnWifi, WifiState, check_wifi, new_active_wifi, wifi_qr_text
from tests.non_empty import non_empty
from tests.run.private_bus import (
    ACTIVATING,
    CONNECTION,
    DEACTIVATED,
    FREE,
    IN_A_NETWORK,
    MANAGER,
    RADIO,
    UNMANAGED,
    MockManager,
    mock_manager,
    needs_a_bus,
)

TIMEOUT_S = 30.0
ACTIVE = f"{SERVICE}.Connection.Active"
QUICK = WifiTimes(poll_s=0.05)


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[tuple[str, MockManager]]:
    with mock_manager(tmp_path) as found:
        yield found


class Told:
    """A keeper, and what it has told so far."""

    def __init__(self, address: str, times: WifiTimes = QUICK) -> None:
        self.used = False
        self.looked: SimpleQueue[None] = SimpleQueue()
        """Something for each time that it was asked whether the network is used."""
        self._states: SimpleQueue[OwnWifi] = SimpleQueue()
        self.keeper = WifiKeeper(self._states.put, self._is_used, times, address)

    def _is_used(self) -> bool:
        self.looked.put(None)
        return self.used

    def next(self) -> OwnWifi:
        return self._states.get(timeout=TIMEOUT_S)

    def opened(self) -> OwnWifi:
        self.keeper.request_wifi(True)
        assert self.next() == OwnWifi(WifiState.ACTIVATING)
        return self.next()


def ignore(_: OwnWifi) -> None:
    """Nobody is told."""


def failed(address: str) -> WifiState:
    """How it ends to want a network of one's own."""
    told = Told(address)
    try:
        found = told.opened()
        assert (found.name, found.password) == ("", "")
        return found.state
    finally:
        told.keeper.close()


@needs_a_bus
def test_the_network_is_as_weak_radios_can_do_it_and_goes_with_its_maker(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.opens()
    told, others = Told(address), manager.members()
    opened = told.opened()
    assert len(manager.members()) == len(others) + 1
    assert check_wifi(opened).state is WifiState.ACTIVE
    ((wanted, radio, point, options),) = manager.asked("AddAndActivateConnection2")
    assert (radio, point) == (RADIO, "/")
    assert options == {"persist": ("s", "volatile"), "bind-activation": ("s", "dbus-client")}
    assert wanted["connection"]["autoconnect"] == ("b", False)
    assert bytes(wanted["802-11-wireless"].pop("ssid")[1]).decode() == opened.name
    assert wanted["802-11-wireless"] == {"mode": ("s", "ap"), "band": ("s", "bg"), "channel": ("u", 6)}
    assert wanted["802-11-wireless-security"] == {
        "key-mgmt": ("s", "wpa-psk"),
        "proto": ("as", ["rsn"]),
        "pairwise": ("as", ["ccmp"]),
        "group": ("as", ["ccmp"]),
        "pmf": ("i", 1),
        "psk": ("s", opened.password),
    }
    assert wanted["ipv4"] == {
        "method": ("s", "shared"),
        "address-data": ("aa{sv}", [{"address": ("s", "10.42.0.1"), "prefix": ("u", 24)}]),
    }
    assert wanted["ipv6"] == {"method": ("s", "disabled")}
    told.keeper.request_wifi(False)
    assert told.next() == OwnWifi()
    # It was bound to who made it, who has left the bus.
    assert manager.members() == others
    told.keeper.close()


def test_a_user_opens_a_network_of_its_own_and_needs_no_right_to_those_of_others() -> None:
    wifi = new_active_wifi()
    assert wifi_settings(wifi, "tablekeeper-page")["connection"]["permissions"] == ("as", ["user:tablekeeper-page:"])
    assert "permissions" not in wifi_settings(wifi, "")["connection"]


@needs_a_bus
def test_no_radio_or_none_that_opens_networks(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    assert failed(address) is WifiState.NO_RADIO
    manager.radio()
    manager.put(RADIO, f"{SERVICE}.Device.Wireless", "WirelessCapabilities", ("u", 0x3F))
    assert failed(address) is WifiState.NO_RADIO
    manager.put(RADIO, f"{SERVICE}.Device.Wireless", "WirelessCapabilities", ("u", 0x7F))
    manager.put(RADIO, f"{SERVICE}.Device", "State", ("u", UNMANAGED))
    assert failed(address) is WifiState.NO_RADIO


@needs_a_bus
@pytest.mark.parametrize("switch", ["WirelessEnabled", "WirelessHardwareEnabled", "NetworkingEnabled"])
def test_a_radio_that_is_switched_off(bus: tuple[str, MockManager], switch: str) -> None:
    address, manager = bus
    manager.radio(20)
    manager.put(MANAGER, SERVICE, switch, ("b", False))
    assert failed(address) is WifiState.SWITCHED_OFF


@needs_a_bus
def test_a_radio_that_is_in_a_network_stays_there(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio(IN_A_NETWORK)
    manager.opens()
    assert failed(address) is WifiState.BUSY
    assert manager.asked("AddAndActivateConnection2") == []


@needs_a_bus
@pytest.mark.parametrize(
    ("error", "state"),
    [
        (f"{SERVICE}.PermissionDenied", WifiState.NOT_ALLOWED),
        (f"{SERVICE}.Settings.PermissionDenied", WifiState.NOT_ALLOWED),
        ("org.freedesktop.DBus.Error.AccessDenied", WifiState.NOT_ALLOWED),
        (f"{SERVICE}.Device.InvalidConnection", WifiState.REFUSED),
        ("org.freedesktop.DBus.Error.UnknownMethod", WifiState.REFUSED),
        ("org.freedesktop.DBus.Error.NoReply", WifiState.LOST),
    ],
)
def test_a_network_that_is_refused(bus: tuple[str, MockManager], error: str, state: WifiState) -> None:
    address, manager = bus
    manager.radio()
    manager.refuses(error)
    assert failed(address) is state


class AnsweringBus:
    """A bus that answers each call with an error."""

    def __init__(self, error: str) -> None:
        self._error = error

    def call(self, *_: object) -> tuple[Any, ...]:
        raise CallFailed(self._error)


@pytest.mark.parametrize(
    ("error", "state"),
    [
        ("org.freedesktop.DBus.Error.AccessDenied", WifiState.NOT_ALLOWED),
        ("org.freedesktop.DBus.Error.UnknownObject", WifiState.REFUSED),
        ("org.freedesktop.DBus.Error.NoReply", WifiState.LOST),
        ("org.freedesktop.DBus.Error.ServiceUnknown", WifiState.NO_MANAGER),
    ],
)
def test_why_nobody_says_whether_a_network_is_active(error: str, state: WifiState) -> None:
    with pytest.raises(WifiFailed) as found:
        NetworkManager(cast("MessageBus", AnsweringBus(error))).is_active("/active/1")
    assert found.value.state is state


@needs_a_bus
def test_an_activation_that_fails(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.opens(DEACTIVATED)
    assert failed(address) is WifiState.REFUSED


@needs_a_bus
def test_an_activation_that_goes_on_for_ever_is_given_up(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.opens(ACTIVATING)
    told, others = Told(address, QUICK._replace(activation_s=0.2)), manager.members()
    assert told.opened().state is WifiState.TIMED_OUT
    assert manager.members() == others
    told.keeper.close()


@needs_a_bus
def test_whoever_does_not_want_it_any_more_waits_for_no_activation(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.opens(ACTIVATING)
    told = Told(address)
    told.keeper.request_wifi(True)
    assert told.next().state is WifiState.ACTIVATING
    told.keeper.request_wifi(False)
    assert told.next() == OwnWifi()
    told.keeper.close()


@needs_a_bus
def test_a_manager_that_answers_nothing_is_given_up(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.freeze()
    with closing(MessageBus(address, BusTimes(0.2))) as bus_, pytest.raises(WifiFailed) as found:
        NetworkManager(bus_).begin_activation(new_active_wifi())
    assert found.value.state is WifiState.TIMED_OUT


@needs_a_bus
def test_a_manager_that_ends_while_it_is_asked(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.opens(ACTIVATING)
    told = Told(address)
    told.keeper.request_wifi(True)
    assert told.next().state is WifiState.ACTIVATING
    manager.kill()
    assert told.next().state in (WifiState.NO_MANAGER, WifiState.LOST)
    told.keeper.close()


@needs_a_bus
def test_a_network_that_ends_by_other_hands_or_with_its_manager_is_told(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.opens()
    told = Told(address)
    assert told.opened().state is WifiState.ACTIVE
    manager.put(CONNECTION, ACTIVE, "State", ("u", DEACTIVATED))
    assert told.next() == OwnWifi(WifiState.LOST)
    manager.put(RADIO, f"{SERVICE}.Device", "State", ("u", FREE))
    assert told.opened().state is WifiState.ACTIVE
    manager.kill()
    assert told.next() == OwnWifi(WifiState.LOST)
    told.keeper.close()


@needs_a_bus
def test_a_network_that_nobody_uses_for_ten_minutes_is_closed(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.opens()
    now = [0.0]
    told = Told(address, QUICK._replace(clock=lambda: now[0]))
    told.used = True
    assert told.opened().state is WifiState.ACTIVE
    now[0] = 10_000.0
    told.looked.get(timeout=TIMEOUT_S)
    told.keeper.request_wifi(True)  # the phone's page is opened once more
    assert told.next().state is WifiState.ACTIVE
    told.used = False
    now[0] += 601.0
    assert told.next() == OwnWifi()
    told.keeper.close()


@needs_a_bus
def test_a_bus_without_a_manager(tmp_path: Path) -> None:
    with mock_manager(tmp_path) as (address, manager):
        manager.kill()
        assert failed(address) is WifiState.NO_MANAGER


@pytest.mark.parametrize("address", ["unix:path=/nowhere/bus", "tcp:host=nowhere", "nonsense"])
def test_a_machine_without_a_bus(address: str) -> None:
    assert failed(address) is WifiState.NO_MANAGER


@contextmanager
def refusing_bus(path: Path) -> Iterator[str]:
    """A bus that knows nobody; yields its address."""

    def refuse() -> None:
        with suppress(OSError), closing(listening.accept()[0]) as connection:
            connection.recv(1024)
            connection.sendall(b"REJECTED EXTERNAL\r\n")
            connection.recv(1024)

    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(str(path))
        listening.listen()
        thread = threading.Thread(target=refuse)
        thread.start()
        yield f"unix:path={path}"
        thread.join()


def test_a_bus_that_refuses_the_program_is_not_taken_for_a_missing_one(tmp_path: Path) -> None:
    """It said that NetworkManager is not there, and is to be installed."""
    with refusing_bus(tmp_path / "bus") as address:
        assert failed(address) is WifiState.NOT_ALLOWED
    with refusing_bus(tmp_path / "other") as address:
        assert WifiJoining(WifiKeeper(ignore, bool), address).networks_in_range().join_state is JoinState.NOT_ALLOWED


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (FileNotFoundError(), WifiState.NO_MANAGER),
        (ConnectionRefusedError(), WifiState.NO_MANAGER),
        (PermissionError(), WifiState.NOT_ALLOWED),
        (TimeoutError(), WifiState.TIMED_OUT),
        (OSError(errno.EMFILE, "Too many open files"), WifiState.REFUSED),
        (ConnectionResetError(), WifiState.REFUSED),
    ],
)
def test_a_connection_that_cannot_be_made_is_said_as_what_it_is(error: OSError, state: WifiState) -> None:
    assert connection_failure(error) is state


def test_a_machine_without_the_library_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("device.run.message_bus", "device.run.network_manager"):
        monkeypatch.setitem(sys.modules, name, None)
    assert failed("unix:path=/nowhere/bus") is WifiState.NO_MANAGER


def test_names_and_passwords_are_new_each_time_and_nothing_in_them_is_taken_for_another() -> None:
    found = [check_wifi(new_active_wifi()) for _ in range(50)]
    assert len({wifi.password for wifi in found}) == len({wifi.name for wifi in found}) == len(found)
    for wifi in non_empty(found):
        assert re.fullmatch("[A-HJ-NP-Z2-9]{12}", wifi.password)
        assert wifi.password not in repr(wifi)


HOSTILE: list[Any] = [
    OwnWifi(WifiState.ACTIVE),
    OwnWifi(WifiState.INACTIVE, "Tablekeeper-ABCD", ""),
    OwnWifi(WifiState.ACTIVE, "Tablekeeper-ABCD", "short"),
    OwnWifi(WifiState.ACTIVE, "Tablekeeper-ABCD", "ABCDEFGHJKL;"),
    OwnWifi(WifiState.ACTIVE, "Tablekeeper-ABCD\n", "ABCDEFGHJKLM"),
    OwnWifi(WifiState.ACTIVE, "FreeWifi", "ABCDEFGHJKLM"),
    OwnWifi(WifiState.ACTIVE, "Tablekeeper-abO1", "ABCDEFGHJKLM"),
    OwnWifi(WifiState.ACTIVE, "Tablekeeper-ABCD", "ABCDEFGHJKLM\n"),
]


@pytest.mark.parametrize("wifi", HOSTILE)
def test_what_no_box_opens_is_not_believed(wifi: OwnWifi) -> None:
    with pytest.raises(ValueError, match="WifiState"):
        check_wifi(wifi)


def test_a_code_to_join_says_network_and_password() -> None:
    assert wifi_qr_text("Tablekeeper-7K3M", "ABCDEFGHJKLM") == "WIFI:T:WPA;S:Tablekeeper-7K3M;P:ABCDEFGHJKLM;;"
    assert wifi_qr_text('a;b:c"d', "e\\f,g") == r"WIFI:T:WPA;S:a\;b\:c\"d;P:e\\f\,g;;"


@given(st.text(max_size=32), st.text(max_size=63))
def test_a_phone_reads_name_and_password_out_of_a_code_whatever_they_are(name: str, password: str) -> None:
    fields = re.fullmatch(
        r"WIFI:T:WPA;S:((?:[^\\;]|\\.)*);P:((?:[^\\;]|\\.)*);;", wifi_qr_text(name, password), re.DOTALL
    )
    assert fields is not None
    assert tuple(re.sub(r"\\(.)", r"\1", field, flags=re.DOTALL) for field in fields.groups()) == (name, password)


def test_nobody_loads_the_bus_who_opens_no_network() -> None:
    loaded = "import sys, device.cli.page, device.run.page_service, device.run.wifi_keeper, device.run.door_page"
    script = f"{loaded}; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in found if name.split(".")[0] == "jeepney"]
