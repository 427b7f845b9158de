"""The cards of No Thanks!"""

from __future__ import annotations

LOWEST, HIGHEST = 3, 35
TAKEN = 24
"""Cards in the draw deck of a round (No Thanks! rulebook, Set Up and Amigo Variant)."""
