"""Checks whether a box may claim a game: one stored for another box, or one that needs a key."""

from __future__ import annotations

from club.store.database import StoreTransaction
from club.store.judged_record import RecordRejected
from club.store.notices import NoticeAnswer, NoticeKind
from device.journal import identity
from display.words import text


class GameOfOtherBox(Exception):
    """The game is another box's, and the director has not given it to this one."""


def check_key(game: str, key: str) -> None:
    """Check the key of a game that has one. Raises RecordRejected if the box did not send the right key."""
    if identity.has_key(game) and not identity.is_key_of(game, key):
        raise RecordRejected(text("This box does not show the key of this game: it was begun on another card."))


def check_owner(transaction: StoreTransaction, box: str, other_box: str, game: str, key: str, now: float) -> None:
    """Check that the director has given the games of `other_box` to `box`.

    Otherwise, asks the director once, and raises GameOfOtherBox.
    """
    kind = NoticeKind.MOVED if identity.is_key_of(game, key) else NoticeKind.CLAIMED
    if transaction.notices.answer_to(kind, box, other_box) is NoticeAnswer.MOVED:
        return
    transaction.notices.add_notice(kind, box, other_box, now)
    raise GameOfOtherBox
