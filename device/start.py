"""The program's way in."""

from __future__ import annotations

import gc


def main() -> int:
    """Run the command line; returns its exit status.

    What a start loads is there to stay: looking for garbage in it would only
    take time. `settle` ends that once everything is loaded.
    """
    gc.disable()
    from device import cli

    return cli.main()


def settle() -> None:
    """The program is loaded: collect garbage again, but never look at what is there by now."""
    gc.freeze()
    gc.enable()
