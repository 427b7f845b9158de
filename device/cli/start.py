"""The entry point of the command `tablekeeper`: runs it, and reports a damaged installation or a crash."""

from __future__ import annotations

import sys

from device.system import garbage_collection
from device.system.exitcodes import DAMAGED_INSTALLATION, FAILED


def main() -> int:
    """Run the command line and return its exit status."""
    garbage_collection.disable_until_settled()
    try:
        from device.cli import commands

        return commands.main()
    except Exception as error:
        return _report_error(error)


def _report_error(error: Exception) -> int:
    """Report an unexpected error: a broken installation, or an error of the program. Returns the exit status."""
    missing_part = _missing_part(error)
    if missing_part:
        # The missing part may be the one that prints.
        print(f"tablekeeper: its part {missing_part} is missing or damaged. Install it anew.", file=sys.stderr)
        return DAMAGED_INSTALLATION
    import traceback

    from device.system.printing import complain, warn

    for line in "".join(traceback.format_exception(error)).rstrip("\n").split("\n"):
        warn(line)
    complain("this is an error of the program itself. Please report it, with the lines above.")
    return FAILED


def _missing_part(error: Exception) -> str | None:
    """The name of a missing or damaged part of the installation; None if there is none."""
    try:
        from device.system import integrity
    except ImportError as missing:
        return missing.name
    # Optional packages are checked where they are used, so an import only fails in a broken installation.
    imported = error.name if isinstance(error, ImportError) else None
    return next(integrity.damaged_files(), imported)
