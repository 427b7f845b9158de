"""Short presses and pauses while the host stalls: none may be lost, and none added.

The edges are also recorded without the key code of the box. This shows whether an edge, its time stamp or the debouncer
is at fault if a press is wrong.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import NamedTuple

from hal.keys.debounce import Debouncer
from hal.keys.keys import Edge, Gesture, Key, KeyOutcome
from hal.keys.keys import Press as KeyPress
from tools.emulation.box import (
    DOWN_S,
    REST_S,
    ROOT_GOLDEN,
    Bench,
    begin_anew,
    overlong_press_s,
    repeat_until_undisturbed,
    script_of,
)
from tools.emulation.commands import HostTooBusy
from tools.emulation.guest import Guest, Move, TimedPress
from tools.emulation.parts.evenings import report_export
from tools.emulation.report import RunReport
from tools.emulation.stretches import play_in_stretches, stretches

GAME = "no-thanks"
PRESSES = 1000
PINS = {5: Key.A, 6: Key.B, 16: Key.C, 24: Key.D}
STALL_RANGE_S = (0.01, 0.12)
PAUSE_RANGE_S = (0.0, 0.25)
RECORDER = "/opt/tablekeeper/current/bin/python /usr/local/lib/box/recorder.py"
EDGES = "/run/box/edges"
SETTLING_S = 1.0
MAX_PAUSE_S = 0.5
"""Seconds allowed between two moves, with our stalls. Longer pauses are the host's own."""


class RecordedEdge(NamedTuple):
    """An edge as recorded by gpiod, with the kernel's time stamp in nanoseconds."""

    pin: int
    level: int
    at_ns: int


def run(bench: Bench, report: RunReport) -> None:
    """Record edges on a stalled host, then play a game on one."""
    with bench.booted("stalls") as guest:
        repeat_until_undisturbed(report, lambda: _test_edges(guest, report))
        _test_game(guest, report)


def _test_game(guest: Guest, report: RunReport) -> None:
    begin_anew(guest)
    with stalling(guest) as stalls:
        refusals = play_in_stretches(guest, report, stretches(script_of(ROOT_GOLDEN / f"{GAME}.txt")))
    report.figure("a game during so many stalls of the host", len(stalls))
    report.figure("of its declarations, refused", len(refusals), "0", good=not refusals)
    for refusal in refusals:
        report.say(refusal)
    report_export(guest, report, "the record that is exported", GAME)


def _test_edges(guest: Guest, report: RunReport) -> None:
    guest.run("systemctl stop tablekeeper", 120)
    guest.run(f"systemd-run -q --unit=box-recorder {RECORDER} {EDGES}")
    guest.run("until journalctl -u box-recorder -o cat | grep -q recording; do sleep 0.2; done")
    rng = random.Random(1)
    pressed = [TimedPress(rng.choice("ABCD"), DOWN_S, REST_S) for _ in range(PRESSES)]
    moves: list[Move] = []
    with stalling(guest) as stalls:
        for first in range(0, PRESSES, 50):
            moves += guest.press(pressed[first : first + 50])
    time.sleep(SETTLING_S)
    guest.run("systemctl stop box-recorder; systemctl reset-failed box-recorder 2>/dev/null || true")
    disturbance_s = overlong_press_s(pressed, moves) or longest_pause(moves)
    if disturbance_s is not None:
        raise HostTooBusy(f"the guest had no time for {disturbance_s:.1f} s in the midst of presses")
    edges = [RecordedEdge(*edge) for edge in json.loads(guest.run(f"cat {EDGES}"))]
    lost = len(moves) - len(edges)
    report.figure("stalls of the host during a thousand presses", len(stalls))
    report.figure("edges lost on the way to gpiod", lost, "0", good=lost == 0)
    if lost == 0:
        late = max(lateness(moves, edges)) / 1e6
        report.figure(
            "latest time stamp of an edge, after its contact's move (ms)", f"{late:.1f}", "≤ 1", good=late <= 1
        )
    heard = presses_heard(edges)
    wanted = [press.keys for press in pressed]
    report.figure("presses that the debounce machine makes of them", len(heard), str(PRESSES), good=heard == wanted)


def longest_pause(moves: Sequence[Move], allowed_s: float = MAX_PAUSE_S) -> float | None:
    """The longest time between two moves of contacts, in seconds; None if none was longer than allowed.

    The kernel's queue of edges is limited, so a program without processor time loses some.
    """
    pauses = [(after.before_ns - before.after_ns) / 1e9 for before, after in pairwise(moves)]
    return max((pause for pause in pauses if pause > allowed_s), default=None)


def lateness(moves: Sequence[Move], edges: Sequence[RecordedEdge]) -> list[int]:
    """The nanoseconds by which each edge's time stamp is later than the end of its contact's move.

    Both are of the kernel's monotonic clock.
    """
    return [max(0, edge.at_ns - move.after_ns) for move, edge in zip(moves, edges, strict=True)]


def presses_heard(edges: Sequence[RecordedEdge]) -> list[str]:
    """The presses that the debouncer makes of edges, by their time stamps; a hold has an `h` before its key."""
    debouncer, outcomes = Debouncer(), list[KeyOutcome]()
    for edge in edges:
        outcomes += debouncer.process_edge(Edge(PINS[edge.pin], edge.level == 0, edge.at_ns / 1e9))
    outcomes += debouncer.outcomes_until(float("inf"))
    heard = [outcome for outcome in outcomes if isinstance(outcome, KeyPress)]
    return [("h" if press.gesture is Gesture.HOLD else "") + press.key for press in heard]


@contextmanager
def stalling(guest: Guest) -> Iterator[list[float]]:
    """Stall the host again and again meanwhile. Yields the lengths of the stalls in seconds.

    Raises at its end what ended the stalls early.
    """
    done, stalls, rng = threading.Event(), list[float](), random.Random(2)

    def stall() -> None:
        while not done.wait(rng.uniform(*PAUSE_RANGE_S)):
            stalls.append(rng.uniform(*STALL_RANGE_S))
            guest.stall(stalls[-1])

    with ThreadPoolExecutor(1) as executor:
        stalled = executor.submit(stall)
        try:
            yield stalls
        finally:
            done.set()
        stalled.result()
