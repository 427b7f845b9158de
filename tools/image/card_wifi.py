"""The card's page for phones and its Wi-Fi in the emulated box: off until the menu asks, and what is kept of it."""

from __future__ import annotations

import re

from tools.emulation.box import Bench
from tools.emulation.guest import Guest
from tools.emulation.parts import joining, wifi
from tools.emulation.parts.page import report_exposures
from tools.emulation.phones import LEAVE, MENU, invite, parse_invitation, press, run_phone
from tools.emulation.report import RunReport

NETWORKS = "/data/networks"
"""The folder of joined networks, on the third partition."""
BUS, PAGE = "dbus.service", "tablekeeper-page.service"
UNITS = ("tablekeeper-radio.service", "NetworkManager.service", "wpa_supplicant.service", "polkit.service", BUS, PAGE)
"""The units that begin with the page for phones."""
SOCKETS = "cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6 /proc/net/raw | grep -c '^ *[0-9]*:'"
LISTENING = r"""awk 'FNR > 1 && (FILENAME !~ /tcp/ || $4 == "0A") {
    sub(".*/net/", "", FILENAME); split($2, at, ":"); print substr(FILENAME, 1, 3), at[2]
}' /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6 | sort -u"""
"""Prints the ports at which somebody listens, in hexadecimal digits."""
PORTS = {"tcp 53", "tcp 80", "tcp 8080", "udp 53", "udp 67"}
"""The page, and names and addresses for phones."""
MAX_MB = 90.0
"""Memory of the page and of all that it needs: a Zero 2 W has 512 MB."""


def report_off(guest: Guest, report: RunReport, when: str) -> None:
    """Whether nothing of a network is there."""
    running = [unit for unit in UNITS if guest.shell(f"systemctl is-active --quiet {unit}").status == 0]
    report.figure(f"{when}: units of the page that run", ", ".join(running) or "none", "none", good=not running)
    links = guest.run("ls /sys/class/net").split()
    report.figure(f"{when}: network interfaces", ", ".join(links), "lo", good=links == ["lo"])
    loaded = guest.shell("lsmod | grep -c 80211").output.strip()
    report.figure(f"{when}: modules of a radio", loaded, "0", good=loaded == "0")
    listening = guest.shell(SOCKETS).output.strip()
    report.figure(f"{when}: sockets of a network", listening, "0", good=listening == "0")


def walk(guest: Guest, bench: Bench, report: RunReport) -> None:
    """Open the Wi-Fi from the menu, play by a phone in it, close it; then join another one from the page."""
    code = wifi.choose_wifi(guest, bench, report)
    report_exposures(guest, report)
    _report_listeners(guest, report)
    wifi.join_by_code(guest, report, code)
    wifi.play_by_phone(guest, bench, report)
    wifi.report_security(guest, report, code)
    _report_memory(guest, report)
    press(guest, report, MENU + wifi.CLOSE)
    wifi.report_gone(guest, report, "closed in the menu")
    guest.run(wifi.LEAVE_WIFI)
    joining.switch_routers_on(guest)
    joining.join(guest, bench, report, NETWORKS)


def report_rejoining(guest: Guest, bench: Bench, report: RunReport) -> None:
    """Whether a box that was started again finds the network by itself, once the menu asks."""
    guest.run("modprobe brcmfmac")
    joining.switch_routers_on(guest)
    joining.go_home(guest)
    (code,) = invite(guest, bench, report, f"http://{joining.HOME.addresses}.")
    address, secret = parse_invitation(code)
    token = run_phone(guest, "join", address, secret)
    report.figure("started again: a phone in the joined network is let in", "yes" if token else "no", "yes")
    press(guest, report, LEAVE)


def _report_listeners(guest: Guest, report: RunReport) -> None:
    """Who listens while the box's own Wi-Fi is open."""
    lines = (line.split() for line in guest.run(LISTENING).splitlines())
    found = {f"{kind} {int(port, 16)}" for kind, port in lines}
    report.figure("ports at which somebody listens", ", ".join(sorted(found)), ", ".join(sorted(PORTS)),
                  good=found == PORTS)  # fmt: skip


def _report_memory(guest: Guest, report: RunReport) -> None:
    """What the page and all that it needs take."""
    total = 0.0
    for unit in UNITS:
        said = re.search(r"=(\d+)$", guest.run(f"systemctl show {unit} -p MemoryCurrent"))
        if said is not None:
            total += int(said[1]) / 2**20
    report.figure("memory of the page and all that it needs (MB)", f"{total:.0f}", f"≤ {MAX_MB:.0f}",
                  good=total <= MAX_MB)  # fmt: skip
