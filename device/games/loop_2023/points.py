"""Points of a round and the end of a set (rulebook, How to Play 14, Loop Round 17 and 18)."""

from __future__ import annotations

BASIC_POINTS = {2: (2, 0), 3: (3, 1, 0), 4: (4, 2, 1, 0)}
"""The basic score by rank, for each number of players."""

TOTAL_TO_END = {2: 7, 3: 10, 4: 12}
"""The total that ends a set, for each number of players."""

START_POINTS = 2
SETS_TO_WIN = 2


def basic_points(players: int, rank: int) -> int:
    """Return the basic score of a rank (from 0)."""
    return BASIC_POINTS[players][rank]


def rank_change_points(before: int | None, rank: int) -> int:
    """Return the points of the comparison with the Rank card: one for each rank that `rank` is better than the seat's
    last one, `before`, and minus one for each that it is worse. 0 without a last rank."""
    return 0 if before is None else before - rank


def leaders(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the players with the highest total."""
    best = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)
