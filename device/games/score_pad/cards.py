"""A score pad has no cards: what is laid down are points."""

from __future__ import annotations

MOST = 999_999
"""A player has no more points in a round, nor more below 0: as many as fingers type without counting zeros."""
