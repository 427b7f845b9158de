"""Joins a Wi-Fi through NetworkManager: it tries the network, and saves it once it works, or else goes back to the old
one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from jeepney import DBusAddress

from device.run import network_manager as nm
from device.run.message_bus import MessageBus
from hal.browser.networks import JoinState, Network
from hal.browser.own_wifi import WifiState
from values.named_tuple import NamedTuple

_SETTINGS = DBusAddress(f"{nm.MANAGER.object_path}/Settings", nm.SERVICE, f"{nm.SERVICE}.Settings")
_ACCESS_POINT = f"{nm.SERVICE}.AccessPoint"
_TO_DISK = 1
"""NM_SETTINGS_ADD_CONNECTION2_FLAG_TO_DISK."""
_PSK, _SAE = 0x100, 0x400
"""NM_802_11_AP_SEC_KEY_MGMT_…"""
_PRIVACY = 1  # NM_802_11_AP_FLAGS_PRIVACY
MAX_NETWORKS = 40
"""Maximum number of access points that are examined."""

_FAILURE_STATES = {
    **dict.fromkeys((7, 8, 9, 10), JoinState.WRONG_PASSWORD),
    **dict.fromkeys((5, 6, 15, 16, 17), JoinState.NO_ADDRESS),
    11: JoinState.TIMED_OUT,
    53: JoinState.NOT_FOUND,
}
"""By NMDeviceStateReason: secrets and the supplicant; addresses and DHCP; the supplicant's time; no such name."""
_FAILED_STATE = 120  # NM_DEVICE_STATE_FAILED


class JoinTimes(NamedTuple):
    """Seconds of a `clock`: the timeout of joining a network, and the interval in which its state is polled."""

    timeout_s: float = 45.0
    poll_s: float = 0.5
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class NotJoined(Exception):
    """A network could not be joined; `state` is the reason."""

    def __init__(self, state: JoinState) -> None:
        super().__init__(state.value)
        self.state = state


