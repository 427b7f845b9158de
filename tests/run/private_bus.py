"""A private D-Bus message bus, with python-dbusmock's NetworkManager on it, with or without a radio."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress

from device.run.message_bus import BusTimes, CallFailed, MessageBus
from device.run.network_manager import SERVICE

DEBIANS_PYTHON = "/usr/bin/python3"
"""The Python that has Debian's python3-dbusmock."""

BEGINS_S = 60.0
FREE, IN_A_NETWORK, UNMANAGED = 30, 100, 10
"""States of a device (NMDeviceState)."""

ACTIVATING, ACTIVATED, DEACTIVATED = 1, 2, 4
"""States of a connection (NMActiveConnectionState)."""

MANAGER = "/org/freedesktop/NetworkManager"
RADIO = f"{MANAGER}/Devices/wlan0"
CONNECTION = f"{MANAGER}/ActiveConnection/0"
_MOCK = "org.freedesktop.DBus.Mock"
_BUS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
_OPENS = """
if '{connection}' in objects:
    self.RemoveActiveConnection(args[1], '{connection}')
path = self.SettingsAddConnection(args[0])
ret = (path, self.AddActiveConnection([args[1]], path, '/', '0', {state}), dbus.Dictionary({{}}, signature='sv'))
"""
_JOINS = """
path = self.SettingsAddConnection(args[0])
active = self.AddActiveConnection([args[1]], path, '/', str(len(objects)), {state})
ret = (path, active, dbus.Dictionary({{}}, signature='sv'))
if {reason}:
    objects[args[1]].EmitSignal('org.freedesktop.NetworkManager.Device', 'StateChanged', 'uuu', [120, 60, {reason}])
"""
_KEEPS = "ret = (self.SettingsAddConnection(args[0]), dbus.Dictionary({}, signature='sv'))"
SETTINGS = f"{MANAGER}/Settings"
_REFUSES = "raise dbus.exceptions.DBusException('no', name='{error}')"
_CONFIG = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={socket}</listen>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_type="method_call"/>
    <allow send_type="signal"/>
    <allow send_requested_reply="true" send_type="method_return"/>
    <allow send_requested_reply="true" send_type="error"/>
    <allow receive_type="method_call"/>
    <allow receive_type="method_return"/>
    <allow receive_type="error"/>
    <allow receive_type="signal"/>
  </policy>
  {more}
