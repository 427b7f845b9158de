"""The box joins a Wi-Fi from its page, by the real NetworkManager and simulated routers.

A phone in the box's own Wi-Fi asks for it. If joining fails, the page says why; the box keeps its network and
saves nothing.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from hal.browser.networks import JoinState
from tools.emulation.box import ASK_S, Bench, wait
from tools.emulation.guest import Guest
from tools.emulation.parts import wifi
from tools.emulation.phones import LEAVE, PHONE, invite, parse_invitation, press, run_phone, serve_page
from tools.emulation.report import RunReport

SYSTEM_NETWORKS = "/etc/NetworkManager/system-connections"
"""Where NetworkManager keeps networks; a card's image keeps them elsewhere."""
WRONG = "wrong battery"
JOINED_S = 120.0
"""A network is tried for 45 s, then the one before comes back."""


class Router(NamedTuple):
    """A router: the interface of its radio, the name and password of its Wi-Fi, and the beginning of its addresses."""

    radio: str
    name: str
    password: str
    addresses: str


HOME = Router("wlan2", "Upstairs", "correct horse", "192.168.50")
NEIGHBOUR = Router("wlan3", "Next door", "staple sheep", "192.168.51")
ROUTERS = (HOME, NEIGHBOUR)
_START_ROUTER = """
cat > /run/box/{radio}.conf <<'END'
ctrl_interface=/run/box/{radio}
network={{
ssid="{name}"
mode=2
frequency=2437
key_mgmt=WPA-PSK
proto=RSN
pairwise=CCMP
psk="{password}"
}}
END
ip -n routers address replace {addresses}.1/24 dev {radio}
ip netns exec routers wpa_supplicant -B -i {radio} -c /run/box/{radio}.conf >/dev/null
"""
_START_DHCP = "ip netns exec routers dnsmasq -C /dev/null --port=0 --user=root --dhcp-authoritative" + "".join(
    f" {option}"
    for option in (
        "--pid-file=/run/box/dnsmasq.pid",
        "--dhcp-leasefile=/run/box/leases",
        *(f"--dhcp-range={router.addresses}.10,{router.addresses}.50" for router in ROUTERS),
    )
)
LIST_NETWORKS = "nmcli -t -f SSID device wifi list --rescan no"


def run(bench: Bench, report: RunReport) -> None:
    """Join a network from the page, and fail to join others."""
    with bench.booted("joining") as guest:
        serve_page(guest)
        guest.run(wifi.RADIOS)
        guest.run(wifi.MANAGER, 120)
        switch_routers_on(guest)
        join(guest, bench, report, SYSTEM_NETWORKS)


def switch_routers_on(guest: Guest) -> None:
    """Switch both routers on."""
    for router in ROUTERS:
        guest.run(_START_ROUTER.format(**router._asdict()))
    guest.run(_START_DHCP)


def join(guest: Guest, bench: Bench, report: RunReport, folder: str) -> None:
    """Have a phone, by the page, bring a box that is in no network into one. `folder` has the saved networks."""
    wait(guest, lambda: _all_seen(guest), "the routers are not seen", wifi.OPEN_S, ASK_S)
    code = wifi.open_wifi(guest, bench, report)
    wifi.join_by_code(guest, report, code)
    _try_wrong_password(guest, bench, report, code, folder)
    address, token = _join_home(guest, bench, report)
    _report_saved(guest, report, folder)
    _try_wrong_elsewhere(guest, report, address, token, folder)


def _all_seen(guest: Guest) -> bool:
    seen = guest.shell(LIST_NETWORKS).output.splitlines()
    return all(router.name in seen for router in ROUTERS)


def _join_page(guest: Guest, bench: Bench, report: RunReport, code_start: str, code_count: int) -> tuple[str, str]:
    """Join the page by the last code on the glass. If it shows two, the first is the Wi-Fi's; `code_start` is the
    beginning of the first.

    Returns the page's address, and what opens the keys there.
    """
    *_, code = invite(guest, bench, report, code_start, code_count)
    address, secret = parse_invitation(code)
    token = run_phone(guest, "join", address, secret)
    press(guest, report, LEAVE)
    return address, token


def _networks_on_page(guest: Guest, address: str, token: str) -> dict[str, Any]:
    """What the page tells a phone of networks and of joining them."""
    found: dict[str, Any] = json.loads(run_phone(guest, "networks", address, token))
    return found


def _ask_to_join(guest: Guest, address: str, token: str, router: Router, password: str) -> None:
    """Have the page join a network. The phone may lose its own before it is answered."""
    command = f"{PHONE} networks {address} {token} '{router.name}' '{password}'"
    guest.shell(f"timeout 10 {command}")


