"""The numbers of High Number."""

from __future__ import annotations

HIGHEST = 4
