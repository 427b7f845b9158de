"""The hub's subscriptions at the broker: to the club's boxes, except those muted for flooding the hub."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from club.broker import topics
from club.broker.link import LinkEvent
from club.hub.box_inbox import BoxInbox
from club.store.costs import BoxCost

FIRST_MUTED_S, MAX_MUTED_S = 20.0, 600.0
"""How long a box that floods the hub is muted, at first and at most, in seconds: the time doubles each time."""

FORGIVEN_S = 3_600.0
"""Seconds without being muted after which the time begins at `FIRST_MUTED_S` again."""


class Subscriptions(Protocol):
    """A broker's subscriptions (`club.broker.link.BrokerLink`)."""

    def subscribe(self, topics: Iterable[str]) -> None:
        """Subscribe to these topics."""

    def unsubscribe(self, topics: Iterable[str]) -> None:
        """Unsubscribe from these topics."""


class BoxSubscriptions:
    """Manages the hub's subscriptions. `log` receives sentences for the log; `clock` is monotonic, in seconds."""

    def __init__(
        self,
        link: Subscriptions,
        inbox: BoxInbox,
        log: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link = link
        self._inbox = inbox
        self._log = log
        self._clock = clock
        self._boxes: frozenset[str] = frozenset()
        self._muted: dict[str, float] = {}
        """When each muted box is listened to again, by the clock."""
        self._last: dict[str, tuple[float, float]] = {}
        """How long each box was muted last, and until when."""

    def set_boxes(self, boxes: Iterable[str]) -> None:
        """Subscribe to these boxes, and unsubscribe from all others."""
        wanted = frozenset(boxes)
        self._link.subscribe(_topics(wanted - self._boxes - self._muted.keys()))
        self._link.unsubscribe(_topics(self._boxes - wanted))
        self._boxes = wanted

    def next_events(self, timeout: float) -> list[LinkEvent]:
        """The next events to process together; an empty list if there are none for `timeout` seconds."""
        return self._inbox.next_events(timeout)

    def spend(self, costs: Iterable[tuple[str, BoxCost]]) -> None:
        """Subtract these costs from the boxes' budgets."""
        self._inbox.spend(costs)

    def update_mutes(self) -> list[str]:
        """Mute boxes that flood the hub, and unmute those whose time is over. Returns the newly muted boxes."""
        now = self._clock()
        over = [box for box, until in self._muted.items() if now >= until]
        flooding = self._inbox.flooding_boxes()
        if not over and not flooding:
            return []
        for box in over:
            del self._muted[box]
        for box in flooding:
            self._mute(box, now)
        self._inbox.mute(self._muted)
        self._link.unsubscribe(_topics(flooding))
        self._link.subscribe(_topics(self._boxes.intersection(over)))
        return flooding

    def _mute(self, box: str, now: float) -> None:
        last, until = self._last.get(box, (0.0, now))
        wait = FIRST_MUTED_S if not last or now - until > FORGIVEN_S else min(MAX_MUTED_S, 2 * last)
        self._muted[box] = now + wait
        self._last[box] = wait, now + wait
        self._log(f"{box} says far more than can be heard: it is not listened to for {wait:.0f} seconds")


def _topics(boxes: Iterable[str]) -> list[str]:
    return [topic for box in boxes for topic in topics.topics_from_box(box)]
