"""The cards of LOOP, and how they are dealt."""

from __future__ import annotations

HIGHEST = 13
EIGHT = 8
HAND_SIZE = 13
SET_ASIDE_COUNT = 2
PLAYABLE_COUNT = HAND_SIZE - SET_ASIDE_COUNT

NO_COUNTS = bytes(HIGHEST + 1)
"""Counts of cards by number; index 0 is never used."""
