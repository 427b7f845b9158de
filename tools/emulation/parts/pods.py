"""Pods with the real firmware on real serial ports: one plays, loses its cable in mid-code and comes back, then two."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice

from tools.emulation.box import ROOT_GOLDEN, SHORT_S, Bench, refusals, script_of, wait
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import Guest, TimedPress
from tools.emulation.parts.evenings import report_export
from tools.emulation.report import RunReport
from tools.emulation.stretches import join_stretches, play_in_stretches, stretches

GAME = "no-thanks"
BEFORE, ALONE, TOGETHER = 70, 15, 15
"""The number of presses at the box before pods play, of declarations of the first pod, and of those by both in
turns."""
HEARD_S = 5.0
"""Seconds that are enough for a press to get from a contact, of a pod or the box, to the table."""


def run(bench: Bench, report: RunReport) -> None:
    """Play a golden game, partly on the box and partly on pods."""
    with bench.booted("pods") as guest:
        parts = iter(stretches(script_of(ROOT_GOLDEN / f"{GAME}.txt"), length=1))
        play_in_stretches(guest, report, [_first_declarations(parts, BEFORE)])
        _plug(guest, 0)
        for part in islice(parts, ALONE):
            _declare(guest, 0, part)
        half, *rest = _next_code(guest, parts)
        _press(guest, 0, half)
        time.sleep(HEARD_S)
        guest.unplug(0)
        seconds = wait(guest, lambda: guest.messages()[-1].endswith("is unplugged."), "nobody tells that a pod is gone")
        report.figure("a pod is unplugged in mid-code; told after (s)", f"{seconds:.1f}", "told")
        report.figure("the same pod comes back; told after (s)", f"{_plug(guest, 0):.1f}", "told")
        _declare(guest, 0, rest)
        _plug(guest, 1)
        for number, part in enumerate(islice(parts, TOGETHER)):
            _declare(guest, number % 2, part)
        found = refusals(guest) + play_in_stretches(guest, report, join_stretches(parts))
        report.figure("of a game played by the box and two pods, refused", len(found), "0", good=not found)
        report_export(guest, report, "the record that is exported", GAME)


def _first_declarations(parts: Iterator[list[TimedPress]], presses: int) -> list[TimedPress]:
    """The first declarations, with at least `presses` presses."""
    found: list[TimedPress] = []
    while len(found) < presses:
        found += next(parts)
    return found


def _plug(guest: Guest, pod: int) -> float:
    before = len(guest.messages())
    guest.plug(pod)
    return wait(guest, lambda: any("is there" in line for line in guest.messages()[before:]), f"pod {pod} is not found")


def _next_code(guest: Guest, parts: Iterator[list[TimedPress]]) -> list[TimedPress]:
    """The next declaration with several keys. The first pod makes those before it."""
    for part in parts:
        if len(part) > 1 and all(press.down_s < SHORT_S for press in part):
            return part
        _declare(guest, 0, part)
    raise CannotEmulate("the game has no codes of two presses.")


def _declare(guest: Guest, pod: int, part: Sequence[TimedPress]) -> None:
    """Make a declaration on a pod, and wait until it is reported: presses on two cables have no defined order."""
    before = len(guest.messages())
    for press in part:
        _press(guest, pod, press)
    wait(guest, lambda: len(guest.messages()) > before, f"nothing is told of what pod {pod} has declared")


def _press(guest: Guest, pod: int, press: TimedPress) -> None:
    """Press a key of a pod. Holds are pressed on the box, and arrive before the pod goes on."""
    if press.down_s < SHORT_S:
        guest.press_pod(pod, press.keys)
    else:
        guest.press([press])
        time.sleep(HEARD_S)
