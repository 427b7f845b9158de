"""`make bench`."""

from __future__ import annotations

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


def main() -> None:
    """Print every figure: name, value, limit, `ok` or `short`."""
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


if __name__ == "__main__":
    main()
