"""Points of a round and the end of a set (rulebook, How to Play 14, Loop Round 17 and 18)."""

from __future__ import annotations

BASIC = {2: (2, 0), 3: (3, 1, 0), 4: (4, 2, 1, 0)}
"""The basic score by rank, for each number of players."""

GOAL = {2: 7, 3: 10, 4: 12}
"""The total that ends a set, for each number of players."""

AT_START = 2
SETS_TO_WIN = 2


def basic(players: int, rank: int) -> int:
    """What a rank (from 0) scores in itself."""
    return BASIC[players][rank]


def change(before: int | None, rank: int) -> int:
    """What the Rank card adds: one point for each rank that this is better than the seat's last, less one for each
    worse. 0 without a last rank."""
    return 0 if before is None else before - rank


def leaders(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Who has the highest total; more than one if it is shared."""
    best = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)
