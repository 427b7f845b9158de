"""What a service must survive: a process that hangs, kills, a clock that jumps, a full disk."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tools.emulation.box import ASK_S, GAMES, ROOT_GOLDEN, Bench, play, presses, script_of, wait, wait_active
from tools.emulation.guest import Guest, TimedPress
from tools.emulation.parts.evenings import report_export
from tools.emulation.report import RunReport
from tools.emulation.stretches import join_stretches, play_in_stretches, rows, settled_rows, stretches

GAME = "loop"
WATCHDOG_S = 90.0
KILLS = 20
JUMPS = ("+1 day", "-2 days", "2038-02-01", "1970-01-02")
FILL = f"for number in 1 2 3; do dd if=/dev/zero of={GAMES}/filler$number bs=4k 2>/dev/null; sync; done"
"""Fills the disk, repeatedly, because it finds more room. The journal may have room in its own files for a row."""
MIN_PRESS_COUNT = 8
"""The minimum number of presses between two disasters."""
NO_ROOM, ROOM_AGAIN, DAMAGED = "full", "everything is on the disk again", "damaged"
"""Words of the messages about a full disk, about one that has room again, and about a journal that lost rows."""
CLOSE = "hold C"
"""Closes the last message: until then, holding C accepts no round."""


def run(bench: Bench, report: RunReport) -> None:
    """Play one game through all disasters. It must end as if nothing had happened."""
    with bench.booted("survival") as guest:
        parts = list(stretches(script_of(ROOT_GOLDEN / f"{GAME}.txt"), MIN_PRESS_COUNT))
        disasters = (_stop_process, _kill_repeatedly, _change_clock)
        for disaster, part in zip(disasters, parts, strict=False):
            play_in_stretches(guest, report, [part])
            disaster(guest, report)
        _fill_disk(guest, report, parts[len(disasters)])
        play_in_stretches(guest, report, join_stretches(parts[len(disasters) + 1 :]))
        _check_record(guest, report)


def main_pid(guest: Guest, unit: str = "tablekeeper") -> int:
    """The process id of a service's main process; 0 if there is none."""
    return int(guest.run(f"systemctl show {unit} --value -p MainPID"))


def _stop_process(guest: Guest, report: RunReport) -> None:
    """Stop the process: it must be started again, at the same place in the game."""
    before, old = settled_rows(guest), main_pid(guest)
    guest.run(f"kill -STOP {old}")
    seconds = wait(guest, lambda: main_pid(guest) not in (0, old), "a stopped process is left alone", 2 * WATCHDOG_S,
                   ASK_S)  # fmt: skip
    wait_active(guest)
    report.figure("a stopped process is started again after (s)", f"{seconds:.0f}", f"≤ {WATCHDOG_S:.0f}",
                  good=seconds <= WATCHDOG_S)  # fmt: skip
    _check_same_rows(guest, before, "the rows after that", report)


def _kill_repeatedly(guest: Guest, report: RunReport) -> None:
    before = settled_rows(guest)
    for _ in range(KILLS):
        _kill(guest)
    _check_same_rows(guest, before, f"the rows after {KILLS} kills", report)


def _kill(guest: Guest) -> None:
    old = main_pid(guest)
    guest.run("systemctl kill -s KILL tablekeeper")
    wait(guest, lambda: main_pid(guest) not in (0, old), "a killed service is not started again", every=ASK_S)
    wait_active(guest)


def _change_clock(guest: Guest, report: RunReport) -> None:
    before, old = settled_rows(guest), main_pid(guest)
    for moment in JUMPS:
        guest.run(f"date -s '{moment}' >/dev/null")
        time.sleep(2.0)
    report.figure("a clock that jumps by days ends the service", "no" if main_pid(guest) == old else "yes", "no",
                  good=main_pid(guest) == old)  # fmt: skip
    _check_same_rows(guest, before, "the rows after that", report)


def _fill_disk(guest: Guest, report: RunReport, part: Sequence[TimedPress]) -> None:
    """Declarations on a full disk must be reported as in memory only, and be written once there is room."""
    before, start = settled_rows(guest), len(guest.messages())
    guest.run(FILL, 120)
    play(guest, part)
    delay_s = wait(guest, lambda: NO_ROOM in " ".join(guest.messages()[start:]), "nobody tells that the disk is full")
    rows_on_full_disk = rows(guest)
    kept = rows_on_full_disk[: len(before)] == before
    guest.run(f"rm {GAMES}/filler*; sync")
    wait(guest, lambda: ROOM_AGAIN in guest.messages()[start:], "what a full disk refused is not written later")
    play(guest, presses(CLOSE))
    report.figure("a declaration on a full disk; told after (s)", f"{delay_s:.0f}", "told")
    report.figure("rows from before on the full disk", "all" if kept else "others", "all", good=kept)
    late_row_count = len(rows(guest)) - len(rows_on_full_disk)
    report.figure("rows that are written once there is room", late_row_count, "> 0", good=late_row_count > 0)
    damaged = DAMAGED in " ".join(guest.messages()[start:])
    report.figure("a journal on a full disk is reported as damaged", "yes" if damaged else "no", "no", good=not damaged)


def _check_same_rows(guest: Guest, before: list[str], name: str, report: RunReport) -> None:
    same = rows(guest) == before
    report.figure(name, "as before" if same else "others", "as before", good=same)


def _check_record(guest: Guest, report: RunReport) -> None:
    report_export(guest, report, "the record of the game that went through all this", GAME)
