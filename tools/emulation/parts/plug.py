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
from tools.emulation.recovery import fault_of
from tools.emulation.report import RunReport
from tools.emulation.stretches import rows

CUT_COUNT = 50
GUEST_COUNT = 2
"""The number of guests, each with one processor."""
GAME = "no-thanks"
MAX_SPOILT_COUNT = 10
"""The number of cuts of a guest that a busy host may spoil; others replace them."""
SHORTEST_S, MAX_S = 1.0, 12.0
OTHER_MESSAGE_PREFIXES = ("pod-", "tablekeeper", "refused", "the panel", "Switched", SLOW)


@dataclass(frozen=True)
class PlugTally:
    """The results of some power cuts.

    `cut_count` is the number that can be judged, and `spoilt_count` that of others, in which a busy host turned a press
    into a hold. `acknowledged_count` is the number of lines acknowledged before them, and `faults` what was wrong.
    """

    cut_count: int
    spoilt_count: int
    acknowledged_count: int
    faults: tuple[str, ...]


def run(bench: Bench, report: RunReport, cut_count: int = CUT_COUNT) -> None:
    """Pull the plug `cut_count` times."""
    with ThreadPoolExecutor(GUEST_COUNT) as pool:
        shares = [cut_count // GUEST_COUNT + (number < cut_count % GUEST_COUNT) for number in range(GUEST_COUNT)]
        expected_rows = mock_rows(bench.place, script_of(ROOT_GOLDEN / f"{GAME}.txt"))
        tallies = list(pool.map(lambda at: cut_repeatedly(bench, at, shares[at], expected_rows), range(GUEST_COUNT)))
    faults = [sentence for tally in tallies for sentence in tally.faults]
    for sentence in faults:
        report.say(sentence)
    judged = sum(tally.cut_count for tally in tallies)
    report.figure("ends without a warning", judged, str(cut_count), good=judged == cut_count)
    report.figure("others, spoilt by a busy host", sum(tally.spoilt_count for tally in tallies))
    report.figure("lines acknowledged before them", sum(tally.acknowledged_count for tally in tallies))
    report.figure("ends after which something was missing or half done", len(faults), "0", good=not faults)


def cut_repeatedly(bench: Bench, number: int, cut_count: int, expected_rows: Sequence[str]) -> PlugTally:
    """Pull the plug until this many cuts can be judged, or too many were spoilt. Raises CannotEmulate."""
    chance, machine = random.Random(number), bench.machine(f"plug{number}")
    script, faults = presses_of(ROOT_GOLDEN / f"{GAME}.txt"), list[str]()
    judged = spoilt = acknowledged_count = 0
    acknowledged: list[str] | None = None
    while True:
        # The root's changes are dropped, but the games are not: the next start must find them.
        machine.changes.unlink(missing_ok=True)
        with boot(machine) as guest:
            if acknowledged is not None:
                judged += 1
                fault = fault_of(rows(guest), acknowledged, expected_rows)
                faults += [] if fault is None else [f"cut {judged} of guest {number}: {fault}"]
            if judged == cut_count or spoilt > MAX_SPOILT_COUNT:
                return PlugTally(judged, spoilt, acknowledged_count, tuple(faults))
            acknowledged = play_until_cut(guest, script, chance.uniform(SHORTEST_S, MAX_S))
            spoilt += acknowledged is None
            acknowledged_count += len(acknowledged or ())


def play_until_cut(guest: Guest, script: Sequence[TimedPress], seconds: float) -> list[str] | None:
    """Play a game from its beginning until the power is cut.

    Returns what was acknowledged; None if a busy host spoilt it. Raises CannotEmulate if the guest fails by itself.
    """
    begin_anew(guest)
    before, is_cut = len(guest.messages()), threading.Event()

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
    return declared(guest.messages()[before:])


def declared(messages: Sequence[str]) -> list[str]:
    """The messages about declarations, without those about pods, the panel or the service itself."""
    return [line for line in messages if not line.startswith(OTHER_MESSAGE_PREFIXES)]
