"""`make soak`: plays the games, watches memory and files, and prints the figures."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from device.system.progress import Progress
from tools.figures import Measurement
from tools.interruption import until_interrupted
from tools.soak.evening import SoakEvening
from tools.soak.resource_usage import Usage, usage

WARM = 500
"""The number of games after which every cache has been used."""
OFTEN = 250
MEMORY = Path("/dev/shm")
MEGABYTE = 1_000_000
MEMORY_GROWTH_LIMIT = 1.1
"""Caches of bounded size go on filling for some thousand games; then they hold a few megabytes more."""
ROW_GROWTH_LIMIT = 1.1
LOG_LIMIT_MB = 2.0
"""SQLite restarts its log at 1000 pages, which is 1 MB here."""


class Watch:
    """Measures the process's resources during the evening, and shows the progress."""

    def __init__(self, directory: Path, seed: int, games: int) -> None:
        self.usages: list[Usage] = []
        """The usages after the first `WARM` games, then at intervals, and after the last."""
        self.evening = SoakEvening(directory, seed, self._handle_game_end)
        self._moments = {min(WARM, games), games, *range(WARM + OFTEN, games, OFTEN)}
        self._begun = time.monotonic()
        self._printed_count = 0
        self._progress = Progress("games", games)

    def _handle_game_end(self, number: int) -> None:
        """Handle the end of a game."""
        self._progress.set_done(number)
        self.tell()
        if number not in self._moments:
            return
        now = usage(self.evening.box.data)
        self.usages.append(now)
        taken = time.monotonic() - self._begun
        self._progress.clear()
        print(f"game {number}: {taken:.0f} s, {now.memory / MEGABYTE:.1f} MB, {now.rows} rows", flush=True)

    def tell(self) -> None:
        """Print the differences that were not printed before."""
        for difference in self.evening.differences[self._printed_count :]:
            self._progress.clear()
            print(difference, flush=True)
        self._printed_count = len(self.evening.differences)


def figures(evening: SoakEvening, games: int, usages: list[Usage]) -> Iterator[Measurement]:
    """Yield the figures of an evening."""
    yield Measurement("games", games)
    yield Measurement("presses", evening.presses)
    yield Measurement("presses on pods", evening.pod_presses)
    for fault, count in evening.faults.counts.items():
        yield Measurement(fault.value, count)
    yield Measurement("differences", len(evening.differences), 0)
    warm, end = usages[0], usages[-1]
    yield Measurement("memory after the first games, MB", warm.memory / MEGABYTE)
    yield Measurement("memory in the end, MB", end.memory / MEGABYTE)
    yield Measurement("memory in the end ÷ after the first games", end.memory / warm.memory, MEMORY_GROWTH_LIMIT)
    yield Measurement("descriptors more than after the first games", end.descriptors - warm.descriptors, 0)
    yield Measurement("threads more than after the first games", end.threads - warm.threads, 0)
    yield Measurement("files more than after the first games", len(end.files - warm.files), 0)
    yield Measurement("journal rows", end.rows)
    yield Measurement("bytes of the journal a row", end.bytes_per_row)
    yield Measurement("the same ÷ after the first games", end.bytes_per_row / warm.bytes_per_row, ROW_GROWTH_LIMIT)
    yield Measurement("largest log of the journal, MB", max(one.log for one in usages) / MEGABYTE, LOG_LIMIT_MB)


def main() -> int:
    """Play and print the figures. Returns 1 if one falls short, else 0."""
    parser = argparse.ArgumentParser(prog="make soak", description="Plays random games by keys while everything fails.")
    parser.add_argument("--games", type=int, default=5000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games with the same faults")
    given = parser.parse_args()
    print(f"seed {given.seed}")
    # In memory if possible: the speed of a disk does not matter here.
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as directory:
        watch = Watch(Path(directory), given.seed, given.games)
        evening = watch.evening
        evening.play(given.games)
    watch.tell()
    if not watch.usages:
        return 1
    found = list(figures(evening, given.games, watch.usages))
    for figure in found:
        print(figure)
    return 0 if all(figure.limit is None or figure.value <= figure.limit for figure in found) else 1


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
