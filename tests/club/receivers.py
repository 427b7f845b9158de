"""What arrives at a store, and what of it was set aside."""

from __future__ import annotations

from club.store.database import ClubStore
from club.store.receiver import Receiver
from display.words import ENGLISH


def receiver(store: ClubStore) -> Receiver:
    """Receives for a store, always at the same moment."""
    return Receiver(store, lambda: 1.8e9)


def sentences(store: ClubStore) -> list[str]:
    """Why each message that was set aside does not count."""
    with store.transaction() as kept:
        return [ENGLISH.say(one.sentence) for one in kept.asides.all()]
