"""Plays an evening from a key script on the mock hardware, like the command line, and prints its peak memory."""

from __future__ import annotations

import sys

from bench.processes import own_peak
from device.cli.commands import main as command

HEAVY = ("numpy", "gpiozero", "inky")
"""Modules that only real hardware needs."""


def main() -> None:
    """Run with the arguments: the panel, a directory for the journal, the key script."""
    name, data, keys = sys.argv[1:]
    status = command(["--hal", "mock", "--panel", name, "--keys", keys, "--data", data])
    loaded = [module for module in HEAVY if module in sys.modules]
    if loaded or status:
        raise RuntimeError(f"a mock evening loads {loaded} and ends with status {status}")
    print(own_peak())


if __name__ == "__main__":
    main()
