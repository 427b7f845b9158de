"""`make podsoak`: presses on pods under injected faults, most of them in one process, some on real MicroPython.

Presses that died unsent when their pod's power went are not among those that count; how many there were is printed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from device.system.progress import Progress
from tests.firmware.faults import PodTrial, Tally
from tools.interruption import end_worker_at_once, until_interrupted

PRESSES = 100_000
REAL = 10_000
A_RUN = 1000
A_REAL_RUN = 1000


def in_process(seed: int) -> Tally:
    """Make one run with both ends in one process and in virtual time. Raises AssertionError."""
    with tempfile.TemporaryDirectory() as directory:
        return PodTrial(seed, Path(directory) / "marks", faults=0.03).run(A_RUN)


def on_boards(seed: int) -> Tally:
    """Make one run with the real firmware on MicroPython, through pyserial. Raises AssertionError."""
    from tests.firmware.real_boards import run

    with tempfile.TemporaryDirectory() as directory:
        return run(seed, A_REAL_RUN, Path(directory) / "marks")


def main() -> int:
    """Print the results. Returns 0 if nothing was lost, doubled or out of order."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=PRESSES - REAL)
    parser.add_argument("--real", type=int, default=REAL)
    given = parser.parse_args()
    begun, found = time.monotonic(), []
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers, initializer=end_worker_at_once) as pool:
        for name, run, count in (
            ("in one process", in_process, -(-given.presses // A_RUN)),
            ("on MicroPython", on_boards, -(-given.real // A_REAL_RUN)),
        ):
            progress, tallies = Progress(f"runs {name}", count), []
            for tally in pool.map(run, range(count)):
                tallies.append(tally)
                progress.step()
            found += tallies
            print(f"{name:<16} {_sum(tallies)}", flush=True)
    print(f"{'together':<16} {_sum(found)}; 0 lost, 0 doubled, 0 out of order; {time.monotonic() - begun:.0f} s")
    return 0


def _sum(tallies: list[Tally]) -> str:
    totals = [sum(values) for values in zip(*tallies, strict=True)] if tallies else [0] * len(Tally._fields)
    words = zip(Tally._fields, totals, strict=True)
    return ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in words)


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
