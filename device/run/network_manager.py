"""The part of NetworkManager that a box's own Wi-Fi needs: find a free radio, open a network, check it."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jeepney import DBusAddress

from device.run.message_bus import CallFailed, MessageBus
from hal.browser.own_wifi import ADDRESS, OwnWifi, WifiState

SERVICE = "org.freedesktop.NetworkManager"
_MANAGER = DBusAddress("/org/freedesktop/NetworkManager", SERVICE, SERVICE)
_DEVICE, _WIRELESS = f"{SERVICE}.Device", f"{SERVICE}.Device.Wireless"
_ACTIVE = f"{SERVICE}.Connection.Active"
_WIFI = 2
"""NM_DEVICE_TYPE_WIFI."""
_OPENS_NETWORKS = 0x40
"""NM_WIFI_DEVICE_CAP_AP."""
_UNMANAGED = 10
_FREE = frozenset({30, 120})
"""NM_DEVICE_STATE_DISCONNECTED and NM_DEVICE_STATE_FAILED: the radio is not in use."""
_ACTIVATING, _ACTIVATED = 1, 2
"""NM_ACTIVE_CONNECTION_STATE_…"""
_NO_PMF = 1
"""NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE: the radios of the Pi 3B and Zero W can't protect management frames."""
_CHANNEL = 6
_GONE = ("ServiceUnknown", "NameHasNoOwner", "Disconnected")
_ENDED = ("NoReply",)
"""The error of a bus when a service ends before it answers."""
_FORBIDDEN = ("AccessDenied", "PermissionDenied", "NotAuthorized", "AuthFailed", "InteractiveAuthorizationRequired")


class WifiFailed(Exception):
    """The box's own Wi-Fi can't be opened, or is no longer open. `state` is the reason."""

    def __init__(self, state: WifiState) -> None:
        super().__init__(state.value)
        self.state = state


class NetworkManager:
    """Opens one network, which ends with the connection to the bus, so no right to end other networks is needed.

    Its methods raise WifiFailed.
    """

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus

    def open(self, wifi: OwnWifi) -> str:
        """Begin to open a network, and return its D-Bus path."""
        with _understood():
            radio = self._free_radio()
            # The network ends with this program, in whatever way, and is not stored.
            options = {"persist": ("s", "volatile"), "bind-activation": ("s", "dbus-client")}
            wanted = (settings(wifi, _own_name()), radio, "/", options)
            _, active, _ = self._bus.call(_MANAGER, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", wanted)
            return str(active)

    def is_open(self, active: str) -> bool:
        """Whether phones can join. False while the network is being opened."""
        with _understood():
            try:
                state = self._property(active, _ACTIVE, "State")
            except CallFailed as error:
                if _is(error, (*_GONE, *_ENDED)):
                    raise
                raise WifiFailed(WifiState.REFUSED) from None  # the path no longer exists
            if state not in (_ACTIVATING, _ACTIVATED):
                raise WifiFailed(WifiState.REFUSED)
            return bool(state == _ACTIVATED)

    def _free_radio(self) -> str:
        """The path of a radio that can open a network and is in none."""
        known = self._properties(_MANAGER.object_path, SERVICE)
        radios = [path for path in known.get("Devices", ()) if self._opens_networks(path)]
        if not radios:
            raise WifiFailed(WifiState.NO_RADIO)
        switches = ("NetworkingEnabled", "WirelessEnabled", "WirelessHardwareEnabled")
        if not all(known.get(switch, True) for switch in switches):
            raise WifiFailed(WifiState.SWITCHED_OFF)
        free = (path for path in radios if self._property(path, _DEVICE, "State") in _FREE)
        radio = next(free, None)
        if radio is None:
            raise WifiFailed(WifiState.BUSY)
        return str(radio)

    def _opens_networks(self, path: str) -> bool:
        known = self._properties(path, _DEVICE)
        if known.get("DeviceType") != _WIFI or known.get("State") == _UNMANAGED:
            return False
        return bool(self._property(path, _WIRELESS, "WirelessCapabilities") & _OPENS_NETWORKS)

    def _properties(self, path: str, interface: str) -> dict[str, Any]:
        (found,) = self._bus.call(_read(path), "GetAll", "s", (interface,))
        return {name: value for name, (_, value) in found.items()}

    def _property(self, path: str, interface: str, name: str) -> Any:
        ((_, value),) = self._bus.call(_read(path), "Get", "ss", (interface, name))
        return value


def settings(wifi: OwnWifi, user: str) -> dict[str, dict[str, tuple[str, Any]]]:
    """The settings of the network for NetworkManager: only WPA2, which weak radios support.

    If it belongs to a `user`, only the right to own networks is needed to open it.
    """
    own = {"permissions": ("as", [f"user:{user}:"])} if user else {}
    return {
        "connection": {
            "id": ("s", wifi.name),
            "type": ("s", "802-11-wireless"),
            "autoconnect": ("b", False),
            **own,
        },
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
            "address-data": ("aa{sv}", [{"address": ("s", ADDRESS), "prefix": ("u", 24)}]),
        },
        "ipv6": {"method": ("s", "disabled")},
    }


def _own_name() -> str:
    """The name of the user that runs this program; "" for root and users without a name, who can't own networks."""
    uid = os.getuid()
    try:
        return pwd.getpwuid(uid).pw_name if uid else ""
    except KeyError:
        return ""


def _read(path: str) -> DBusAddress:
    return DBusAddress(path, SERVICE, "org.freedesktop.DBus.Properties")


@contextmanager
def _understood() -> Iterator[None]:
    """Convert errors of a call to WifiFailed."""
    try:
        yield
    except CallFailed as error:
        raise WifiFailed(_why(error)) from None
    except TimeoutError:
        raise WifiFailed(WifiState.TIMED_OUT) from None
    except OSError:
        raise WifiFailed(WifiState.LOST) from None
    except (ValueError, TypeError):  # an answer of another kind than is documented
        raise WifiFailed(WifiState.REFUSED) from None


def _why(error: CallFailed) -> WifiState:
    if _is(error, _GONE) or ".Spawn." in error.name:
        return WifiState.NO_MANAGER
    if _is(error, _ENDED):
        return WifiState.LOST
    return WifiState.NOT_ALLOWED if _is(error, _FORBIDDEN) else WifiState.REFUSED


def _is(error: CallFailed, kinds: tuple[str, ...]) -> bool:
    return error.name.rpartition(".")[2] in kinds
