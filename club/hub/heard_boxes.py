"""Which boxes the hub listens to at the broker: those of the club, but for those that say far too much."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from club.broker import topics
from club.broker.link import LinkEvent
from club.hub.box_inbox import BoxInbox
from club.store.costs import BoxCost

FIRST_MUTED_S, LONGEST_MUTED_S = 20.0, 600.0
"""For how long a box that says far too much is not listened to, at first and at most: each time it is twice as long."""

FORGIVEN_S = 3_600.0
"""After so long without, it begins anew."""


class Subscriptions(Protocol):
    """Topics of a broker."""

    def listen(self, topics: Iterable[str]) -> None:
        """Subscribe to these, too."""

    def ignore(self, topics: Iterable[str]) -> None:
        """Subscribe to these no more."""


class HeardBoxes:
    """Subscribes for a hub. `told` hears sentences for the log; `clock` tells seconds and is never set back."""

    def __init__(
        self,
        link: Subscriptions,
        inbox: BoxInbox,
        told: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link = link
        self._inbox = inbox
        self._told = told
        self._clock = clock
        self._boxes: frozenset[str] = frozenset()
        self._muted: dict[str, float] = {}
        """Until when boxes are not listened to."""
        self._last: dict[str, tuple[float, float]] = {}
        """For how long each was muted last, and until when."""

    def listen(self, boxes: Iterable[str]) -> None:
        """Listen to these boxes, and to no others."""
        wanted = frozenset(boxes)
        self._link.listen(_topics(wanted - self._boxes - self._muted.keys()))
        self._link.ignore(_topics(self._boxes - wanted))
        self._boxes = wanted

    def take(self, timeout: float) -> list[LinkEvent]:
        """What is heard next, together; nothing if nothing is to be heard for so many seconds."""
        return self._inbox.take(timeout)

    def spend(self, costs: Iterable[tuple[str, BoxCost]]) -> None:
        """Boxes have cost this."""
        self._inbox.spend(costs)

    def look(self) -> list[str]:
        """Mute who says far too much, and listen again to whom it is time. Returns who has been muted."""
        now = self._clock()
        over = [box for box, until in self._muted.items() if now >= until]
        flooding = self._inbox.flooding()
        if not over and not flooding:
            return []
        for box in over:
            del self._muted[box]
        for box in flooding:
            self._mute(box, now)
        self._inbox.mute(self._muted)
        self._link.ignore(_topics(flooding))
        self._link.listen(_topics(self._boxes.intersection(over)))
        return flooding

    def _mute(self, box: str, now: float) -> None:
        last, until = self._last.get(box, (0.0, now))
        wait = FIRST_MUTED_S if not last or now - until > FORGIVEN_S else min(LONGEST_MUTED_S, 2 * last)
        self._muted[box] = now + wait
        self._last[box] = wait, now + wait
        self._told(f"{box} says far more than can be heard: it is not listened to for {wait:.0f} seconds")


def _topics(boxes: Iterable[str]) -> list[str]:
    return [topic for box in boxes for topic in topics.from_box(box)]
