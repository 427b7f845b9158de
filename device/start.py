"""The program's way in."""

from __future__ import annotations

import sys

from device import garbage
from device.exits import INCOMPLETE


def main() -> int:
    """Run the command line; returns its exit status."""
    garbage.leave()
    try:
        from device import cli

        return cli.main()
    except ModuleNotFoundError as error:
        # What is optional is asked for where it is needed; only a broken installation gets here.
        print(f"tablekeeper: its part {error.name} is missing. Install it anew.", file=sys.stderr)
        return INCOMPLETE
