"""Leaves a game, or a box's games of a period, out of all results, and takes them in again, for the director."""

from __future__ import annotations

from club.store.database import StoreTransaction
from club.store.decisions import NotInStore, find_game
from club.store.left_out import LeftOutGroup


def leave_out_game(transaction: StoreTransaction, box: str, game: str, now: float) -> LeftOutGroup | None:
    """Leave out a game. Returns None if it is left out already. Raises NotInStore if there is no such game."""
    return transaction.left_out.leave_out([find_game(transaction, box, game).number], f"{box} {game}", now)


def leave_out_box(
    transaction: StoreTransaction, box: str, now: float, since: float | None = None, until: float | None = None
) -> LeftOutGroup | None:
    """Leave out the games of a box that were first received from `since` until before `until`, in seconds since 1970.

    Returns None if there are none that count. Raises NotInStore if there is no such box.
    """
    if all(club_box.name != box for club_box in transaction.boxes.list_boxes()):
        raise NotInStore
    return transaction.left_out.leave_out(transaction.left_out.games_of_box(box, since, until), box, now)


def take_in(transaction: StoreTransaction, number: int) -> int:
    """Take a group of left-out games in again, by its number. Returns how many. Raises NotInStore if it is unknown."""
    if all(group.number != number for group in transaction.left_out.list_groups()):
        raise NotInStore
    return transaction.left_out.take_in(number)
