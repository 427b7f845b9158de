"""The numbers of the cards of No Thanks!"""

from __future__ import annotations

LOWEST, HIGHEST = 3, 35
DRAW_DECK_SIZE = 24
"""The number of cards in the draw deck of a round (No Thanks! rulebook, Set Up and Amigo Variant)."""
