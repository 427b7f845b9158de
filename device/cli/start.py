"""The program's way in."""

from __future__ import annotations

import sys

from device.system import gctuning
from device.system.exitcodes import FAILED, INCOMPLETE


def main() -> int:
    """Run the command line; returns its exit status."""
    gctuning.leave()
    try:
        from device.cli import commands

        return commands.main()
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> int:
    """Say what is behind an error that nobody expected: a broken installation, or the program itself."""
    lacking = _lacking(error)
    if lacking:
        # The part may be the one that prints.
        print(f"tablekeeper: its part {lacking} is missing or damaged. Install it anew.", file=sys.stderr)
        return INCOMPLETE
    import traceback

    from device.system.printing import complain, warn

    for line in "".join(traceback.format_exception(error)).rstrip("\n").split("\n"):
        warn(line)
    complain("this is an error of the program itself. Please report it, with the lines above.")
    return FAILED


def _lacking(error: Exception) -> str | None:
    """A part of the installation that is missing or damaged, if there is one."""
    try:
        from device.system import integrity
    except ImportError as missing:
        return missing.name
    # What is optional is asked for where it is needed; only a broken installation fails to import.
    imported = error.name if isinstance(error, ImportError) else None
    return next(integrity.spoilt(), imported)
