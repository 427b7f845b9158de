"""The part of NetworkManager that a box needs: find a radio, open a network of its own, check it."""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jeepney import DBusAddress

from device.run.message_bus import CallFailed, MessageBus
from hal.browser.own_wifi import BOX_ADDRESS, OwnWifi, WifiState

SERVICE = "org.freedesktop.NetworkManager"
MANAGER = DBusAddress("/org/freedesktop/NetworkManager", SERVICE, SERVICE)
DEVICE, WIRELESS = f"{SERVICE}.Device", f"{SERVICE}.Device.Wireless"
ACTIVE = f"{SERVICE}.Connection.Active"
NO_OBJECT = "/"
"""The path that stands for no object."""

Profile = dict[str, dict[str, tuple[str, Any]]]
"""The settings of a network as NetworkManager has them, by section and name, each with its D-Bus type."""

_WIFI_DEVICE = 2
"""NM_DEVICE_TYPE_WIFI."""
_ACCESS_POINT_CAPABILITY = 0x40
"""NM_WIFI_DEVICE_CAP_AP."""
_UNMANAGED_STATE = 10
_FREE_STATES = frozenset({30, 120})
"""NM_DEVICE_STATE_DISCONNECTED and NM_DEVICE_STATE_FAILED: the radio is not in use."""
_JOINED_STATE = 100
"""NM_DEVICE_STATE_ACTIVATED."""
_ACTIVATING, _ACTIVATED = 1, 2
"""NM_ACTIVE_CONNECTION_STATE_…"""
_NO_PMF = 1
"""NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE: the radios of the Pi 3B and Zero W can't protect management frames."""
_CHANNEL = 6
_SERVICE_GONE_ERRORS = ("ServiceUnknown", "NameHasNoOwner", "Disconnected")
_SERVICE_ENDED_ERRORS = ("NoReply",)
"""The error of a bus when a service ends before it answers."""
_FORBIDDEN_ERRORS = (
    "AccessDenied",
    "PermissionDenied",
    "NotAuthorized",
    "AuthFailed",
    "InteractiveAuthorizationRequired",
)


_CONNECTION_FAILURES = (
    (FileNotFoundError, WifiState.NO_MANAGER),
    (ConnectionRefusedError, WifiState.NO_MANAGER),
    (PermissionError, WifiState.NOT_ALLOWED),
    (TimeoutError, WifiState.TIMED_OUT),
)


class WifiFailed(Exception):
    """A network can't be opened or joined, or is no longer there. `state` is the reason."""

    def __init__(self, state: WifiState) -> None:
        super().__init__(state.value)
        self.state = state


