"""The plug: the guest ends without a warning while keys are pressed; what was acknowledged is there afterwards."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from tools.emulation.box import ROOT_GOLDEN, SLOW, Bench, begin_anew, boot, play, presses_of
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import Guest, Press
from tools.emulation.parts.survival import rows
from tools.emulation.recovery import missing
from tools.emulation.report import Report

ENDS = 50
AT_ONCE = 2
"""Guests, each with one processor."""
GAME = "no-thanks"
SHORTEST_S, LONGEST_S = 1.0, 12.0
UNDONE = frozenset({"undo", "another game", "rematch", "redo"})
"""What a hold may have come to, after which what was told before is not all there any more."""
UNTOLD = 8
"""Rows that one declaration may bring at most: it is durable before it is told."""
OTHERS = ("pod-", "tablekeeper", "refused", "the panel", "Switched", SLOW)


@dataclass(frozen=True)
class Tally:
    """What became of some ends: how many can be judged and how many cannot, since the host made a hold of a press that
    took something back; what was acknowledged before them; and what was wrong."""

    ends: int
    spoilt: int
    told: int
    wrong: tuple[str, ...]


def run(bench: Bench, report: Report, ends: int = ENDS) -> None:
    """Pull the plug so many times."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        shares = [ends // AT_ONCE + (number < ends % AT_ONCE) for number in range(AT_ONCE)]
        tallies = list(pool.map(lambda number: _ends(bench, number, shares[number]), range(AT_ONCE)))
    wrong = [sentence for tally in tallies for sentence in tally.wrong]
    for sentence in wrong:
        report.say(sentence)
    report.figure("ends without a warning", sum(tally.ends for tally in tallies))
    report.figure("others, spoilt by a busy host", sum(tally.spoilt for tally in tallies))
    report.figure("lines acknowledged before them", sum(tally.told for tally in tallies))
    report.figure("ends after which something was missing or half done", len(wrong), "0", good=not wrong)


def _ends(bench: Bench, number: int, ends: int) -> Tally:
    chance, machine = random.Random(number), bench.machine(f"plug{number}")
    script, wrong, spoilt, acknowledged = presses_of(ROOT_GOLDEN / f"{GAME}.txt"), list[str](), 0, 0
    told: list[str] = []
    for end in range(ends + 1):
        # The root's changes are given up, the games are not: they are what a start finds.
        machine.changes.unlink(missing_ok=True)
        with boot(machine) as guest:
            if told:
                fault = untold(rows(guest), told)
                wrong += [] if fault is None else [f"end {end} of guest {number}: {fault}"]
            if end < ends:
                told = _end(guest, script, chance.uniform(SHORTEST_S, LONGEST_S))
                if UNDONE.intersection(told):
                    told, spoilt = [], spoilt + 1
                acknowledged += len(told)
    return Tally(ends - spoilt, spoilt, acknowledged, tuple(wrong))


def untold(found: Sequence[str], told: Sequence[str]) -> str | None:
    """What is wrong with rows: they begin with all that was told, and go on with what was about to be, if anything."""
    return missing(found, told, [*told, *found[len(told) : len(told) + UNTOLD]])


def _end(guest: Guest, script: Sequence[Press], seconds: float) -> list[str]:
    """A game from its beginning until the power goes; what was acknowledged."""
    begin_anew(guest)
    before = len(guest.told())

    def press() -> None:
        # The guest goes in the middle of it.
        with suppress(CannotEmulate, OSError):
            play(guest, script, at_once=1)

    fingers = threading.Thread(target=press)
    fingers.start()
    time.sleep(seconds)
    guest.cut()
    fingers.join()
    return declared(guest.told()[before:])


def declared(told: Sequence[str]) -> list[str]:
    """What was told of declarations, and not of pods, of the panel or of the service itself."""
    return [line for line in told if not line.startswith(OTHERS)]
