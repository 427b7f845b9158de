"""What passes between a director, whose words are in the store, and the tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from club.broker import topics
from club.store.database import ClubStore
from club.store.talk import ForTable
from device.outbox.codec import Unreadable, decode, encode
from device.outbox.director import DirectorWords, TableReport

LONGEST_REPORT = 500
"""Bytes of what a table lets its director know; none has a third of that."""

Publish = Callable[[str, bytes], None]
"""Publishes something retained; nothing takes away what was."""


class TalkMinder:
    """Publishes what the director tells the tables until they are done with it, and keeps what they let him know."""

    def __init__(self, store: ClubStore, publish: Publish, now: Callable[[], float] = time.time) -> None:
        """`now` tells seconds since 1970."""
        self._store = store
        self._publish = publish
        self._now = now
        self._told = 0
        self._heard: dict[str, TableReport] = {}

    def connected(self) -> None:
        """A broker is there, which may have forgotten everything: the next look publishes all of it."""
        self._told = 0

    def look(self) -> bool:
        """Keep what tables have let know, and publish what the director has said since. Whether tables have.

        Raises StoreFailed: then it is done the next time.
        """
        heard = bool(self._heard)
        for box, message in self._kept_reports() if heard else ():
            self._publish(_topic(box, message), b"")
        with self._store.reading() as kept:
            told = kept.talk.told(self._told)
        for one in told:
            self._told = max(self._told, one.message.number)
            if not one.done:
                self._publish(_topic(one.box, one.message), encode(one.message))
        return heard

    def _kept_reports(self) -> list[tuple[str, ForTable]]:
        """Keep what tables have let know. What they are done with now, each with its box."""
        with self._store.transaction() as kept:
            there = kept.boxes.held(self._heard).boxes
            done = [
                (box, message)
                for box, report in self._heard.items()
                if box in there
                for message in kept.talk.hear(box, report, self._now())
            ]
        self._heard.clear()
        return done

    def hear(self, box: str, payload: bytes) -> None:
        """What a table lets its director know, for the next look; nothing of what is no report."""
        with suppress(Unreadable):
            report = decode(payload) if len(payload) <= LONGEST_REPORT else None
            if isinstance(report, TableReport):
                self._heard[box] = report


def _topic(box: str, message: ForTable) -> str:
    return topics.words(box) if isinstance(message, DirectorWords) else topics.seating(box)
