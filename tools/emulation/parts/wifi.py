"""The box's own Wi-Fi, by the real NetworkManager on a simulated radio, and a phone that joins it by another.

What the phone knows it reads off the glass. The network must be gone whenever nobody keeps it open.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy

from device.pages import build as pages
from device.pages.surface import surface_of
from device.reports import invitation
from device.session.places import InvitationPlace
from device.session.prompts import ArchiveView
from device.session.session import Session
from display.draw import draw_page
from display.words import ENGLISH
from hal.browser.own_wifi import BOX_ADDRESS, OwnWifi, WifiState
from hal.panel import panel
from tools.emulation.box import ASK_S, ROOT_GOLDEN, Bench, Page, mock_rows, page, script_of, wait
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import PANEL, Guest
from tools.emulation.parts.panel import differing_pixels
from tools.emulation.phones import (
    LEAVE,
    MENU,
    PAGE_SERVICE,
    PORT,
    invite,
    is_served,
    parse_invitation,
    press,
    run_phone,
    serve_page,
)
from tools.emulation.report import RunReport
from tools.emulation.rootfs import OURS
from tools.emulation.stretches import pieces, settled_rows

GAME = "no-thanks"
RADIO, OF_THE_PHONE = "wlan0", "wlan1"
MANAGER = "systemctl start wpa_supplicant NetworkManager"
LEASE = f"{OURS}/lease"
RADIOS = f"{OURS}/radios"
JOIN = f"""
mkdir -p /run/box
cat > /run/box/wpa.conf <<'END'
ctrl_interface=/run/box/wpa
network={{
ssid="%s"
psk="%s"
}}
END
ip netns exec phone wpa_supplicant -B -i {OF_THE_PHONE} -c /run/box/wpa.conf >/dev/null
"""
JOINED = f"wpa_cli -p /run/box/wpa -i {OF_THE_PHONE} status | grep -q ^wpa_state=COMPLETED"
LEASED = f"ip netns exec phone udhcpc -i {OF_THE_PHONE} -n -q -t 10 -s {LEASE} 2>&1"
LEAVE_WIFI = f"wpa_cli -p /run/box/wpa -i {OF_THE_PHONE} terminate >/dev/null"
LOOKED_FOR = (
    "captive.apple.com/hotspot-detect.html",
    "connectivitycheck.gstatic.com/generate_204",
    "www.msftconnecttest.com/connecttest.txt",
)
"""What phones ask for, to find out whether there is an internet."""
OPEN_S, JOINED_S, GONE_S = 60.0, 30.0, 20.0
SAID_S = 60.0
UNUSED_S = 600.0
NO_CODE = tuple(state for state in WifiState if state is not WifiState.ACTIVE)
"""The states in which the panel shows a sentence."""
MIN_PRESS_COUNT = 20
CLOSE = "hold B\nhold B\nA\n"
"""From the codes to the words, and what closes the Wi-Fi there."""
AS_THE_PAGE = f"runuser -u {PAGE_SERVICE} -- "
FORBIDDEN = ("nmcli radio wifi off", "nmcli device disconnect wlan0", "nmcli connection show", "busctl list")


def run(bench: Bench, report: RunReport) -> None:
    """Say what is missing, then open it, play by a phone in it, and close it in each way that there is."""
    with bench.booted("wifi") as guest:
        serve_page(guest)
        _report_what_is_missing(guest, report)
        first = open_wifi(guest, bench, report)
        join_by_code(guest, report, first)
        play_by_phone(guest, bench, report)
        report_security(guest, report, first)
        press(guest, report, MENU + CLOSE)
        report_gone(guest, report, "closed in the menu")
        for name, command in (
            ("its program killed", f"systemctl kill -s KILL {PAGE_SERVICE}"),
            ("NetworkManager started again", "systemctl restart NetworkManager"),
        ):
            second = open_wifi(guest, bench, report)
            guest.run(command, 120)
            report_gone(guest, report, name)
        same = "the same" if first == second else "others"
        report.figure("name and password of another time", same, "others", good=same == "others")
        _leave_unused(guest, bench, report)


def _report_what_is_missing(guest: Guest, report: RunReport) -> None:
    """What stands on the glass where no Wi-Fi can be opened."""
    _report_sentence(guest, report, "without NetworkManager", WifiState.NO_MANAGER)
    guest.run(MANAGER, 120)
    _report_sentence(guest, report, "without a radio", WifiState.NO_RADIO)
    guest.run(RADIOS)
    guest.run("rfkill block wifi")
    _report_sentence(guest, report, "with its radio switched off", WifiState.SWITCHED_OFF)
    guest.run("rfkill unblock wifi")


def _report_sentence(guest: Guest, report: RunReport, name: str, state: WifiState) -> None:
    """Whether the glass says what is wrong, and the table is at its game again afterwards."""
    press(guest, report, MENU)
    said: list[WifiState] = []

    def says() -> bool:
        shown = page(guest)
        said[:] = [one for one in NO_CODE if differing_pixels(shown, sentence(one)) == 0]
        return said == [state]

    try:
        seconds = wait(guest, says, "the glass says another thing", SAID_S, ASK_S)
        report.figure(f"the glass says what is wrong {name}, after (s)", f"{seconds:.0f}", "its sentence")
    except CannotEmulate:
        report.figure(f"the glass says what is wrong {name}", said, state.value, good=False)
    press(guest, report, LEAVE)


def sentence(state: WifiState) -> Page:
    """The page of a table that has no game, where a Wi-Fi of its own is in a state that shows no code."""
    shown = invitation.invitation_page(Path(), InvitationPlace("", "", wifi=OwnWifi(state)), 1)
    picture = draw_page(pages.page(Session(), ArchiveView(shown), ()), surface_of(panel.panel_kind(PANEL)), ENGLISH)
    return numpy.asarray(picture)


def open_wifi(guest: Guest, bench: Bench, report: RunReport) -> str:
    """Open it from the menu, once the radio is free: the code to join it."""
    free = f"nmcli -t -f DEVICE,STATE device | grep -qx {RADIO}:disconnected"
    wait(guest, lambda: guest.shell(free).status == 0 and is_served(guest), "the radio is not free", OPEN_S, ASK_S)
    return choose_wifi(guest, bench, report)


def choose_wifi(guest: Guest, bench: Bench, report: RunReport) -> str:
    """Choose it at the menu: the code to join it."""
    begun = time.monotonic()
    join, _ = invite(guest, bench, report, "WIFI:", code_count=2)
    seconds = time.monotonic() - begun
    report.figure(
        "open, its codes on the glass, after (s)", f"{seconds:.0f}", f"≤ {OPEN_S:.0f}", good=seconds <= OPEN_S
    )
    press(guest, report, LEAVE)
    return join


def join_by_code(guest: Guest, report: RunReport, code: str) -> None:
    """Have the phone join by the code, and be led to the page by whatever name it asks for."""
    name, password = network(code)
    guest.run(JOIN % (name, password))
    seconds = wait(guest, lambda: guest.shell(JOINED).status == 0, "the phone does not get in", JOINED_S, ASK_S)
    report.figure("a phone with the password is in after (s)", f"{seconds:.1f}", f"≤ {JOINED_S:.0f}")
    guest.run(LEASED)
    address = guest.run(f"ip -n phone -o -4 address show dev {OF_THE_PHONE}").split()[3]
    report.figure("its address, by DHCP", address, "10.42.0.…/24", good=address.startswith("10.42.0."))
    for asked in LOOKED_FOR:
        answer = run_phone(guest, "ask", f"http://{asked}")
        wanted = f"302 http://{BOX_ADDRESS}:{PORT}/"
        report.figure(asked.partition("/")[0], answer, wanted, good=answer == wanted)


def network(code: str) -> tuple[str, str]:
    """Name and password of a network, by the code that a camera reads."""
    fields = dict(field.split(":", 1) for field in code.removeprefix("WIFI:").split(";") if field)
    return fields["S"], fields["P"]


def play_by_phone(guest: Guest, bench: Bench, report: RunReport) -> None:
    """Have the phone begin a game."""
    _, code = invite(guest, bench, report, "WIFI:", code_count=2)
    address, secret = parse_invitation(code)
    token = run_phone(guest, "join", address, secret)
    press(guest, report, LEAVE)
    script = next(pieces(script_of(ROOT_GOLDEN / f"{GAME}.txt"), MIN_PRESS_COUNT))
    run_phone(guest, "press", address, token, given=script)
    same = settled_rows(guest) == mock_rows(bench.place, script)
    report.figure("the rows that the phone's presses come to", "the same" if same else "others", "the same", good=same)


def report_security(guest: Guest, report: RunReport, code: str) -> None:
    """What the network is, where its password is, and what its opener may not do."""
    air = guest.run(f"iw dev {RADIO} info")
    for wanted in ("type AP", "channel 6 "):
        report.figure(f"the radio is of {wanted.strip()}", "yes" if wanted in air else "no", "yes", good=wanted in air)
    stations = guest.run(f"iw dev {RADIO} station dump | grep -c ^Station")
    report.figure("phones in it", stations, "1", good=stations == "1")
    _, password = network(code)
    told = guest.run(f"journalctl --no-pager | grep -c {password} || true")
    report.figure("lines of the log that have its password", told, "0", good=told == "0")
    allowed = [one for one in FORBIDDEN if guest.shell(AS_THE_PAGE + one).status == 0]
    report.figure("of what the page's user may not ask for, done", ", ".join(allowed) or "nothing", "nothing",
                  good=not allowed)  # fmt: skip


def report_gone(guest: Guest, report: RunReport, name: str, patience_s: float = GONE_S) -> None:
    """Whether nothing of the network is left, in the air, in NetworkManager or in a file."""
    left = (
        f"iw dev {RADIO} info | grep -q 'type AP'",
        "nmcli -t -f NAME connection show | grep -q ^Tablekeeper-",
        "ls /run/NetworkManager/system-connections 2>/dev/null | grep -q Tablekeeper-",
    )
    any_left = " || ".join(left)
    late = patience_s + OPEN_S
    seconds = wait(
        guest, lambda: guest.shell(any_left).status != 0, f"the network is still there, {name},", late, ASK_S
    )
    report.figure(f"{name}: gone after (s)", f"{seconds:.0f}", f"≤ {patience_s:.0f}", good=seconds <= patience_s)


def _leave_unused(guest: Guest, bench: Bench, report: RunReport) -> None:
    """A network that a phone is in, and nobody looks at the page."""
    guest.run(LEAVE_WIFI)
    join_by_code(guest, report, open_wifi(guest, bench, report))
    guest.run(LEAVE_WIFI)
    report_gone(guest, report, "used by nobody", UNUSED_S + GONE_S)
