"""`make bench`."""

from __future__ import annotations

import sys

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
    listing,
    panel_waits,
    panels,
    pods,
    press_path,
    presses,
    public_engine,
    reading,
    remembering,
    starting,
)
from tools.interruption import until_interrupted


def main() -> int:
    """Print every figure: name, value, limit, `ok` or `short`. Returns 0: a figure that is short is no failure."""
    for part in (
        acknowledging,
        correcting,
        browsing,
        drawing,
        panels,
        panel_waits,
        starting,
        listing,
        remembering,
        games,
        public_engine,
        deduction,
        reading,
        pods,
        presses,
        press_path,
        committing,
        arriving,
        couriers,
        dead_network,
    ):
        for figure in part.figures():
            print(figure, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
