"""Runs one target under atheris, in its own process: `python -m tools.fuzz.engine TARGET`, then libFuzzer's options."""

from __future__ import annotations

import sys

import atheris

PACKAGES = ["device", "display", "firmware", "guard", "hal", "values"]


def main() -> None:
    """Fuzz until the limits in libFuzzer's options are reached, or something is found."""
    name, *options = sys.argv[1:]
    with atheris.instrument_imports(include=PACKAGES):
        from device import games
        from tools.fuzz.targets import TARGETS

        # Games are imported on first use, which would be too late for instrumentation.
        for game_id in games.ids():
            games.load(game_id)
    atheris.Setup([sys.argv[0], *options], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
