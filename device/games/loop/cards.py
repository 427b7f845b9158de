"""The cards of LOOP, and how they are dealt."""

from __future__ import annotations

HIGHEST = 13
EIGHT = 8
"""The number of the card that clears the table, and that is shown for a twist."""

HAND_SIZE = 13
SET_ASIDE_COUNT = 2
PLAYABLE_COUNT = HAND_SIZE - SET_ASIDE_COUNT

NO_COUNTS = bytes(HIGHEST + 1)
"""The counts of cards by number in a hand without cards; index 0 is never used."""
