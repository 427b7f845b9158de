"""From a finger on a pod to the event in the program, beside one bare round trip on the same kind of line."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from bench.figures import Figure
from hal.keys import Press
from hal.pods.news import PodNews
from hal.pods.pods import PodEvent, Pods
from hal.pods.ports import Found
from tests.firmware.boards import PATIENCE_S, Board, Terminal

LIMIT = 3.0
RUNS = 150
LINE = b"~1e D e8d8b0c 0000 0000 A+ 0c27dc9 fc6fdfef\n"
ECHO = """
import sys
while True:
    sys.stdout.buffer.write(sys.stdin.buffer.readline())
"""


def figures() -> Iterator[Figure]:
    """One figure: medians, with the real firmware and the real MicroPython at the other end of both lines.

    Debouncing is switched off: it is a wait by design, the same for all keys.
    """
    with TemporaryDirectory() as directory:
        bare = statistics.median(_round_trips(Path(directory)))
    value = statistics.median(_presses()) / bare
    yield Figure("press on a pod to event in the program ÷ a bare round trip", value, LIMIT)


def _round_trips(directory: Path) -> list[float]:
    from serial import Serial

    program = directory / "main.py"
    program.write_text(ECHO)
    terminal = Terminal()
    board = Board(terminal.line, program=program)
    taken = []
    try:
        with Serial(terminal.port, timeout=PATIENCE_S, exclusive=True) as port:
            for run in range(RUNS + 1):
                begun = time.perf_counter()
                port.write(LINE)
                assert port.read(len(LINE)) == LINE
                if run:  # the first one waits for the start
                    taken.append(time.perf_counter() - begun)
                time.sleep(0.01)
    finally:
        board.off()
        terminal.close()
    return taken


def _presses() -> list[float]:
    terminal = Terminal()
    board = Board(terminal.line)
    events: SimpleQueue[PodEvent] = SimpleQueue()
    pods = Pods(events.put, find=lambda: [Found(terminal.port, "1-1")], settle=0.0).start()
    taken = []
    try:
        assert isinstance(events.get(timeout=PATIENCE_S), PodNews)
        for run in range(RUNS):
            board.move("A")
            time.sleep(0.01)
            begun = time.perf_counter()
            board.move("a")
            assert isinstance(events.get(timeout=PATIENCE_S), Press)
            if run:
                taken.append(time.perf_counter() - begun)
            time.sleep(0.01)
    finally:
        pods.close()
        board.off()
        terminal.close()
    return taken
