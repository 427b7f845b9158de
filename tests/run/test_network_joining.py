"""A box joins a Wi-Fi from its page, on a real message bus: what NetworkManager is asked, and each way that it fails.

Until the new network works, the old one is what the box goes back to.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from device.run.message_bus import BusTimes, MessageBus
from device.run.network_joiner import JoinTimes, NetworkJoiner, NotJoined, network_profile
from device.run.network_manager import SERVICE, WifiFailed
from device.run.wifi_joining import WifiJoining
from device.run.wifi_keeper import WifiKeeper, WifiTimes
from hal.browser.networks import JoinState, Network, NetworksInRange, can_be_joined
from hal.browser.own_wifi import OwnWifi, WifiState
from tests.non_empty import non_empty
from tests.run.private_bus import (
    ACTIVATING,
    DEACTIVATED,
    MANAGER,
    RADIO,
    SETTINGS,
    MockManager,
    mock_manager,
    needs_a_bus,
)

TIMEOUT_S = 30.0
PASSWORD = "correct horse"
QUICK = JoinTimes(timeout_s=0.5, poll_s=0.02)
NAME = "Upstairs"

pytestmark = needs_a_bus


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[tuple[str, MockManager]]:
    with mock_manager(tmp_path) as found:
        yield found


def keeper(address: str, tell: Callable[[OwnWifi], None] = lambda now: None) -> WifiKeeper:
    return WifiKeeper(tell, lambda: False, WifiTimes(poll_s=0.02), address)


def joined(address: str, name: str = NAME, password: str = PASSWORD) -> JoinState:
    """What comes of joining a network."""
    networks = WifiJoining(keeper(address), address, QUICK)
    networks.begin_joining(name, password)
    while (seen := networks.networks_in_range()).join_state is JoinState.JOINING:
        pass
    assert seen.joining_network == name
    return seen.join_state


def failed(address: str) -> JoinState:
    """What comes of it where even a look at the networks fails."""
    networks = WifiJoining(keeper(address), address, QUICK)
    return networks.networks_in_range().join_state


def test_networks_in_reach_are_told_the_strongest_first_each_once(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.joins()
    manager.was_in("Downstairs")
    manager.point(NAME, 80)
    manager.point(NAME, 30)
    manager.point("Firm", 90, 0x200)
    manager.point("Newest", 20, 0x400)
    manager.point("Caf\u00e9", 10, 0)
    manager.point("bad\x1bname", 99)
    networks = WifiJoining(keeper(address), address, QUICK)
    expected = (
        Network(NAME, 80, "wpa-psk"),
        Network("Downstairs", 50, "wpa-psk"),
        Network("Newest", 20, "sae"),
        Network("Caf\u00e9", 10, ""),
    )
    assert networks.networks_in_range() == NetworksInRange(expected, "Downstairs")
    assert networks.networks_in_range().networks == expected
    assert len(manager.asked("RequestScan", RADIO)) == 1, "looking costs the radio its network for a moment"


def test_a_network_is_tried_then_kept_and_joined_for_good(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.joins()
    old = manager.was_in("Downstairs")
    manager.point(NAME, 80)
    assert joined(address) is JoinState.JOINED
    ((trial, radio, point, options),) = manager.asked("AddAndActivateConnection2")
    assert (radio, point) == (RADIO, "/")
    assert options == {"persist": ("s", "volatile"), "bind-activation": ("s", "dbus-client")}
    assert trial["connection"]["autoconnect"] == ("b", False)
    ((kept, flags, more),) = manager.asked("AddConnection2", SETTINGS)
    assert (flags, more) == (1, {})
    for one in non_empty((trial, kept)):
        assert bytes(one["802-11-wireless"]["ssid"][1]).decode() == NAME
        assert one["802-11-wireless-security"] == {"key-mgmt": ("s", "wpa-psk"), "psk": ("s", PASSWORD)}
    assert kept["connection"]["autoconnect"] == ("b", True)
    assert "permissions" not in kept["connection"], "the machine joins it without anybody logged in"
    ((path, radio, _),) = manager.asked("ActivateConnection")
    assert path != old
    assert radio == RADIO


@pytest.mark.parametrize(
    ("reason", "state"),
    [
        (7, JoinState.WRONG_PASSWORD),
        (9, JoinState.WRONG_PASSWORD),
        (17, JoinState.NO_ADDRESS),
        (11, JoinState.TIMED_OUT),
        (53, JoinState.NOT_FOUND),
        (1, JoinState.REFUSED),
    ],
)
def test_what_fails_is_told_by_its_reason_keeps_nothing_and_goes_back(
    bus: tuple[str, MockManager], reason: int, state: JoinState
) -> None:
    address, manager = bus
    manager.radio()
    old = manager.was_in("Downstairs")
    manager.joins(DEACTIVATED, reason)
    assert joined(address) is state
    assert manager.asked("AddConnection2", SETTINGS) == []
    assert [call[:2] for call in manager.asked("ActivateConnection")] == [[old, RADIO]]


def test_a_network_that_never_answers_is_given_up_and_the_old_one_comes_back(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    old = manager.was_in("Downstairs")
    manager.joins(ACTIVATING)
    others = manager.members()
    assert joined(address) is JoinState.TIMED_OUT
    assert [call[0] for call in manager.asked("ActivateConnection")] == [old]
    assert manager.members() == others, "what was tried is bound to who tried it, and has ended"


@pytest.mark.parametrize("error", [f"{SERVICE}.Settings.PermissionDenied", "org.freedesktop.DBus.Error.AccessDenied"])
def test_a_network_that_may_not_be_kept_is_left_again(bus: tuple[str, MockManager], error: str) -> None:
    address, manager = bus
    manager.radio()
    old = manager.was_in("Downstairs")
    manager.joins()
    manager.keeps_nothing(error)
    assert joined(address) is JoinState.NOT_ALLOWED
    assert [call[0] for call in manager.asked("ActivateConnection")] == [old]


def test_a_password_for_an_open_network_or_none_for_another_is_not_tried(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.joins()
    manager.point(NAME, 80)
    manager.point("Open", 70, 0)
    assert joined(address, NAME, "") is JoinState.WRONG_PASSWORD
    assert joined(address, "Open", PASSWORD) is JoinState.WRONG_PASSWORD
    assert manager.asked("AddAndActivateConnection2") == []
    assert joined(address, "Open", "") is JoinState.JOINED
    ((trial, *_),) = manager.asked("AddAndActivateConnection2")
    assert "802-11-wireless-security" not in trial


def test_a_name_that_is_in_no_list_can_be_typed(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.joins()
    assert joined(address, "hidden one") is JoinState.JOINED


def test_no_radio_one_that_is_off_or_busy_and_no_manager(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    assert failed(address) is JoinState.NO_RADIO
    manager.radio(20)
    assert failed(address) is JoinState.RADIO_BUSY
    manager.put(MANAGER, SERVICE, "WirelessHardwareEnabled", ("b", False))
    assert failed(address) is JoinState.SWITCHED_OFF
    manager.kill()
    assert failed(address) is JoinState.NO_MANAGER
    assert failed("unix:path=/nowhere/bus") is JoinState.NO_MANAGER


def test_a_manager_that_answers_nothing_is_given_up(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    with closing(MessageBus(address, BusTimes(0.5))) as connection:
        joining = NetworkJoiner(connection, QUICK)
        manager.freeze()
        with pytest.raises(WifiFailed) as found:
            joining.join_network(NAME, PASSWORD)
    assert found.value.state is WifiState.TIMED_OUT


def test_a_manager_that_ends_while_a_network_is_tried(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.joins(ACTIVATING)
    with closing(MessageBus(address)) as connection:
        joining = NetworkJoiner(connection, QUICK._replace(timeout_s=TIMEOUT_S, sleep=lambda _: manager.kill()))
        with pytest.raises((NotJoined, WifiFailed)) as found:
            joining.join_network(NAME, PASSWORD)
    assert str(found.value) in ("lost", "no-manager")


def test_the_boxs_own_wifi_closes_first_and_opens_again_where_it_comes_to_nothing(
    bus: tuple[str, MockManager],
) -> None:
    address, manager = bus
    manager.radio()
    manager.point(NAME, 80)
    manager.joins()
    told: SimpleQueue[OwnWifi] = SimpleQueue()
    own = keeper(address, told.put)
    networks = WifiJoining(own, address, QUICK)

    def until(state: WifiState) -> None:
        while told.get(timeout=TIMEOUT_S).state is not state:
            pass

    own.request_wifi(True)
    until(WifiState.ACTIVE)
    seen = networks.networks_in_range()
    assert seen.is_own_wifi_active
    assert [network.name for network in seen.networks] == [NAME], "as they were before: the radio sees none now"
    manager.joins(DEACTIVATED, 7)
    networks.begin_joining(NAME, "wrong horse")
    until(WifiState.INACTIVE)
    until(WifiState.ACTIVATING)
    while networks.networks_in_range().join_state is JoinState.JOINING:
        pass
    assert networks.networks_in_range().join_state is JoinState.WRONG_PASSWORD
    own.close()


def test_joining_that_breaks_off_is_over_and_the_own_network_opens_again(
    bus: tuple[str, MockManager], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, manager = bus
    broken_off = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda _: broken_off.set())
    manager.radio()
    manager.opens()
    told: SimpleQueue[OwnWifi] = SimpleQueue()
    own = keeper(address, told.put)
    failures = [ZeroDivisionError()]

    def clock() -> float:
        if failures:
            raise failures.pop()
        return time.monotonic()

    own.request_wifi(True)
    while told.get(timeout=TIMEOUT_S).state is not WifiState.ACTIVE:
        pass
    networks = WifiJoining(own, address, QUICK, clock)
    networks.begin_joining(NAME, PASSWORD)
    assert told.get(timeout=TIMEOUT_S).state is WifiState.INACTIVE
    assert told.get(timeout=TIMEOUT_S).state is WifiState.ACTIVATING
    while (seen := networks.networks_in_range().join_state) is JoinState.JOINING:
        pass
    assert seen is JoinState.LOST
    assert broken_off.wait(TIMEOUT_S)
    own.close()


def test_while_one_is_joined_another_waits_for_nothing_and_is_not_begun(bus: tuple[str, MockManager]) -> None:
    address, manager = bus
    manager.radio()
    manager.joins(ACTIVATING)
    networks = WifiJoining(keeper(address), address, QUICK)
    networks.begin_joining(NAME, PASSWORD)
    networks.begin_joining("Other", PASSWORD)
    assert networks.networks_in_range().joining_network == NAME
    while networks.networks_in_range().join_state is JoinState.JOINING:
        pass
    assert len(manager.asked("AddAndActivateConnection2")) == 1


@pytest.mark.parametrize(
    ("name", "password", "can"),
    [
        (NAME, PASSWORD, True),
        (NAME, "", True),
        ("\u00e9" * 16, "x" * 63, True),
        ("", PASSWORD, False),
        ("\u00e9" * 17, PASSWORD, False),
        ("a\nb", PASSWORD, False),
        (NAME, "short", False),
        (NAME, "x" * 64, False),
        (NAME, "passw\u00f6rter", False),
        (NAME, "line\nline", False),
        ("\ud800", PASSWORD, False),
    ],
)
def test_names_and_passwords_that_no_network_has_are_not_tried(name: str, password: str, can: bool) -> None:
    assert can_be_joined(name, password) is can


def test_what_is_tried_is_the_programs_own_and_what_is_kept_the_machines() -> None:
    tried, kept = network_profile(NAME, PASSWORD, "sae", "tablekeeper-page"), network_profile(NAME, PASSWORD, "sae")
    assert tried["connection"]["permissions"] == ("as", ["user:tablekeeper-page:"])
    assert "permissions" not in kept["connection"]
