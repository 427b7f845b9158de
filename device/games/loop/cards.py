"""The cards of LOOP, and how they are dealt."""

from __future__ import annotations

HIGHEST = 13
EIGHT = 8
HAND_SIZE = 13
CARDS_SET_ASIDE = 2
CARDS_IN_PLAY = HAND_SIZE - CARDS_SET_ASIDE

NO_COUNTS = bytes(HIGHEST + 1)
"""Counts of cards by number; index 0 is never used."""
