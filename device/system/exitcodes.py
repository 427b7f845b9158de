"""What the program's exit status says; docs/service.md has the table."""

from __future__ import annotations

FINE = 0
ILLEGAL = 1
"""A record is against the rules."""
SICK = 1
"""The doctor found something that does not work."""
MISUSED = 2
"""What was asked for makes no sense, or cannot be had here; a sentence says why."""
FAILED = 70
"""The program itself is at fault (EX_SOFTWARE of sysexits.h, by which systemd calls it, too)."""
INCOMPLETE = 72
"""The installation lacks a file, or has a spoilt one (EX_OSFILE)."""
NOT_KEPT = 74
"""The run has ended, and the disk lacks something that was declared (EX_IOERR)."""
INTERRUPTED = 130
"""Ctrl-C, as a shell says it: 128 and the number of the signal."""
UNREAD = 141
"""Nobody reads standard output any more, or it was closed from the start: 128 and the number of SIGPIPE."""
