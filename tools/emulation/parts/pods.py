"""Pods with the real firmware on real serial ports: one plays, loses its cable in mid-code and comes back, then two."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tools.emulation.box import (
    ROOT_GOLDEN,
    SHORT_S,
    Bench,
    golden,
    play,
    presses_of,
    refused,
    undisturbed,
    wait,
    warnings,
)
from tools.emulation.commands import CannotEmulate, HostTooBusy
from tools.emulation.guest import Guest, Press
from tools.emulation.parts.evenings import exported
from tools.emulation.report import Report

GAME = "no-thanks"
BEFORE, ALONE, TOGETHER = 60, 30, 30
"""How many presses the box has before pods play, the first pod alone at least, and both in turns."""
HEARD_S = 1.2
"""Long enough for a press to come from a pod's contact to the table's answer."""


def run(bench: Bench, report: Report) -> None:
    """Play a golden game by turns."""
    undisturbed(report, lambda: _turns(bench, report))


def _turns(bench: Bench, report: Report) -> None:
    with bench.booted("pods") as guest:
        script = presses_of(ROOT_GOLDEN / f"{GAME}.txt")
        play(guest, script[:BEFORE])
        _plug(guest, 0)
        half = _until_half_typed(guest, script)
        guest.unplug(0)
        seconds = wait(guest, lambda: guest.told()[-1].endswith("is unplugged."), "nobody tells that a pod has gone")
        report.figure("a pod is unplugged in mid-code; told after (s)", f"{seconds:.1f}", "told")
        report.figure("the same pod comes back; told after (s)", f"{_plug(guest, 0):.1f}", "told")
        _plug(guest, 1)
        for place in range(half, half + TOGETHER):
            _press(guest, place % 2, script[place])
        play(guest, script[half + TOGETHER :])
        if warnings(guest):
            raise HostTooBusy("the host was so busy that the disk seemed slow")
        same, found = exported(guest, golden(GAME)), refused(guest)
        report.figure("of a game played by the box and two pods, refused", len(found), "0", good=not found)
        report.figure("the record that is exported", "identical" if same else "another", "identical", good=same)


def _plug(guest: Guest, pod: int) -> float:
    before = len(guest.told())
    guest.plug(pod)
    return wait(guest, lambda: any("is there" in line for line in guest.told()[before:]), f"pod {pod} is not found")


def _until_half_typed(guest: Guest, script: Sequence[Press]) -> int:
    """Let the first pod play until a press of it has declared nothing; how far the script has come."""
    for place in range(BEFORE, len(script)):
        before = len(guest.told())
        _press(guest, 0, script[place])
        if place >= BEFORE + ALONE and len(guest.told()) == before:
            return place + 1
    raise CannotEmulate("the game has no codes of two presses.")


def _press(guest: Guest, pod: int, press: Press) -> None:
    """A press of a pod; holds are left to the box."""
    if press.down_s > SHORT_S:
        guest.press([press])
    else:
        guest.press_pod(pod, press.keys, 0.0)
    time.sleep(HEARD_S)
