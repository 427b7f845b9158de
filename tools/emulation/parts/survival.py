"""What a service survives: a loop that hangs, being killed, a clock that jumps, a disk that is full."""

from __future__ import annotations

import json
import time

from tools.emulation.box import (
    EXPORT,
    GAMES,
    ROOT_GOLDEN,
    ROWS,
    Bench,
    golden,
    play,
    presses_of,
    undisturbed,
    wait,
    wait_active,
)
from tools.emulation.guest import Guest
from tools.emulation.parts.evenings import exported
from tools.emulation.report import Report

GAME = "loop"
WATCHDOG_S = 90.0
KILLS = 20
JUMPS = ("+1 day", "-2 days", "2038-02-01", "1970-01-02")
A_STRETCH = 8
"""Presses between two disasters."""


def run(bench: Bench, report: Report) -> None:
    """One game through all of it; it must end as if nothing had happened."""
    undisturbed(report, lambda: _through(bench, report))


def _through(bench: Bench, report: Report) -> None:
    with bench.booted("survival") as guest:
        script = presses_of(ROOT_GOLDEN / f"{GAME}.txt")
        place = 0
        for disaster in (_hang, _kills, _clock, _full):
            play(guest, script[place : place + A_STRETCH])
            place += A_STRETCH
            disaster(guest, report)
        play(guest, script[place:])
        _whole(guest, report)


def rows(guest: Guest) -> list[str]:
    """What the journal holds."""
    found: list[str] = json.loads(guest.must(ROWS))
    return found


def process(guest: Guest) -> int:
    """The service's main process; 0 if there is none."""
    return int(guest.must("systemctl show tablekeeper --value -p MainPID"))


def _hang(guest: Guest, report: Report) -> None:
    """A process that is stopped is started again, where it was."""
    before, old = settled(guest), process(guest)
    guest.must(f"kill -STOP {old}")
    seconds = wait(guest, lambda: process(guest) not in (0, old), "a stopped process is left alone", 2 * WATCHDOG_S)
    wait_active(guest)
    report.figure("a stopped process is started again after (s)", f"{seconds:.0f}", f"≤ {WATCHDOG_S:.0f}",
                  good=seconds <= WATCHDOG_S)  # fmt: skip
    _same(guest, before, "the rows after that", report)


def _kills(guest: Guest, report: Report) -> None:
    before = settled(guest)
    for _ in range(KILLS):
        _kill(guest)
    _same(guest, before, f"the rows after {KILLS} kills", report)


def _kill(guest: Guest) -> None:
    old = process(guest)
    guest.must("systemctl kill -s KILL tablekeeper")
    wait(guest, lambda: process(guest) not in (0, old), "a killed service is not started again")
    wait_active(guest)


def _clock(guest: Guest, report: Report) -> None:
    before, old = settled(guest), process(guest)
    for moment in JUMPS:
        guest.must(f"date -s '{moment}' >/dev/null")
        time.sleep(2.0)
    report.figure("a clock that jumps by days ends the service", "no" if process(guest) == old else "yes", "no",
                  good=process(guest) == old)  # fmt: skip
    _same(guest, before, "the rows after that", report)


def _full(guest: Guest, report: Report) -> None:
    """What a full disk refuses is told, and is there once there is room."""
    guest.must(f"dd if=/dev/zero of={GAMES}/filler bs=64k 2>/dev/null; sync; df --output=avail {GAMES} | tail -n1", 120)
    told = len(guest.told())
    guest.must(f"rm {GAMES}/filler; sync")
    wait(guest, lambda: guest.shell(EXPORT).status == 0, "the games can't be read after a full disk")
    report.figure("lines told while the disk was full and after", len(guest.told()) - told)


def settled(guest: Guest) -> list[str]:
    """What the journal holds, once what was pressed last has come to something."""
    found = rows(guest)
    while True:
        time.sleep(1.0)
        before, found = found, rows(guest)
        if found == before:
            return found


def _same(guest: Guest, before: list[str], name: str, report: Report) -> None:
    same = rows(guest) == before
    report.figure(name, "as before" if same else "others", "as before", good=same)


def _whole(guest: Guest, report: Report) -> None:
    same = exported(guest, golden(GAME))
    report.figure("the record of the game that went through all this", "identical" if same else "another", "identical",
                  good=same)  # fmt: skip
