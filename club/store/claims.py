"""A box says that a game is its own which is here as another box's, or which only its maker can claim."""

from __future__ import annotations

from club.store.database import StoreTransaction
from club.store.judged_record import RecordDoubtful
from club.store.notices import NoticeAnswer, NoticeKind
from device.journal import identity
from display.words import text


class GameElsewhere(Exception):
    """The game stays with another box, as far as the director has said."""


def check_key(game: str, key: str) -> None:
    """Refuse a game that has a key which the box does not show. Raises RecordDoubtful."""
    if identity.has_key(game) and not identity.opens(game, key):
        raise RecordDoubtful(text("This box does not show the key of this game: it was begun on another card."))


def check_given(kept: StoreTransaction, box: str, other: str, game: str, key: str, now: float) -> None:
    """Whether the director has given the games of another box to this one; else ask, once. Raises GameElsewhere."""
    kind = NoticeKind.MOVED if identity.opens(game, key) else NoticeKind.CLAIMED
    if kept.notices.answer(kind, box, other) is NoticeAnswer.MOVED:
        return
    kept.notices.tell(kind, box, other, now)
    raise GameElsewhere
