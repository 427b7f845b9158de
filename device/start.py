"""The program's way in."""

from __future__ import annotations

from device import garbage


def main() -> int:
    """Run the command line; returns its exit status."""
    garbage.leave()
    from device import cli

    return cli.main()
