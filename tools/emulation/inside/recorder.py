"""Records the edges of the four keys by lgpio alone, with the kernel's time stamps, until it is told to end.

Writes a JSON list of [pin, level, time stamp in nanoseconds], in the order in which they were told. Usage:
recorder.py FILE
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import lgpio

PINS = (5, 6, 16, 24)


def main() -> None:
    """Record until the signal TERM."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    edges: list[tuple[int, int, int]] = []

    def heard(chip: int, pin: int, level: int, tick: int) -> None:
        edges.append((pin, level, tick))

    chip = lgpio.gpiochip_open(0)
    for pin in PINS:
        lgpio.gpio_claim_alert(chip, pin, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP)
    watched = [lgpio.callback(chip, pin, lgpio.BOTH_EDGES, heard) for pin in PINS]
    print("recording", flush=True)
    signal.sigwait({signal.SIGTERM})
    for one in watched:
        one.cancel()
    Path(sys.argv[1]).write_text(json.dumps(edges))


if __name__ == "__main__":
    main()
