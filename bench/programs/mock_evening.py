"""Plays an evening by a script of keys on the mock hardware, as the command line does it."""

from __future__ import annotations

import sys

from bench.processes import own_peak
from device.cli.commands import main as command

HEAVY = ("numpy", "gpiozero", "inky")
"""What only real hardware needs."""


def main() -> None:
    """Arguments: the panel, a directory for the journal, the file of keys."""
    name, data, keys = sys.argv[1:]
    status = command(["--hal", "mock", "--panel", name, "--keys", keys, "--data", data])
    loaded = [module for module in HEAVY if module in sys.modules]
    if loaded or status:
        raise RuntimeError(f"a mock evening loads {loaded} and ends with status {status}")
    print(own_peak())


if __name__ == "__main__":
    main()
