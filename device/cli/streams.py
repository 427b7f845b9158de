"""The streams that a command reads and writes: they are there, and speak UTF-8."""

from __future__ import annotations

import io
import os
import sys


def open_standard_streams() -> bool:
    """Give the program streams in place of those that were closed before it began; whether standard output was.

    Without, the next file that is opened would get their number, and lines meant for people.
    """
    closed = sys.stdout is None
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  (the program's own)
    return closed


def abandon_stdout() -> None:
    """Nothing more is written to standard output, not even what was printed already."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def flush_or_abandon_stdout() -> None:
    """Write out what was printed; where nobody reads any more, that is no matter."""
    try:
        sys.stdout.flush()
    except OSError:
        abandon_stdout()


def speak_utf8() -> None:
    """Names and records are UTF-8 whatever the system's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
