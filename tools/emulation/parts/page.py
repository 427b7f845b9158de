"""The page for phones: a game by the keys of the table and of a phone, while the program that serves it is flooded,
killed, stood still and stopped, and the table started again.

Nothing that is pressed may be lost, and the table has no network.
"""

from __future__ import annotations

import re
import time
from typing import NamedTuple

from tools.emulation.box import (
    ASK_S,
    GAMES,
    ROOT_GOLDEN,
    Bench,
    begin_anew,
    refusals,
    script_of,
    wait,
    wait_active,
)
from tools.emulation.guest import Guest
from tools.emulation.parts.evenings import report_export
from tools.emulation.parts.survival import main_pid
from tools.emulation.phones import (
    LEAVE,
    PAGE_SERVICE,
    PHONE,
    PORT,
    invite,
    is_served,
    parse_invitation,
    press,
    run_phone,
    serve_page,
)
from tools.emulation.report import RunReport
from tools.emulation.stretches import pieces, settled_rows

GAME = "score-pad"
BOX, OURS, STRANGER, PUBLIC = "192.168.7.1", "192.168.7.2", "192.168.7.3", "203.0.113.7"
"""Where box and phones are, and one who is not of a private network."""
ADDRESS = f"{BOX}:{PORT}"
NETWORK = f"""
ip netns add phone
ip link add box0 type veth peer name phone0 netns phone
ip address add {BOX}/24 dev box0
ip link set box0 up
for address in {OURS}/24 {STRANGER}/24 {PUBLIC}/32; do ip -n phone address add $address dev phone0; done
ip -n phone link set phone0 up
ip route add default via {OURS}
ip -n phone route add default via {BOX}
"""
MIN_PRESS_COUNT = 30
"""Presses of a part of the game, at least, which is pressed at the table or at the phone."""
OPENED = "ip netns exec phone awk '/^Tcp: [0-9]/ { print $6 }' /proc/net/snmp"
"""Prints how many connections phones have opened."""
FLOOD = 100
"""Connections that a flood opens at least; those of the phone are some dozen."""
AGAIN_S = 60.0
"""The page's program begins again after ten seconds."""
MAX_MB = 40.0
DEVICES = "gpiochip*", "spidev*", "i2c-*", "ttyACM*", "mem", "ubd*"
LOOKED_FOR = " ".join(f"/dev/{name}" for name in DEVICES)
INSIDE = "nsenter -t {process} -m -- setpriv --reuid={user} --regid={user} --clear-groups --"
"""What a service sees of files, as its user."""


class Trouble(NamedTuple):
    """What befalls the page's program, or the table; commands begin and end it. It may forget who had joined."""

    name: str
    begins: str
    ends: str = "true"
    forgets: bool = False


TROUBLES = (
    Trouble(
        "flooded by a stranger",
        f"systemd-run --quiet --unit=flood {PHONE} flood {ADDRESS} {STRANGER} 600",
        "systemctl stop flood",
    ),
    Trouble("killed", f"systemctl kill -s KILL {PAGE_SERVICE}", forgets=True),
    Trouble("standing still", f"systemctl kill -s STOP {PAGE_SERVICE}", f"systemctl kill -s CONT {PAGE_SERVICE}"),
    Trouble("stopped", f"systemctl stop {PAGE_SERVICE}", forgets=True),
    Trouble("the table started again", "systemctl restart tablekeeper"),
)


def run(bench: Bench, report: RunReport) -> None:
    """Play a game by the keys of a box, and of a phone that has read the code off its panel."""
    with bench.booted("page") as guest:
        guest.run(NETWORK)
        report.figure("the page is served after the table's start (s)", f"{serve_page(guest):.0f}")
        _report_isolation(guest, report)
        _report_reach(guest, report)
        _play(guest, bench, report)
        report_export(guest, report, "the record of the game that went through all this", GAME)
        _report_memory(guest, report)
        failed = guest.run("systemctl list-units --failed --plain --no-legend | awk '{print $1}'").split()
        report.figure("units that failed", ", ".join(failed) or "none", "none", good=not failed)


