"""A and D held together: the standings on the glass, the machine off, nothing unsaved."""

from __future__ import annotations

from tools.emulation.box import (
    BEFORE,
    REST_S,
    ROOT_GOLDEN,
    Bench,
    boot,
    expected_page,
    page,
    play,
    presses,
    script_of,
    undisturbed,
)
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import PANEL, Press
from tools.emulation.parts.glass import different
from tools.emulation.parts.survival import rows, settled
from tools.emulation.report import Report

GAME = "no-thanks"
A_PART = 150
TOGETHER_S = 3.3
"""The box asks for 3 s."""
OFF_S = 60.0


def run(bench: Bench, report: Report) -> None:
    """Switch off in the middle of a game, and look at the glass and the games afterwards."""
    undisturbed(report, lambda: _leave(bench, report))


def _leave(bench: Bench, report: Report) -> None:
    machine = bench.machine("leaving")
    script = "".join(script_of(ROOT_GOLDEN / f"{GAME}.txt").splitlines(keepends=True)[:A_PART])
    with boot(machine) as guest:
        play(guest, presses(script))
        before = settled(guest)
        guest.press([Press("AD", TOGETHER_S, REST_S)])
        if not guest.off(OFF_S):
            raise CannotEmulate(f"the box is not off {OFF_S:.0f} s after A and D were held together.")
        report.figure("A and D held together switch the machine off", "off", "off")
    with boot(machine) as guest:
        shown = page(guest, place=BEFORE)
        differ = different(shown, expected_page(PANEL, bench.place, f"{script}hold A+D\n"))
        report.figure("pixels on the glass unlike the last page", differ, "0", good=differ == 0)
        same = rows(guest) == before
        report.figure("the rows after the next start", "as before" if same else "others", "as before", good=same)
