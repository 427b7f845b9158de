"""Prepares the standard streams of a command: all are open, and use UTF-8."""

from __future__ import annotations

import io
import os
import sys


def open_standard_streams() -> bool:
    """Open streams in place of those that were closed at the start. Returns whether standard output was.

    Otherwise, the next opened file would get the stream's number, and with it the lines meant for people.
    """
    was_stdout_closed = sys.stdout is None
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            null_device = os.open(os.devnull, os.O_RDWR)
            if null_device != number:
                os.dup2(null_device, number)
                os.close(null_device)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  (the program's own)
    return was_stdout_closed


def abandon_stdout() -> None:
    """Discard all further output, also what has not been flushed yet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def flush_or_abandon_stdout() -> None:
    """Flush standard output; if nobody reads it any more, ignore that."""
    try:
        sys.stdout.flush()
    except OSError:
        abandon_stdout()


def use_utf8() -> None:
    """Set the standard streams to UTF-8, whatever the system's encoding is."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
