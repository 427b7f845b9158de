"""Ctrl-C at a command that takes long."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable

from device.system.exitcodes import INTERRUPTED


def until_interrupted(main: Callable[[], int]) -> int:
    """Run a command; returns its exit status. Where Ctrl-C ends it, a sentence says so, and no traceback."""
    try:
        return main()
    except KeyboardInterrupt:
        print("\nStopped by Ctrl-C, before the end.", file=sys.stderr)
        return INTERRUPTED


def end_worker_at_once() -> None:
    """Have Ctrl-C, which a terminal sends to a command's processes, too, end this one without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
