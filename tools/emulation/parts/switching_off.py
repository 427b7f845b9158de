"""A and D held together: the standings on the panel, the machine off, everything saved."""

from __future__ import annotations

from collections.abc import Sequence

from tools.emulation.box import (
    PREVIOUS_PAGES,
    REST_S,
    ROOT_GOLDEN,
    Bench,
    boot,
    expected_page,
    page,
    play,
    presses,
    repeat_until_undisturbed,
    script_of,
    warning_count,
)
from tools.emulation.commands import CannotEmulate, HostTooBusy
from tools.emulation.guest import PANEL, Guest, Move, TimedPress
from tools.emulation.parts.panel import differing_pixels
from tools.emulation.report import RunReport
from tools.emulation.stretches import play_in_stretches, rows, settled_rows, stretches

GAME = "no-thanks"
MIN_PRESS_COUNT = 150
ASKED_S = 3.0
TOGETHER_S = 3.3
"""Seconds; the box requires 3 s."""
OFF_S = 120.0
TIME_KNOWN = "mkdir -p /run/systemd/timesync && touch /run/systemd/timesync/synchronized"
"""Simulates systemd-timesyncd after the network has set the time: the last page shows the date if it is known."""


def run(bench: Bench, report: RunReport) -> None:
    """Switch off in the middle of a game, and check the panel and the games afterwards."""
    repeat_until_undisturbed(report, lambda: _leave(bench, report))


def _leave(bench: Bench, report: RunReport) -> None:
    machine = bench.machine("leaving")
    script = beginning(script_of(ROOT_GOLDEN / f"{GAME}.txt"))
    with boot(machine) as guest:
        guest.run(TIME_KNOWN)
        play_in_stretches(guest, report, stretches(script))
        warned = _close_warning(guest)
        before = settled_rows(guest)
        held = held_together(guest.press([TimedPress("AD", TOGETHER_S, REST_S)]))
        if held < ASKED_S:
            raise HostTooBusy(f"the host stalled while two keys went down, which were held together for {held:.1f} s")
        if not guest.wait_until_off(OFF_S):
            raise CannotEmulate(f"the box is not off {OFF_S:.0f} s after A and D were held together.")
        if warning_count(guest) > warned:
            raise HostTooBusy("the host was so busy that the disk seemed slow, and the last page says so")
        report.figure("A and D held together switch the machine off", "off", "off")
    with boot(machine) as guest:
        shown = page(guest, place=PREVIOUS_PAGES)
        differ = differing_pixels(shown, expected_page(PANEL, bench.place, f"{script}hold A+D\n"))
        report.figure("pixels on the glass unlike the last page", differ, "0", good=differ == 0)
        same = rows(guest) == before
        report.figure("the rows after the next start", "as before" if same else "others", "as before", good=same)


def beginning(script: str, least: int = MIN_PRESS_COUNT) -> str:
    """The first lines of a key script, at least `least`, that end with a declaration."""
    lines = script.splitlines(keepends=True)
    end = next(number for number, line in enumerate(lines, 1) if number >= least and "#" in line)
    return "".join(lines[:end])


def held_together(moves: Sequence[Move]) -> float:
    """The seconds for which all keys of a press were certainly down."""
    down = max(move.after_ns for move in moves if move.closes)
    return (min(move.before_ns for move in moves if not move.closes) - down) / 1e9


def _close_warning(guest: Guest) -> int:
    """Close a warning of a slow disk, if there is one. Returns the number of such warnings so far."""
    found = warning_count(guest)
    if found:
        play(guest, presses("hold C"))
    return found
