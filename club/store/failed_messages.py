"""Messages that can't be taken: found among those that have arrived together, so that they stop nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from club.store.database import StoreFailed, StoreRefused
from device.journal import validate
from device.outbox.codec import decode
from device.outbox.values import GameMark, GameRevision
from display.words import Text, text

UNKNOWN = GameMark("", 0, "")
"""What is kept where a message says of no game how far it is."""

T = TypeVar("T")


class Arrived(NamedTuple):
    """Bytes that a box has published; the broker vouches for which box it was."""

    box: str
    message: bytes


def apart(
    arrived: Sequence[Arrived], together: Callable[[Sequence[Arrived]], T], refuse: Callable[[Arrived, Exception], T]
) -> Iterator[T]:
    """Take messages `together`; where that fails, in halves and halves of these, until only those fail that are at
    fault, which are refused. What one box has said stays in its order.

    Raises StoreFailed where the database can't do it now: that is no message's fault.
    """
    try:
        yield together(arrived)
    except Exception as error:
        if isinstance(error, StoreFailed) and not isinstance(error, StoreRefused):
            raise
        if len(arrived) == 1:
            yield refuse(arrived[0], error)
            return
        by_box = sorted(arrived, key=lambda one: one.box)
        middle = len(by_box) // 2
        yield from apart(by_box[:middle], together, refuse)
        yield from apart(by_box[middle:], together, refuse)


def sentence(why: Exception) -> Text:
    """What a director is told of a message that was refused."""
    if isinstance(why, StoreRefused):
        return text("The database does not take this message: {why}", why=validate.printable(why.why))
    told = validate.printable(f"{type(why).__name__}: {why}")
    return text("The hub's program fails at this message ({why}). Please report that.", why=told)


def mark_of(message: bytes) -> GameMark:
    """Of which game a message tells, and how far it then is; `UNKNOWN` where it does not say."""
    try:
        found = decode(message)
    except Exception:  # the program may have failed at just this
        return UNKNOWN
    return found.mark if isinstance(found, GameRevision) else UNKNOWN
