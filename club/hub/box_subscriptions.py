"""The hub's subscriptions at the broker: to the club's boxes, except those muted for flooding the hub."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from club.broker import topics
from club.hub.hub_inbox import HubInbox

FIRST_MUTE_S, MAX_MUTE_S = 20.0, 600.0
"""How long a box that floods the hub is muted, at first and at most, in seconds: the time doubles each time."""

MUTE_FORGOTTEN_AFTER_S = 3_600.0
"""Seconds without being muted after which the time begins at `FIRST_MUTE_S` again."""


class TopicSubscriber(Protocol):
    """Subscribes to topics at a broker (`club.broker.link.BrokerLink`)."""

    def subscribe(self, topics: Iterable[str]) -> None:
        """Subscribe to these topics."""

    def unsubscribe(self, topics: Iterable[str]) -> None:
        """Unsubscribe from these topics."""


class BoxSubscriptions:
    """Subscribes to the boxes at `link`. `log` receives sentences for the log; `clock` is monotonic, in seconds."""

    def __init__(
        self,
        link: TopicSubscriber,
        inbox: HubInbox,
        log: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link = link
        self.inbox = inbox
        """What the boxes have sent."""
        self._log = log
        self._clock = clock
        self._boxes: frozenset[str] = frozenset()
        self._muted_until: dict[str, float] = {}
        """When each muted box is listened to again, by the clock."""
        self._last_mutes: dict[str, tuple[float, float]] = {}
        """How long each box was muted last, and until when."""

    def set_boxes(self, boxes: Iterable[str]) -> None:
        """Subscribe to these boxes, and unsubscribe from all others."""
        new_boxes = frozenset(boxes)
        self._link.subscribe(_topics_from_boxes(new_boxes - self._boxes - self._muted_until.keys()))
        self._link.unsubscribe(_topics_from_boxes(self._boxes - new_boxes))
        self._boxes = new_boxes

    def update_mutes(self) -> list[str]:
        """Mute boxes that flood the hub, and unmute those whose time is over. Returns the newly muted boxes."""
        now = self._clock()
        unmuted = [box for box, muted_until in self._muted_until.items() if now >= muted_until]
        flooding = self.inbox.mute_flooding_boxes()
        if not unmuted and not flooding:
            return []
        for box in unmuted:
            del self._muted_until[box]
        for box in flooding:
            self._mute(box, now)
        self.inbox.set_muted_boxes(self._muted_until)
        self._link.unsubscribe(_topics_from_boxes(flooding))
        self._link.subscribe(_topics_from_boxes(self._boxes.intersection(unmuted)))
        return flooding

    def _mute(self, box: str, now: float) -> None:
        last_duration_s, muted_until = self._last_mutes.get(box, (0.0, now))
        is_first = not last_duration_s or now - muted_until > MUTE_FORGOTTEN_AFTER_S
        duration_s = FIRST_MUTE_S if is_first else min(MAX_MUTE_S, 2 * last_duration_s)
        self._muted_until[box] = now + duration_s
        self._last_mutes[box] = duration_s, now + duration_s
        self._log(f"{box} says far more than can be heard: it is not listened to for {duration_s:.0f} seconds")


def _topics_from_boxes(boxes: Iterable[str]) -> list[str]:
    return [topic for box in boxes for topic in topics.topics_from_box(box)]
