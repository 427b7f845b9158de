"""Finds the failing messages in a batch by bisection, so that they do not hold up the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from club.store.database import StoreFailed, StoreRefused
from device.journal import validate
from device.outbox.club_messages import ConflictingRecord, GameMark, GameRevision
from device.outbox.codec import decode
from display.words import Text, text

NO_GAME = GameMark(game="", number=0, digest="")
"""The mark of a message that names no game."""

T = TypeVar("T")


class BoxMessage(NamedTuple):
    """A message published by a box. The broker has authenticated the box."""

    box: str
    payload: bytes


def process_isolating_failures(
    messages: Sequence[BoxMessage],
    process: Callable[[Sequence[BoxMessage]], T],
    set_aside: Callable[[BoxMessage, Exception], T],
) -> Iterator[T]:
    """Process messages with `process`. If that fails, halve the batch again and again, and `set_aside` single messages.

    The order of one box's messages is kept. Raises StoreFailed if the database fails through no message's fault.
    """
    try:
        yield process(messages)
    except Exception as error:
        if isinstance(error, StoreFailed) and not isinstance(error, StoreRefused):
            raise
        if len(messages) == 1:
            yield set_aside(messages[0], error)
            return
        by_box = sorted(messages, key=lambda message: message.box)
        middle = len(by_box) // 2
        yield from process_isolating_failures(by_box[:middle], process, set_aside)
        yield from process_isolating_failures(by_box[middle:], process, set_aside)


def refusal_sentence(error: Exception) -> Text:
    """The sentence that tells the director why a message was refused."""
    if isinstance(error, StoreRefused):
        return text("The database does not take this message: {why}", why=validate.printable(error.reason))
    error_text = validate.printable(f"{type(error).__name__}: {error}")
    return text("The hub's program fails at this message ({why}). Please report that.", why=error_text)


def message_mark(payload: bytes) -> GameMark:
    """The game and revision of a message; `NO_GAME` if it has no record of a game, or can't be decoded."""
    try:
        decoded = decode(payload)
    except Exception:  # this may be the very failure for which the message is refused
        return NO_GAME
    return decoded.mark if isinstance(decoded, GameRevision | ConflictingRecord) else NO_GAME
