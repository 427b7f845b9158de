"""Phones at the emulated box: what they read off its glass, and what they do, in a network of the guest's own."""

from __future__ import annotations

import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy
from PIL import Image

from tests.scan_codes import decoded
from tools.emulation.box import ASK_S, Bench, page, presses, wait, wait_active
from tools.emulation.guest import Guest
from tools.emulation.report import RunReport
from tools.emulation.rootfs import OURS
from tools.emulation.stretches import play_in_stretches

PROGRAM = f"/opt/tablekeeper/current/bin/python {OURS}/phone.py"
PHONE = f"ip netns exec phone nice -n19 {PROGRAM}"
"""A real phone would take no time of the box's processor, so this one has the lowest priority."""
PAGE_SERVICE = "tablekeeper-page"
PORT = 8080
LEAVE = "hold C\n"
MENU = "hold D\nB\nD\n"
"""The menu and, at the same place at every moment, “open on a phone”; and back to the table."""
SERVE_PAGE = (
    """sed -i 's|^#door = "\\(.*tablekeeper-page.*\\)|door = "\\1|' /etc/tablekeeper/tablekeeper.toml"""
    " && systemctl restart tablekeeper"
)
SERVED_S = 60.0
BLACK = 0
"""The ink's number, of every panel."""


def serve_page(guest: Guest) -> float:
    """Have the table's page served; after how many seconds it was."""
    guest.run(SERVE_PAGE, 120)
    wait_active(guest)
    return wait(guest, lambda: is_served(guest), "no page is served", SERVED_S, ASK_S)


def is_served(guest: Guest, program: str = PROGRAM, address: str = f"127.0.0.1:{PORT}") -> bool:
    """Whether the page's program serves the page of a table: to this machine, or to a phone's `program`."""
    return guest.shell(f"{program} open {address}").output.strip() == "yes"


def run_phone(guest: Guest, what: str, *words: str, given: str = "", seconds: float = 60.0) -> str:
    """What a phone says after doing something. Raises CannotEmulate."""
    command = f"{PHONE} {what} {shlex.join(words)}"
    return guest.run(f"{command} <<'END'\n{given}END" if given else command, seconds)


def scan_panel(guest: Guest, bench: Bench) -> list[str]:
    """What a phone's camera reads off the glass."""
    with TemporaryDirectory(dir=bench.place) as place:
        picture = Path(place, "glass.png")
        Image.fromarray(numpy.where(page(guest) == BLACK, 0, 255).astype(numpy.uint8)).save(picture)
        return decoded([picture])


def invite(guest: Guest, bench: Bench, report: RunReport, begin: str, code_count: int = 1) -> list[str]:
    """Choose “open on a phone”, and read so many codes off the glass, of which the first begins so."""
    found: list[str] = []

    def there() -> bool:
        found[:] = sorted(scan_panel(guest, bench), key=lambda code: not code.startswith(begin))
        return len(found) == code_count and found[0].startswith(begin)

    press(guest, report, MENU)
    wait(guest, there, f"no code is on the glass that begins with {begin}", every=ASK_S)
    return found


def press(guest: Guest, report: RunReport, script: str) -> None:
    """Press the table's keys, once more from a start of the table if the host stalls during a press."""
    play_in_stretches(guest, report, [presses(script)])


def parse_invitation(code: str) -> tuple[str, str]:
    """The host and port that a code opens, and what opens the keys there."""
    url, _, fragment = code.partition("#token=")
    return url.removeprefix("http://").rstrip("/"), fragment.partition("&")[0]
