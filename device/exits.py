"""What the program's exit status says."""

from __future__ import annotations

FINE = 0
ILLEGAL = 1
"""A record is against the rules."""
SICK = 1
"""The doctor found something that does not work."""
INCOMPLETE = 1
"""The installation lacks a part."""
MISUSED = 2
"""What was asked for makes no sense, or cannot be had here; a sentence says why."""
