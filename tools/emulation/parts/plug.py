"""The plug: the guest's power is cut while keys are pressed. What was acknowledged must be there afterwards."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from tools.emulation.box import ROOT_GOLDEN, SLOW, Bench, begin_anew, boot, mock_rows, play, presses_of, script_of
from tools.emulation.commands import CannotEmulate, HostTooBusy
from tools.emulation.guest import Guest, TimedPress
from tools.emulation.recovery import missing
from tools.emulation.report import RunReport
from tools.emulation.stretches import rows

ENDS = 50
AT_ONCE = 2
"""The number of guests, each with one processor."""
GAME = "no-thanks"
SPARE = 10
"""The number of ends of a guest that a busy host may spoil; others replace them."""
SHORTEST_S, MAX_S = 1.0, 12.0
OTHERS = ("pod-", "tablekeeper", "refused", "the panel", "Switched", SLOW)


@dataclass(frozen=True)
class PlugTally:
    """The results of some power cuts.

    `ends` is the number that can be judged, and `spoilt` the number of others, in which a busy host turned a press into
    a hold. `told` is the number of lines acknowledged before them, and `wrong` what was wrong.
    """

    ends: int
    spoilt: int
    told: int
    wrong: tuple[str, ...]


def run(bench: Bench, report: RunReport, ends: int = ENDS) -> None:
    """Pull the plug `ends` times."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        shares = [ends // AT_ONCE + (number < ends % AT_ONCE) for number in range(AT_ONCE)]
        whole = mock_rows(bench.place, script_of(ROOT_GOLDEN / f"{GAME}.txt"))
        tallies = list(pool.map(lambda number: pull(bench, number, shares[number], whole), range(AT_ONCE)))
    wrong = [sentence for tally in tallies for sentence in tally.wrong]
    for sentence in wrong:
        report.say(sentence)
    judged = sum(tally.ends for tally in tallies)
    report.figure("ends without a warning", judged, str(ends), good=judged == ends)
    report.figure("others, spoilt by a busy host", sum(tally.spoilt for tally in tallies))
    report.figure("lines acknowledged before them", sum(tally.told for tally in tallies))
    report.figure("ends after which something was missing or half done", len(wrong), "0", good=not wrong)


def pull(bench: Bench, number: int, ends: int, whole: Sequence[str]) -> PlugTally:
    """Pull the plug until this many ends can be judged, or too many were spoilt. Raises CannotEmulate."""
    chance, machine = random.Random(number), bench.machine(f"plug{number}")
    script, wrong = presses_of(ROOT_GOLDEN / f"{GAME}.txt"), list[str]()
    judged = spoilt = acknowledged = 0
    told: list[str] | None = None
    while True:
        # The root's changes are dropped, but the games are not: the next start must find them.
        machine.changes.unlink(missing_ok=True)
        with boot(machine) as guest:
            if told is not None:
                judged += 1
                fault = missing(rows(guest), told, whole)
                wrong += [] if fault is None else [f"end {judged} of guest {number}: {fault}"]
            if judged == ends or spoilt > SPARE:
                return PlugTally(judged, spoilt, acknowledged, tuple(wrong))
            told = end(guest, script, chance.uniform(SHORTEST_S, MAX_S))
            spoilt += told is None
            acknowledged += len(told or ())


def end(guest: Guest, script: Sequence[TimedPress], seconds: float) -> list[str] | None:
    """Play a game from its beginning until the power is cut.

    Returns what was acknowledged; None if a busy host spoilt it. Raises CannotEmulate if the guest fails by itself.
    """
    begin_anew(guest)
    before, is_cut = len(guest.told()), threading.Event()

    def press() -> None:
        try:
            play(guest, script, at_once=1)
        except (CannotEmulate, OSError) as error:
            if isinstance(error, HostTooBusy) or not is_cut.is_set():
                raise

    with ThreadPoolExecutor(1) as pool:
        pressing = pool.submit(press)
        wait([pressing], seconds)
        is_cut.set()
        guest.cut()
    if isinstance(pressing.exception(), HostTooBusy):
        return None
    pressing.result()
    return declared(guest.told()[before:])


def declared(told: Sequence[str]) -> list[str]:
    """The messages about declarations, without those about pods, the panel or the service itself."""
    return [line for line in told if not line.startswith(OTHERS)]
