"""Handling of Ctrl-C in commands that take long."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable

from device.system.exitcodes import INTERRUPTED


def until_interrupted(main: Callable[[], int]) -> int:
    """Run a command. Returns its exit status. If Ctrl-C ends it, a sentence is printed instead of a traceback."""
    try:
        return main()
    except KeyboardInterrupt:
        print("\nStopped by Ctrl-C, before the end.", file=sys.stderr)
        return INTERRUPTED


def end_worker_at_once() -> None:
    """Let Ctrl-C, which a terminal also sends to a command's worker processes, end this one silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
