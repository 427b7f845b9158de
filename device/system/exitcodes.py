"""The program's exit codes; docs/service.md has the table."""

from __future__ import annotations

SUCCESS = 0
ILLEGAL_RECORD = 1
"""A record is against the rules."""
FAULT_FOUND = 1
"""The doctor found something that does not work."""
MISUSED = 2
"""The request is invalid, or can't be met here; a sentence says why."""
FAILED = 70
"""The program itself has failed (EX_SOFTWARE of sysexits.h; systemd uses the same name)."""
DAMAGED_INSTALLATION = 72
"""The installation lacks a file, or has a changed one (EX_OSFILE)."""
NOT_STORED = 74
"""The run has ended, and the disk lacks something that was declared (EX_IOERR)."""
INTERRUPTED = 130
"""Ctrl-C, in a shell's notation: 128 and the number of the signal."""
OUTPUT_UNREAD = 141
"""Standard output was closed by its reader, or from the start: 128 and the number of SIGPIPE."""
