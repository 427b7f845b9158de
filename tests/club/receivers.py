"""A receiver for a store, and the sentences of set aside messages."""

from __future__ import annotations

from club.store.database import ClubStore
from club.store.receiver import Receiver
from display.words import ENGLISH


def receiver(store: ClubStore) -> Receiver:
    """A receiver for a store, always at the same time."""
    return Receiver(store, lambda: 1.8e9)


def sentences(store: ClubStore) -> list[str]:
    """The sentences that say why messages were set aside."""
    with store.transaction() as transaction:
        return [ENGLISH.say(one.sentence) for one in transaction.set_aside_messages.list_messages()]