def _try_wrong_password(guest: Guest, bench: Bench, report: RunReport, code: str, folder: str) -> None:
    """Try a wrong password: the box opens its own Wi-Fi again, with another password, and says why."""
    address, token = _join_page(guest, bench, report, code_start="WIFI:", code_count=2)
    names = {name for name, _, _ in _networks_on_page(guest, address, token)["networks"]}
    missing = {router.name for router in ROUTERS} - names
    report.figure("networks in reach that the page does not list", ", ".join(missing) or "none", "none",
                  good=not missing)  # fmt: skip
    _ask_to_join(guest, address, token, HOME, WRONG)
    old, _ = wifi.network(code)
    again = f"iw dev {wifi.RADIO} info | grep -q 'type AP' && ! iw dev {wifi.RADIO} info | grep -q {old}"
    seconds = wait(guest, lambda: guest.shell(again).status == 0, "its own Wi-Fi is not back", JOINED_S, ASK_S)
    report.figure("a wrong password: its own Wi-Fi is back after (s)", f"{seconds:.0f}", f"≤ {JOINED_S:.0f}")
    guest.run(wifi.LEAVE_WIFI)
    wifi.join_by_code(guest, report, wifi.choose_wifi(guest, bench, report))
    address, token = _join_page(guest, bench, report, code_start="WIFI:", code_count=2)
    _report_state(guest, report, address, token, JoinState.WRONG_PASSWORD, "")
    _report_none_saved(guest, report, folder)


def _join_home(guest: Guest, bench: Bench, report: RunReport) -> tuple[str, str]:
    """Join with the right password: the phone goes there, too, and finds the page by the new code."""
    address, token = _join_page(guest, bench, report, code_start="WIFI:", code_count=2)
    _ask_to_join(guest, address, token, HOME, HOME.password)
    is_there = f"nmcli -t -f DEVICE,STATE,CONNECTION device | grep -qx '{wifi.RADIO}:connected:{HOME.name}'"
    seconds = wait(guest, lambda: guest.shell(is_there).status == 0, "the box is not in it", JOINED_S, ASK_S)
    report.figure("the right password: the box is in the network after (s)", f"{seconds:.0f}", f"≤ {JOINED_S:.0f}")
    guest.run(wifi.LEAVE_WIFI)
    go_home(guest)
    address, token = _join_page(guest, bench, report, code_start=f"http://{HOME.addresses}.", code_count=1)
    _report_state(guest, report, address, token, JoinState.JOINED, HOME.name)
    return address, token


def go_home(guest: Guest) -> None:
    """Have the phone join the home's Wi-Fi."""
    guest.run(wifi.JOIN % (HOME.name, HOME.password))
    wait(guest, lambda: guest.shell(wifi.JOINED).status == 0, "the phone does not get in", wifi.JOINED_S, ASK_S)
    guest.run(wifi.LEASED)


def _try_wrong_elsewhere(guest: Guest, report: RunReport, address: str, token: str, folder: str) -> None:
    """Try another network with a wrong password: the box goes back to the one that it was in."""
    _ask_to_join(guest, address, token, NEIGHBOUR, WRONG)

    def is_back() -> bool:
        said = guest.shell(f"timeout 10 {PHONE} networks {address} {token}")
        return said.status == 0 and json.loads(said.output)["state"] == JoinState.WRONG_PASSWORD.value

    seconds = wait(guest, is_back, "the page is not back", JOINED_S, ASK_S)
    report.figure("another's wrong password: the page is back after (s)", f"{seconds:.0f}", f"≤ {JOINED_S:.0f}")
    _report_state(guest, report, address, token, JoinState.WRONG_PASSWORD, HOME.name)
    _report_saved(guest, report, folder)


def _report_state(guest: Guest, report: RunReport, address: str, token: str, state: JoinState, network: str) -> None:
    """Report whether the page says what came of joining, and which network the box is in."""
    found = _networks_on_page(guest, address, token)
    said, wanted = (found["state"], found["here"]), (state.value, network)
    report.figure("what the page says of it, and where the box is", ", ".join(filter(None, said)),
                  ", ".join(filter(None, wanted)), good=said == wanted)  # fmt: skip


def _report_none_saved(guest: Guest, report: RunReport, folder: str) -> None:
    found = guest.run(f"ls -A {folder}").split()
    report.figure("networks that are saved", ", ".join(found) or "none", "none", good=not found)


def _report_saved(guest: Guest, report: RunReport, folder: str) -> None:
    """Report whether that one network is saved, for root alone."""
    found = guest.run(f"stat -c '%n %U %a' {folder}/*").splitlines()
    wanted = [f"{folder}/{HOME.name}.nmconnection root 600"]
    report.figure("networks that are saved, for root alone", len(found), "1", good=found == wanted)
