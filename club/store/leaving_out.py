"""A director leaves out a game, or the games of a box of some time, and takes them in again."""

from __future__ import annotations

from club.store.database import StoreTransaction
from club.store.decisions import NotHere, game_of
from club.store.left_out import LeftOutGames


def leave_out_game(kept: StoreTransaction, box: str, game: str, now: float) -> LeftOutGames | None:
    """A game counts no more; None if it did not. Raises NotHere."""
    return kept.left_out.leave_out([game_of(kept, box, game).number], f"{box} {game}", now)


def leave_out_box(
    kept: StoreTransaction, box: str, now: float, since: float | None = None, until: float | None = None
) -> LeftOutGames | None:
    """The games of a box that first came within this time, in seconds since 1970, count no more; None if there were
    none that did. Raises NotHere."""
    if all(one.name != box for one in kept.boxes.all()):
        raise NotHere
    return kept.left_out.leave_out(kept.left_out.of_box(box, since, until), box, now)


def take_in(kept: StoreTransaction, number: int) -> int:
    """What was left out by a number counts again: how many games. Raises NotHere."""
    if all(one.number != number for one in kept.left_out.all()):
        raise NotHere
    return kept.left_out.take_in(number)
