"""What boxes have said and nobody has heard yet: bounded for each box, and given out to each its share."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from threading import Condition

from club.broker import topics
from club.broker.link import LinkEvent, Published
from club.hub.box_budget import MESSAGE_S, BoxBudget
from club.store.costs import BoxCost
from device.outbox.codec import LARGEST_MESSAGE

TOGETHER = 200
"""As many messages go into one transaction, at most."""

TOGETHER_BYTES = 2 * LARGEST_MESSAGE
"""They have so many bytes, at most."""

MOST_WAITING, MOST_WAITING_BYTES = 64, 2 * LARGEST_MESSAGE
"""Messages of a box that wait, and their bytes. A courier has 16 games under way; what is lost it says again."""

MOST_LOST = 200
"""After so many messages more, lost since the box was last heard out, it is held to say whatever it likes."""

HEAVY = 0.5
"""A box that has less of its budget left is heard by itself, when nobody else has something to say."""


TIDY_S = 10.0
"""How often it is looked which boxes have all of their budget again, in seconds."""


class _BoxMessages:
    """What one box has said."""

    def __init__(self, now: float) -> None:
        self.waiting: deque[Published] = deque()
        self.lost = 0
        self.budget = BoxBudget(now)
        self._size = 0

    def add(self, event: Published, *, only_last: bool) -> None:
        """Something more, if there is room. What waits already is not kept twice; of a topic that says how something
        is, `only_last` is."""
        self.budget.spend(BoxCost(MESSAGE_S, 0))
        if only_last:
            earlier = next((one for one in self.waiting if one.topic == event.topic), None)
            if earlier is not None:
                self.waiting.remove(earlier)
                self._size -= len(earlier.payload)
                self.lost += 1
        elif event in self.waiting:
            self.lost += 1
            return
        if len(self.waiting) >= MOST_WAITING or self._size + len(event.payload) > MOST_WAITING_BYTES:
            self.lost += 1
        else:
            self.waiting.append(event)
            self._size += len(event.payload)

    def first(self) -> Published:
        """What it said first, which waits no more."""
        found = self.waiting.popleft()
        self._size -= len(found.payload)
        if not self.waiting:
            self.lost = 0
        return found

    def clear(self) -> None:
        """Forget what it said."""
        self.waiting.clear()
        self._size = self.lost = 0


class BoxInbox:
    """Takes what comes from one thread, and gives it to another. `clock` tells seconds and is never set back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._news = Condition()
        self._others: deque[LinkEvent] = deque()
        """What no box has said."""
        self._boxes: dict[str, _BoxMessages] = {}
        self._waiting: dict[str, _BoxMessages] = {}
        """Those of which something waits."""
        self._muted: frozenset[str] = frozenset()
        self._tidied = clock()

    def put(self, event: LinkEvent) -> None:
        """Something has come."""
        sender = topics.sender(event.topic) if isinstance(event, Published) else None
        with self._news:
            if sender is None or not isinstance(event, Published):
                self._others.append(event)
            elif sender[0] not in self._muted:
                box = self._of(sender[0])
                box.add(event, only_last=sender[1] != "said")
                if box.waiting:
                    self._waiting[sender[0]] = box
            self._news.notify()

    def take(self, timeout: float) -> list[LinkEvent]:
        """What is heard next, together: of each box in turn, while it has budget. Nothing if nothing is to be heard for
        so many seconds."""
        with self._news:
            found = self._taken()
            until = self._clock() + timeout
            while not found and (left := until - self._clock()) > 0:
                self._news.wait(min(left, self._soonest()))
                found = self._taken()
            return found

    def spend(self, costs: Iterable[tuple[str, BoxCost]]) -> None:
        """Boxes have cost this."""
        with self._news:
            for box, cost in costs:
                self._of(box).budget.spend(cost)

    def flooding(self) -> list[str]:
        """Boxes that say far more than they are heard of: what they have said so far is forgotten."""
        with self._news:
            found = [name for name, box in self._waiting.items() if box.lost >= MOST_LOST]
            for name in found:
                self._waiting.pop(name).clear()
            return found

    def mute(self, boxes: Iterable[str]) -> None:
        """Take nothing from these boxes, and from all others."""
        with self._news:
            self._muted = frozenset(boxes)

    def _of(self, name: str) -> _BoxMessages:
        found = self._boxes.get(name)
        if found is None:
            found = self._boxes[name] = _BoxMessages(self._clock())
        return found

    def _taken(self) -> list[LinkEvent]:
        if self._others:
            found = list(self._others)
            self._others.clear()
            return found
        now = self._clock()
        self._tidy(now)
        for box in self._waiting.values():
            box.budget.refill(now)
        ready = [(name, box) for name, box in self._waiting.items() if box.budget.left >= 0]
        light = [one for one in ready if one[1].budget.left >= HEAVY]
        if light:
            return list(self._in_turn(light))
        if ready:
            return [self._heard(*max(ready, key=lambda one: one[1].budget.left))]
        return []

    def _in_turn(self, boxes: list[tuple[str, _BoxMessages]]) -> Iterator[Published]:
        """The first of each box, and the next, as much as goes together."""
        count = size = 0
        while boxes:
            for name, box in boxes:
                size += len(box.waiting[0].payload)
                if count == TOGETHER or (count and size > TOGETHER_BYTES):
                    return
                count += 1
                yield self._heard(name, box)
            boxes = [one for one in boxes if one[1].waiting]

    def _heard(self, name: str, box: _BoxMessages) -> Published:
        found = box.first()
        del self._waiting[name]
        if box.waiting:
            self._waiting[name] = box  # at the end: it is the next one's turn
        return found

    def _tidy(self, now: float) -> None:
        """Forget boxes that have all of their budget now and then."""
        if now - self._tidied >= TIDY_S:
            self._tidied = now
            for name, box in tuple(self._boxes.items()):
                box.budget.refill(now)
                if box.budget.full and not box.waiting:
                    del self._boxes[name]

    def _soonest(self) -> float:
        """Seconds until a box of which something waits is out of debt, as far as is known now."""
        return min((box.budget.due_s + 0.001 for box in self._waiting.values()), default=60.0)