def _report_isolation(guest: Guest, report: RunReport) -> None:
    """What table and page can't reach of each other's."""
    links = guest.run(f"nsenter -t {main_pid(guest)} -n ip -o link | cut -d: -f2").split()
    report.figure("the table's network interfaces", ", ".join(links), "lo", good=links == ["lo"])
    served = main_pid(guest, PAGE_SERVICE)
    user = guest.run(f"ps -o user:32= -p {served}")
    report.figure("the page's program runs as", user, PAGE_SERVICE, good=user == PAGE_SERVICE)
    as_it = INSIDE.format(process=served, user=PAGE_SERVICE)
    games = guest.shell(f"{as_it} ls -A {GAMES}")
    report.figure("what it sees of the games", "a refusal" if games.status else games.output.strip() or "nothing",
                  "a refusal or nothing", good=bool(games.status) or not games.output.strip())  # fmt: skip
    devices = guest.run(f"{as_it} sh -c 'ls -d {LOOKED_FOR} 2>/dev/null || true'").split()
    report.figure("pins, buses, pods and disks that it sees", ", ".join(devices) or "none", "none", good=not devices)
    report_exposures(guest, report)


def report_exposures(guest: Guest, report: RunReport) -> None:
    """What systemd thinks of the rights of table and page."""
    for unit, most in (("tablekeeper", 1.0), (PAGE_SERVICE, 2.0)):
        said = re.search(r"([0-9.]+) \w+ *\S*$", guest.run(f"systemd-analyze security {unit} --no-pager | tail -n1"))
        report.figure(f"exposure of {unit}, of 10", said[1] if said else "unknown", f"≤ {most}",
                      good=said is not None and float(said[1]) <= most)  # fmt: skip


def _report_reach(guest: Guest, report: RunReport) -> None:
    """Who finds the page."""
    for whom, source, wanted in (("a phone", OURS, "200"), ("a public address", PUBLIC, "0")):
        status = run_phone(guest, "ask", f"http://{ADDRESS}/", source)
        report.figure(f"the page's status for {whom}, 0 for nobody there", status, wanted, good=status == wanted)


def _join_by_code(guest: Guest, bench: Bench, report: RunReport) -> str:
    """What opens the keys to a phone that has read the code off the glass."""
    _wait_open(guest)
    (code,) = invite(guest, bench, report, f"http://{ADDRESS}/#token=")
    token = run_phone(guest, "join", *parse_invitation(code))
    press(guest, report, LEAVE)
    return token


def _play(guest: Guest, bench: Bench, report: RunReport) -> None:
    """A game, of which the phone presses every other part; one trouble after the other befalls the page, or the table,
    while the table's own keys are pressed."""
    begin_anew(guest)
    troubles, token, before = list(TROUBLES), "", len(refusals(guest))
    for number, part in enumerate(pieces(script_of(ROOT_GOLDEN / f"{GAME}.txt"), MIN_PRESS_COUNT)):
        if number % 2 and troubles:
            trouble = troubles.pop(0)
            _endure(guest, report, trouble, part)
            token = "" if trouble.forgets else token
        else:
            token = token or _join_by_code(guest, bench, report)
            run_phone(guest, "press", ADDRESS, token, given=part, seconds=180)
            settled_rows(guest)
    found = refusals(guest)[before:]
    report.figure("declarations that were refused", found[0] if found else 0, "0", good=not found)
    report.figure("troubles that were left out", len(troubles), "0", good=not troubles)
    opened = int(guest.run(OPENED))
    report.figure("connections that the stranger and the phone have opened", opened, f"> {FLOOD}", good=opened > FLOOD)


def _endure(guest: Guest, report: RunReport, trouble: Trouble, part: str) -> None:
    """Play a part of a game by the table's keys while there is trouble."""
    begun = time.monotonic()
    guest.run(trouble.begins, 120)
    wait_active(guest)
    press(guest, report, part)
    guest.run(trouble.ends)
    _wait_open(guest)
    seconds = time.monotonic() - begun
    report.figure(f"{trouble.name}: played, and open again after (s)", f"{seconds:.0f}", "open again")


def _wait_open(guest: Guest) -> None:
    """Wait until a phone finds a table behind the page."""
    wait(guest, lambda: is_served(guest, PHONE, ADDRESS), "no table is behind the page", AGAIN_S, ASK_S)


def _report_memory(guest: Guest, report: RunReport) -> None:
    """What the page's program takes after all that."""
    kept = int(guest.run(f"systemctl show {PAGE_SERVICE} --value -p MemoryCurrent"))
    status = guest.run(f"grep -E 'VmRSS|VmHWM' /proc/{main_pid(guest, PAGE_SERVICE)}/status")
    resident, most = (int(kilobytes) for kilobytes in re.findall(r"(\d+) kB", status))
    for name, found in (
        ("memory of its control group (MB)", kept / 2**20),
        ("its pages in memory, those of libraries among them (MB)", resident / 1024),
        ("the most that these were (MB)", most / 1024),
    ):
        report.figure(name, f"{found:.1f}", f"≤ {MAX_MB:.0f}", good=found <= MAX_MB)
