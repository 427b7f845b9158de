"""The cards of LOOP, and how they are dealt."""

from __future__ import annotations

HIGHEST = 13
EIGHT = 8
HAND = 13
SET_ASIDE = 2
IN_PLAY = HAND - SET_ASIDE

NONE_SHOWN = bytes(HIGHEST + 1)
"""Counts of cards by number; index 0 is never used."""