</busconfig>
"""


def _has_mock() -> bool:
    looked = [DEBIANS_PYTHON, "-c", "import dbusmock"]
    try:
        return subprocess.run(looked, capture_output=True, timeout=BEGINS_S, check=False).returncode == 0
    except OSError:
        return False


needs_a_bus = pytest.mark.skipif(
    shutil.which("dbus-daemon") is None or not _has_mock(),
    reason="dbus-daemon or its mock is missing: apt install dbus python3-dbusmock",
)


class PrivateBus:
    """A bus whose files are in a folder."""

    def __init__(self, place: Path) -> None:
        self.address = f"unix:path={place / 'bus'}"
        self._place = place
        self._write("")
        command = ["dbus-daemon", f"--config-file={place / 'bus.conf'}", "--nofork", "--print-address"]
        self._daemon = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self._daemon.stdout is not None
        self._daemon.stdout.readline()  # it listens now

    def _write(self, policy: str) -> None:
        config = _CONFIG.format(socket=self._place / "bus", more=policy)
        (self._place / "bus.conf").write_text(config, encoding="utf-8")

    def configure(self, policy: str) -> None:
        """Change the policy from now on, in addition to the default one."""
        self._write(policy)
        with closing(MessageBus(self.address, BusTimes(BEGINS_S))) as bus:
            bus.call(_BUS, "ReloadConfig")

    def freeze(self) -> None:
        """Stop reading and answering, until it is thawed."""
        self._daemon.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Go on."""
        self._daemon.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End the bus."""
        self._daemon.terminate()
        self._daemon.communicate(timeout=BEGINS_S)


def _number(name: str) -> int:
    return int(name.rpartition(".")[2]) if name.startswith(":") else -1


@contextmanager
def private_bus(place: Path) -> Iterator[PrivateBus]:
    """Run a bus with its files in a folder."""
    with closing(PrivateBus(place)) as bus:
        yield bus


class MockManager:
    """A mock NetworkManager on a bus, until it is killed."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.start()

    def start(self) -> None:
        """Start it, without any device."""
        command = [DEBIANS_PYTHON, "-m", "dbusmock", "--system", "--template", "networkmanager"]
        self._process = subprocess.Popen(
            command, env=os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": self._address}, stdout=subprocess.DEVNULL
        )
        while not self._is_there():
            assert self._process.poll() is None

    def _is_there(self) -> bool:
        try:
            self.ask(MANAGER, "org.freedesktop.DBus.Properties", "Get", "ss", (SERVICE, "Devices"))
        except CallFailed:
            return False
        return True

    def ask(self, path: str, interface: str, method: str, signature: str = "", words: tuple[Any, ...] = ()) -> Any:
        """Call a method of the mock."""
        with closing(MessageBus(self._address, BusTimes(BEGINS_S))) as bus:
            return bus.call(DBusAddress(path, SERVICE, interface), method, signature, words)

    def put(self, path: str, interface: str, name: str, value: tuple[str, Any]) -> None:
        """Set a property of an object."""
        self.ask(MANAGER, _MOCK, "SetProperty", "sssv", (path, interface, name, value))

    def radio(self, state: int = FREE) -> None:
        """Add a radio."""
        self.ask(MANAGER, _MOCK, "AddWiFiDevice", "ssi", ("wlan0", "wlan0", state))
        nowhere = (f"{SERVICE}.Device.Wireless", "ActiveAccessPoint", ("o", "/"))
        self.ask(RADIO, _MOCK, "AddProperty", "ssv", nowhere)

    def opens(self, state: int = ACTIVATED) -> None:
        """Accept requests to open a network, which then has this state."""
        self._answer(_OPENS.format(state=state, connection=CONNECTION))

    def refuses(self, error: str) -> None:
        """Answer requests with an error."""
        self._answer(_REFUSES.format(error=error))

    def joins(self, state: int = ACTIVATED, reason: int = 0) -> None:
        """Join whatever is to be tried, which is in this state then, for a reason that the radio tells; and keep it."""
        self._answer(_JOINS.format(state=state, reason=reason))
        self.keeps()
        scan = (f"{SERVICE}.Device.Wireless", "RequestScan", "a{sv}", "", "")
        self.ask(RADIO, _MOCK, "AddMethod", "sssss", scan)

    def keeps(self, code: str = _KEEPS) -> None:
        """Keep a network for good."""
        method = (f"{SERVICE}.Settings", "AddConnection2", "a{sa{sv}}ua{sv}", "oa{sv}", code)
        self.ask(SETTINGS, _MOCK, "AddMethod", "sssss", method)

    def keeps_nothing(self, error: str) -> None:
        """Answer with an error who wants a network kept."""
        self.keeps(_REFUSES.format(error=error))

    def point(self, name: str, strength: int, security: int = 0x100) -> str:
        """Have a network in reach."""
        words = (RADIO, f"p{strength}", name, "00:11:22:33:44:55", 2, 2412, 54_000, strength, security)
        (path,) = self.ask(MANAGER, _MOCK, "AddAccessPoint", "ssssuuuyu", words)
        return str(path)

    def was_in(self, name: str) -> str:
        """Have the radio in a network, which is known by this path."""
        point = self.point(name, 50)
        (known,) = self.ask(MANAGER, _MOCK, "AddWiFiConnection", "ssss", (RADIO, "old", name, "wpa-psk"))
        words = ([RADIO], known, point, "old", ACTIVATED)
        (active,) = self.ask(MANAGER, _MOCK, "AddActiveConnection", "aosssu", words)
        self.put(RADIO, f"{SERVICE}.Device", "ActiveConnection", ("o", active))
        self.moves_to(point)
        self.put(RADIO, f"{SERVICE}.Device", "State", ("u", IN_A_NETWORK))
        return str(known)

    def moves_to(self, point: str) -> None:
        """Have the radio at this access point."""
        self.put(RADIO, f"{SERVICE}.Device.Wireless", "ActiveAccessPoint", ("o", point))

    def _answer(self, code: str) -> None:
        method = (SERVICE, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", "ooa{sv}", code)
        self.ask(MANAGER, _MOCK, "AddMethod", "sssss", method)

    def asked(self, method: str, path: str = MANAGER) -> list[Any]:
        """The arguments of each call of a method."""
        ((*calls,),) = self.ask(path, _MOCK, "GetMethodCalls", "s", (method,))
        return [[value for _, value in words] for _, words in calls]

    def members(self) -> set[str]:
        """The connections on the bus, except that of this call, which is the newest."""
        with closing(MessageBus(self._address, BusTimes(BEGINS_S))) as bus:
            (names,) = bus.call(_BUS, "ListNames")
            return set(names) - {max(names, key=_number)}

    def freeze(self) -> None:
        """Stop answering."""
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.wait(BEGINS_S)


@contextmanager
def mock_manager(place: Path) -> Iterator[tuple[str, MockManager]]:
    """Run a bus with a NetworkManager that has no device yet."""
    with private_bus(place) as bus:
        manager = MockManager(bus.address)
        try:
            yield bus.address, manager
        finally:
            manager.kill()