class NetworkJoiner:
    """Joins networks with one radio of the machine. Its methods raise WifiFailed."""

    def __init__(self, bus: MessageBus, times: JoinTimes = JoinTimes()) -> None:  # noqa: B008
        self._bus = bus
        self._times = times
        self._manager = nm.NetworkManager(bus)
        self._radio = self._manager.radio_path()

    def scan_results(self) -> tuple[Network, ...]:
        """Return the networks in range that need a password or nothing, the strongest first."""
        with nm.wifi_errors():
            networks: dict[str, Network] = {}
            access_points = self._manager.property_of(self._radio, nm.WIRELESS, "AccessPoints")
            for network in self._networks_of(access_points[:MAX_NETWORKS]):
                if network.name not in networks or networks[network.name].signal_percent < network.signal_percent:
                    networks[network.name] = network
            return tuple(sorted(networks.values(), key=lambda network: -network.signal_percent))

    def start_scan(self) -> None:
        """Start a scan, if the radio can scan now. Its results come some seconds later."""
        with suppress(nm.WifiFailed), nm.wifi_errors():
            self._bus.call(DBusAddress(self._radio, nm.SERVICE, nm.WIRELESS), "RequestScan", "a{sv}", ({},))

    def current_network(self) -> str:
        """Return the name of the network that the radio is in; "" for none."""
        with nm.wifi_errors():
            access_point = self._manager.property_of(self._radio, nm.WIRELESS, "ActiveAccessPoint")
            return "" if access_point == nm.NO_OBJECT else _name(self._manager.properties(access_point, _ACCESS_POINT))

    def join_network(self, name: str, password: str) -> None:
        """Try a network, and save it once it works. Raises NotJoined; the radio then goes back to its network before.

        The trial ends with this connection to the bus.
        """
        with nm.wifi_errors():
            connection_before = self._active_connection()
            self._bus.subscribe(self._radio, nm.DEVICE, "StateChanged")
            try:
                self._try_network(name, password)
            except BaseException:
                self._restore_connection(connection_before)
                raise

    def _try_network(self, name: str, password: str) -> None:
        key_managements = (network.key_management for network in self.scan_results() if network.name == name)
        key_management = next(key_managements, "wpa-psk" if password else "")
        if bool(key_management) != bool(password):
            raise NotJoined(JoinState.WRONG_PASSWORD)
        trial_profile = network_profile(name, password, key_management, nm.current_user())
        self._wait_until_active(self._manager.begin_trial(trial_profile, self._radio))
        saved_profile = network_profile(name, password, key_management)
        path, _ = self._bus.call(_SETTINGS, "AddConnection2", "a{sa{sv}}ua{sv}", (saved_profile, _TO_DISK, {}))
        self._wait_until_active(self._begin_activating(path))

    def _restore_connection(self, connection_path: str) -> None:
        # If that fails, NetworkManager joins a saved network by itself as soon as the trial has ended.
        if connection_path != nm.NO_OBJECT:
            with suppress(nm.WifiFailed), nm.wifi_errors():
                self._begin_activating(connection_path)

    def _begin_activating(self, connection_path: str) -> str:
        arguments = (connection_path, self._radio, nm.NO_OBJECT)
        (active_path,) = self._bus.call(nm.MANAGER, "ActivateConnection", "ooo", arguments)
        return str(active_path)

    def _active_connection(self) -> str:
        """Return the path of the saved connection that the radio uses; `NO_OBJECT` if it uses none."""
        active_path = str(self._manager.property_of(self._radio, nm.DEVICE, "ActiveConnection"))
        if active_path == nm.NO_OBJECT:
            return active_path
        return str(self._manager.property_of(active_path, nm.ACTIVE, "Connection"))

    def _wait_until_active(self, active_path: str) -> None:
        """Wait until a network is active. Raises NotJoined."""
        deadline = self._times.clock() + self._times.timeout_s
        while True:
            try:
                if self._manager.is_active(active_path):
                    return
            except nm.WifiFailed as failed:
                raise NotJoined(self._failure_reason(failed.state)) from None
            if self._times.clock() >= deadline:
                raise NotJoined(JoinState.TIMED_OUT)
            self._times.sleep(self._times.poll_s)

    def _failure_reason(self, state: WifiState) -> JoinState:
        """Return why the radio failed, by its signals on the bus."""
        reasons = (reason for state_number, _, reason in self._bus.received_signals() if state_number == _FAILED_STATE)
        join_states = (_FAILURE_STATES[reason] for reason in reasons if reason in _FAILURE_STATES)
        return next(join_states, JoinState(state.value))

    def _networks_of(self, access_points: list[str]) -> Iterator[Network]:
        for path in access_points:
            properties = self._manager.properties(path, _ACCESS_POINT)
            security_flags = properties.get("RsnFlags", 0) | properties.get("WpaFlags", 0)
            key_management = "wpa-psk" if security_flags & _PSK else "sae" if security_flags & _SAE else ""
            name = _name(properties)
            # Networks with WEP or with accounts (802.1X) can't be joined from the page.
            if name and (key_management or not (security_flags or properties.get("Flags", 0) & _PRIVACY)):
                yield Network(name, min(100, int(properties.get("Strength", 0))), key_management)


def _name(properties: dict[str, Any]) -> str:
    """Return the name of an access point; "" if it is hidden or not readable."""
    with suppress(UnicodeDecodeError):
        name = bytes(properties.get("Ssid", b"")).decode()
        return name if name.isprintable() else ""
    return ""


def network_profile(name: str, password: str, key_management: str, user: str | None = None) -> nm.Profile:
    """The settings of a network for NetworkManager: a trial of a `user` ("" for root), or with None the machine's own
    network, which it joins by itself from then on."""
    settings: nm.Profile = {
        "connection": nm.general_settings(name, user or "", autoconnect=user is None),
        "802-11-wireless": {"ssid": ("ay", name.encode()), "mode": ("s", "infrastructure")},
    }
    if key_management:
        settings["802-11-wireless-security"] = {"key-mgmt": ("s", key_management), "psk": ("s", password)}
    return settings
