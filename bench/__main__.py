"""`make bench`: takes and prints the figures of all benchmarks, or of the chosen ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import pytest

from bench import (
    acknowledging,
    arriving,
    browsing,
    committing,
    correcting,
    couriers,
    dead_network,
    deduction,
    drawing,
    games,
    hostile_box,
    listing,
    panel_waits,
    panels,
    partial_refresh,
    phones,
    pods,
    press_path,
    presses,
    public_engine,
    reading,
    remembering,
    starting,
    visitors,
)
from tools.figures import Measurement, NotTaken
from tools.interruption import until_interrupted

PARTS = (
    acknowledging, correcting, browsing, phones, drawing, panels, partial_refresh, panel_waits, starting, listing,
    remembering, games, public_engine, deduction, reading, pods, presses, press_path, committing, arriving, hostile_box,
    visitors, couriers, dead_network,
)  # fmt: skip


def main(chosen: Sequence[str]) -> int:
    """Print every figure, or those of the chosen parts: name, value, limit, and `ok` or `short`.

    A figure that can't be taken is `short`, too. Returns 0: `short` is no failure.
    """
    for part in PARTS:
        name = part.__name__.removeprefix("bench.")
        if not chosen or name in chosen:
            _print_figures(name, part.figures())
    return 0


def _print_figures(name: str, figures: Iterator[Measurement]) -> None:
    try:
        for figure in figures:
            print(figure, flush=True)
    except (NotTaken, pytest.skip.Exception) as reason:
        # Brokers and databases are started by test helpers, which raise pytest's Skipped if one is not installed.
        print(f"{name}: figures not taken, since {reason}: short", flush=True)


if __name__ == "__main__":
    sys.exit(until_interrupted(lambda: main(sys.argv[1:])))
