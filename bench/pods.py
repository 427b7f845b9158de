"""Measures the time from a press on a pod to the event in the program, against a bare round trip on such a line."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from hal.keys.keys import Press
from hal.pods.events import PodEvent
from hal.pods.plugged_pods import PodOutput, PodTiming
from hal.pods.ports import FoundPort
from hal.pods.serial_pods import SerialPods
from tests.firmware.microcontrollers import TIMEOUT_S, Microcontroller, Terminal
from tools.figures import Measurement, seconds

LIMIT = 3.0
ROUNDS = 9
RUNS = 40
REST_S = 0.01
LINE = b"~1e D e8d8b0c 0000 0000 A+ 0c27dc9 fc6fdfef\n"
ECHO = """
import sys
while True:
    sys.stdout.buffer.write(sys.stdin.buffer.readline())
"""


def figures() -> Iterator[Measurement]:
    """One figure, with the real firmware on the real MicroPython at the other end of both lines.

    Other load of the machine varies, so both are measured in rounds, directly after each other, and the figure is the
    median of the rounds. Debouncing is switched off: it is a wait by design, the same for all keys.
    """
    found = [_median(_presses) / _median(_round_trips) for _ in range(ROUNDS)]
    yield Measurement("press on a pod to event in the program ÷ a bare round trip", statistics.median(found), LIMIT)


def _median(prepare: Callable[[ExitStack], Callable[[], float]]) -> float:
    """The median of some runs, in seconds. The first run, with cold caches, does not count."""
    with ExitStack() as stack:
        run = prepare(stack)
        taken = []
        for _ in range(RUNS + 1):
            taken.append(run())
            time.sleep(REST_S)
        return statistics.median(taken[1:])


def _round_trips(stack: ExitStack) -> Callable[[], float]:
    from serial import Serial

    program = Path(stack.enter_context(TemporaryDirectory())) / "main.py"
    program.write_text(ECHO)
    terminal = _plug_in(stack)
    stack.callback(Microcontroller(terminal.line, program=program).off)
    port = stack.enter_context(Serial(terminal.port, timeout=TIMEOUT_S, exclusive=True))

    def act() -> None:
        port.write(LINE)
        assert port.read(len(LINE)) == LINE

    return lambda: seconds(act)


def _presses(stack: ExitStack) -> Callable[[], float]:
    terminal = _plug_in(stack)
    microcontroller = Microcontroller(terminal.line)
    stack.callback(microcontroller.off)
    events: SimpleQueue[PodOutput] = SimpleQueue()
    pods = SerialPods(
        events.put, find_ports=lambda: [FoundPort(terminal.port, "1-1")], timing=PodTiming(settle_s=0.0)
    ).start()
    stack.callback(pods.close)
    assert isinstance(events.get(timeout=TIMEOUT_S), PodEvent)

    def let_go() -> None:
        microcontroller.move("a")
        assert isinstance(events.get(timeout=TIMEOUT_S), Press)

    def press() -> float:
        microcontroller.move("A")
        time.sleep(REST_S)
        return seconds(let_go)

    return press


def _plug_in(stack: ExitStack) -> Terminal:
    terminal = Terminal()
    stack.callback(terminal.close)
    return terminal