class NetworkManager:
    """Opens one network, which ends with the connection to the bus, so no right to end other networks is needed.

    Its methods raise WifiFailed, except those that name what they raise: their callers use `wifi_errors`.
    """

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus

    def begin_activation(self, wifi: OwnWifi) -> str:
        """Begin to activate a box's own network, and return its D-Bus path."""
        with wifi_errors():
            radio = self._device_path(self._can_open_networks, _FREE_STATES)
            return self.begin_trial(wifi_settings(wifi, current_user()), radio)

    def begin_trial(self, profile: Profile, radio: str) -> str:
        """Begin to activate a network that ends with this program, in whatever way, and is not stored. Return its
        D-Bus path. Raises CallFailed, ValueError and OSError."""
        options = {"persist": ("s", "volatile"), "bind-activation": ("s", "dbus-client")}
        arguments = (profile, radio, NO_OBJECT, options)
        _, active_path, _ = self._bus.call(MANAGER, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", arguments)
        return str(active_path)

    def is_active(self, active_path: str) -> bool:
        """Whether a network is active. False while it is being activated."""
        with wifi_errors():
            state_number = self.property_of(active_path, ACTIVE, "State")
            if state_number not in (_ACTIVATING, _ACTIVATED):
                raise WifiFailed(WifiState.REFUSED)
            return bool(state_number == _ACTIVATED)

    def radio_path(self) -> str:
        """Return the path of a radio that can join a network; it may be in another one."""
        with wifi_errors():
            return self._device_path(self._is_radio, _FREE_STATES | {_JOINED_STATE})

    def _device_path(self, is_wanted: Callable[[str], bool], state_numbers: frozenset[int]) -> str:
        """Return the path of a device for which `is_wanted` is true, and that is in one of these states."""
        properties = self.properties(MANAGER.object_path, SERVICE)
        radios = [path for path in properties.get("Devices", ()) if is_wanted(path)]
        if not radios:
            raise WifiFailed(WifiState.NO_RADIO)
        switches = ("NetworkingEnabled", "WirelessEnabled", "WirelessHardwareEnabled")
        if not all(properties.get(switch, True) for switch in switches):
            raise WifiFailed(WifiState.SWITCHED_OFF)
        free_radios = (path for path in radios if self.property_of(path, DEVICE, "State") in state_numbers)
        radio = next(free_radios, None)
        if radio is None:
            raise WifiFailed(WifiState.BUSY)
        return str(radio)

    def _can_open_networks(self, path: str) -> bool:
        if not self._is_radio(path):
            return False
        return bool(self.property_of(path, WIRELESS, "WirelessCapabilities") & _ACCESS_POINT_CAPABILITY)

    def _is_radio(self, path: str) -> bool:
        properties = self.properties(path, DEVICE)
        return properties.get("DeviceType") == _WIFI_DEVICE and properties.get("State") != _UNMANAGED_STATE

    def properties(self, path: str, interface: str) -> dict[str, Any]:
        """Return all properties of an object. Raises CallFailed, ValueError and OSError, as `property_of` does."""
        (properties,) = self._bus.call(_bus_address(path), "GetAll", "s", (interface,))
        return {name: value for name, (_, value) in properties.items()}

    def property_of(self, path: str, interface: str, name: str) -> Any:
        """Return one property of an object."""
        ((_, value),) = self._bus.call(_bus_address(path), "Get", "ss", (interface, name))
        return value


def general_settings(name: str, user: str, *, autoconnect: bool) -> dict[str, tuple[str, Any]]:
    """The general settings of a Wi-Fi.

    For a network of one `user`, the right to networks of one's own is enough. It is "" for one of the whole machine.
    """
    permissions = {"permissions": ("as", [f"user:{user}:"])} if user else {}
    return {"id": ("s", name), "type": ("s", "802-11-wireless"), "autoconnect": ("b", autoconnect), **permissions}


def wifi_settings(wifi: OwnWifi, user: str) -> Profile:
    """The settings of a `user`'s network for NetworkManager: only WPA2, which weak radios support."""
    return {
        "connection": general_settings(wifi.name, user, autoconnect=False),
        "802-11-wireless": {
            "ssid": ("ay", wifi.name.encode()),
            "mode": ("s", "ap"),
            "band": ("s", "bg"),
            "channel": ("u", _CHANNEL),
        },
        "802-11-wireless-security": {
            "key-mgmt": ("s", "wpa-psk"),
            "proto": ("as", ["rsn"]),
            "pairwise": ("as", ["ccmp"]),
            "group": ("as", ["ccmp"]),
            "pmf": ("i", _NO_PMF),
            "psk": ("s", wifi.password),
        },
        "ipv4": {
            "method": ("s", "shared"),
            "address-data": ("aa{sv}", [{"address": ("s", BOX_ADDRESS), "prefix": ("u", 24)}]),
        },
        "ipv6": {"method": ("s", "disabled")},
    }


def current_user() -> str:
    """The name of the user that runs this program; "" for root and users without a name, who can't own networks."""
    uid = os.getuid()
    try:
        return pwd.getpwuid(uid).pw_name if uid else ""
    except KeyError:
        return ""


def _bus_address(path: str) -> DBusAddress:
    return DBusAddress(path, SERVICE, "org.freedesktop.DBus.Properties")


def connection_failure(error: OSError) -> WifiState:
    """Why a connection to the message bus can't be made, by the error of `MessageBus`."""
    return next((state for kind, state in _CONNECTION_FAILURES if isinstance(error, kind)), WifiState.REFUSED)


@contextmanager
def wifi_errors() -> Iterator[None]:
    """Convert errors of a call to WifiFailed."""
    try:
        yield
    except CallFailed as error:
        raise WifiFailed(_wifi_state(error)) from None
    except TimeoutError:
        raise WifiFailed(WifiState.TIMED_OUT) from None
    except OSError:
        raise WifiFailed(WifiState.LOST) from None
    except (ValueError, TypeError):  # an answer of another kind than is documented
        raise WifiFailed(WifiState.REFUSED) from None


def _wifi_state(error: CallFailed) -> WifiState:
    if _has_kind(error, _SERVICE_GONE_ERRORS) or ".Spawn." in error.name:
        return WifiState.NO_MANAGER
    if _has_kind(error, _SERVICE_ENDED_ERRORS):
        return WifiState.LOST
    return WifiState.NOT_ALLOWED if _has_kind(error, _FORBIDDEN_ERRORS) else WifiState.REFUSED


def _has_kind(error: CallFailed, kinds: tuple[str, ...]) -> bool:
    return error.name.rpartition(".")[2] in kinds
