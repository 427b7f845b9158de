"""What the program that serves the page may have others do: open a Wi-Fi of the box's own, join one, and nothing else.

The files are read by those who read them on a box: D-Bus's own daemon, and an engine for JavaScript, as polkit has one.
"""

from __future__ import annotations

import json
import os
import pwd
import re
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import playwright
import pytest
from jeepney import DBusAddress

from device.run.message_bus import CallFailed, MessageBus
from device.run.network_joiner import NetworkJoiner
from device.run.network_manager import SERVICE, NetworkManager
from hal.browser.own_wifi import new_active_wifi
from tests.non_empty import non_empty
from tests.run.private_bus import MANAGER, RADIO, MockManager, needs_a_bus, private_bus

PAGE = "tablekeeper-page"
POLKIT = Path("systemd/tablekeeper-page.polkit")
DBUS = Path("systemd/tablekeeper-page.dbus")
JAVASCRIPT = Path(playwright.__file__).parent / "driver/node"
ASKED = """
let rule;
const polkit = {addRule: (given) => { rule = given; }, Result: {YES: "yes", NO: "no", NOT_HANDLED: "not handled"}};
%s
console.log(JSON.stringify(%s.map(([id, user]) => rule({id}, {user}))));
"""
NM = "org.freedesktop.NetworkManager"
MAY = [
    f"{NM}.network-control",
    f"{NM}.settings.modify.own",
    f"{NM}.settings.modify.system",
    f"{NM}.wifi.scan",
    f"{NM}.wifi.share.protected",
]
MAY_NOT = [
    f"{NM}.settings.modify.hostname",
    f"{NM}.settings.modify.global-dns",
    f"{NM}.checkpoint-rollback",
    f"{NM}.enable-disable-network",
    f"{NM}.wifi.share.open",
    f"{NM}.enable-disable-wifi",
    f"{NM}.reload",
    f"{NM}.network-control.more",
    "org.freedesktop.systemd1.manage-units",
    "org.freedesktop.login1.power-off",
]


def answered(*asked: tuple[str, str]) -> Any:
    """What polkit's rule says of each action of a user."""
    script = ASKED % (POLKIT.read_text(encoding="utf-8"), json.dumps(asked))
    run = subprocess.run([JAVASCRIPT, "-e", script], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(run.stdout)


def test_polkit_gives_the_page_five_rights_no_others_and_nobody_else_any() -> None:
    assert answered(*((action, PAGE) for action in MAY)) == ["yes"] * len(MAY)
    assert answered(*((action, PAGE) for action in MAY_NOT)) == ["no"] * len(MAY_NOT)
    others = [(action, user) for action in MAY + MAY_NOT for user in ("tablekeeper", "guest", "root")]
    assert answered(*others) == ["not handled"] * len(others)


KNOWN = f"{MANAGER}/Settings/0"
FORBIDDEN = [
    (SERVICE, MANAGER, SERVICE, "DeactivateConnection", "o", ("/",)),
    (SERVICE, MANAGER, SERVICE, "Enable", "b", (False,)),
    (SERVICE, MANAGER, SERVICE, "AddAndActivateConnection", "a{sa{sv}}oo", ({}, RADIO, "/")),
    (SERVICE, f"{MANAGER}/Settings", f"{SERVICE}.Settings", "ListConnections", "", ()),
    (SERVICE, f"{MANAGER}/Settings", f"{SERVICE}.Settings", "AddConnection", "a{sa{sv}}", ({},)),
    (SERVICE, KNOWN, f"{SERVICE}.Settings.Connection", "GetSettings", "", ()),
    (SERVICE, KNOWN, f"{SERVICE}.Settings.Connection", "GetSecrets", "s", ("802-11-wireless-security",)),
    (SERVICE, KNOWN, f"{SERVICE}.Settings.Connection", "Update2", "a{sa{sv}}ua{sv}", ({}, 1, {})),
    (SERVICE, KNOWN, f"{SERVICE}.Settings.Connection", "Delete", "", ()),
    (SERVICE, RADIO, f"{SERVICE}.Device", "Disconnect", "", ()),
    (SERVICE, MANAGER, "org.freedesktop.DBus.Properties", "Set", "ssv", (SERVICE, "WirelessEnabled", ("b", False))),
    ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", "", ()),
    ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", "su", ("a.b", 0)),
    (SERVICE, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "PowerOff", "", ()),
]


@needs_a_bus
def test_the_bus_takes_of_the_page_what_opens_or_joins_a_wifi_and_nothing_else(tmp_path: Path) -> None:
    policy = "".join(re.findall(r"<policy.*</policy>", DBUS.read_text(encoding="utf-8"), re.DOTALL))
    assert f'<policy user="{PAGE}">' in policy
    with private_bus(tmp_path) as bus:
        manager = MockManager(bus.address)
        try:
            manager.radio()
            manager.joins()
            # The user of these tests is the page's from now on.
            bus.configure(policy.replace(PAGE, pwd.getpwuid(os.getuid()).pw_name))
            with closing(MessageBus(bus.address)) as page:
                opener = NetworkManager(page)
                assert opener.is_active(opener.begin_activation(new_active_wifi()))
                joining = NetworkJoiner(page)
                joining.join_network("Upstairs", "correct horse")
                page.call(DBusAddress(RADIO, SERVICE, f"{SERVICE}.Device.Wireless"), "RequestScan", "a{sv}", ({},))
                for whom, path, interface, method, signature, words in non_empty(FORBIDDEN):
                    with pytest.raises(CallFailed, match="AccessDenied"):
                        page.call(DBusAddress(path, whom, interface), method, signature, words)
        finally:
            manager.kill()


def test_the_installer_puts_each_file_where_it_is_read_and_takes_it_away() -> None:
    script = Path("tools/install").read_text(encoding="utf-8")
    for name, variable, place in non_empty(
        (
            (DBUS.name, "bus", "/etc/dbus-1/system.d/tablekeeper-page.conf"),
            (POLKIT.name, "rights", "/etc/polkit-1/rules.d/10-tablekeeper-page.rules"),
            ("tablekeeper.dnsmasq", "names", "/etc/NetworkManager/dnsmasq-shared.d/tablekeeper.conf"),
        )
    ):
        assert f"{variable}={place}\n" in script
        assert f'install -D -m 0644 systemd/{name} "${variable}"\n' in script
        (taken,) = re.findall(r"rm -rf (.*)\n", script.partition("\naway()")[2].partition("\n}")[0])
        assert f'"${variable}"' in taken
