"""Measures what a hostile record costs the program that scores it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from bench.processes import run
from tests.games.registered import deal, written
from tests.hostile.shapes import MOST, SHAPES
from tools.figures import Measurement, scratch

LIMIT_S, LIMIT_MB = 1.0, 64.0


def figures() -> Iterator[Measurement]:
    """The most expensive of the shapes, in processor time of the whole process, and in memory."""
    with scratch() as directory:
        costs = {name: _cost(directory, data) for name, data in SHAPES.items()}
        legal = {name: _cost(directory, data)[0] for name, data in _longest_records().items()}
    slowest = max(costs, key=lambda name: costs[name][0])
    largest = max(costs, key=lambda name: costs[name][1])
    yield Measurement(f"s to answer the worst of {len(costs)} shapes of 2 MB ({slowest})", costs[slowest][0], LIMIT_S)
    yield Measurement(f"MB for the worst of them ({largest})", costs[largest][1], LIMIT_MB)
    longest = max(legal, key=lambda name: legal[name])
    name = f"s to judge the dearest of {len(legal)} legal records as long as can be ({longest})"
    yield Measurement(name, legal[longest], LIMIT_S)


def _longest_records() -> dict[str, bytes]:
    """Legal records as long as possible: with the most rounds and players, and 2 MB of an endless declaration."""
    chosen = (("rounds", "999"),)
    names = tuple(f"P{seat}" for seat in range(7))
    rounds = "\n".join(written("no-thanks", names, chosen, deal("no-thanks", 1, len(names), chosen))).encode()
    head, again = b"game loop-2023\nplayers A B\nset three-eights on\n", b"A three-eights\n"
    return {
        "999 rounds of No Thanks!": rounds,
        "hands of three 8s": head + again * ((MOST - len(head)) // len(again)),
    }


def _cost(directory: Path, data: bytes) -> tuple[float, float]:
    path = directory / "record"
    path.write_bytes(data)
    seconds, mb = run("-m", "bench.programs.spent", sys.executable, "-m", "device", "score", str(path)).split()
    return float(seconds), float(mb)
