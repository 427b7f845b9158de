"""The hub's queue of incoming messages: bounded for each box, with fair scheduling by each box's budget."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from threading import Condition

from club.broker import topics
from club.broker.link import LinkEvent, Published
from club.hub.box_budget import MESSAGE_S, BoxBudget
from club.store.costs import BoxCost
from device.outbox.codec import MAX_MESSAGE_SIZE

MAX_BATCH = 200
"""Most messages in one transaction."""

MAX_BATCH_BYTES = 2 * MAX_MESSAGE_SIZE
"""Most bytes of the messages in one transaction."""

MAX_WAITING, MAX_WAITING_BYTES = 64, 2 * MAX_MESSAGE_SIZE
"""Most messages of a box in its queue, and their bytes. A courier has 16 games under way, and sends lost ones again."""

MAX_LOST = 200
"""After so many messages lost since its queue was last empty, a box is considered to flood the hub."""

FORGIVEN_PER_S = 4.0
"""Lost messages that are forgiven each second: a courier that waits for its box's budget sends 16 games again every ten
seconds, and some states."""

LOW_BUDGET = 0.5
"""A box with less than this part of its budget left is served alone, and only if no box with more has messages."""


TIDY_S = 10.0
"""How often boxes that have their whole budget again are removed from memory, in seconds."""


class _BoxMessages:
    """The message queue of one box, with its budget."""

    def __init__(self, now: float) -> None:
        self.queue: deque[Published] = deque()
        self.lost_count = 0.0
        self.budget = BoxBudget(now)
        self._bytes = 0
        self._forgiven_at = now

    def add(self, event: Published, now: float, *, only_last: bool) -> None:
        """Add a message if there is room, and if it is not in the queue already.

        With `only_last`, for topics that carry a state, it replaces an earlier message of its topic.
        """
        self.lost_count = max(0.0, self.lost_count - (now - self._forgiven_at) * FORGIVEN_PER_S)
        self._forgiven_at = now
        self.budget.spend(BoxCost(MESSAGE_S, 0))
        if only_last:
            earlier = next((published for published in self.queue if published.topic == event.topic), None)
            if earlier is not None:
                self.queue.remove(earlier)
                self._bytes -= len(earlier.payload)
                self.lost_count += 1
        elif event in self.queue:
            self.lost_count += 1
            return
        if len(self.queue) >= MAX_WAITING or self._bytes + len(event.payload) > MAX_WAITING_BYTES:
            self.lost_count += 1
        else:
            self.queue.append(event)
            self._bytes += len(event.payload)

    def pop_first(self) -> Published:
        """Remove and return the oldest message."""
        message = self.queue.popleft()
        self._bytes -= len(message.payload)
        if not self.queue:
            self.lost_count = 0.0
        return message

    def clear(self) -> None:
        """Remove all messages."""
        self.queue.clear()
        self._bytes, self.lost_count = 0, 0.0


class BoxInbox:
    """A thread-safe queue: the broker's thread puts events, the hub's takes them. `clock` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._condition = Condition()
        self._other_events: deque[LinkEvent] = deque()
        """Events that are not messages of a box."""
        self._boxes: dict[str, _BoxMessages] = {}
        self._boxes_with_messages: dict[str, _BoxMessages] = {}
        """Those boxes that have messages in their queues, in the order in which they are served."""
        self._muted: frozenset[str] = frozenset()
        self._tidied = clock()

    def put(self, event: LinkEvent) -> None:
        """Add an event. Messages of muted boxes are dropped."""
        sender = topics.parse_sender(event.topic) if isinstance(event, Published) else None
        with self._condition:
            if sender is None or not isinstance(event, Published):
                self._other_events.append(event)
            elif sender[0] not in self._muted:
                box = self._box(sender[0])
                box.add(event, self._clock(), only_last=sender[1] != "said")
                if box.queue:
                    self._boxes_with_messages[sender[0]] = box
            self._condition.notify()

    def next_events(self, timeout: float) -> list[LinkEvent]:
        """The next events to process together: from each box in turn, while it has budget.

        Returns an empty list if there is nothing to process for `timeout` seconds.
        """
        with self._condition:
            batch = self._next_batch()
            until = self._clock() + timeout
            while not batch and (left := until - self._clock()) > 0:
                self._condition.wait(min(left, self._seconds_until_budget()))
                batch = self._next_batch()
            return batch

    def spend(self, costs: Iterable[tuple[str, BoxCost]]) -> None:
        """Subtract these costs from the boxes' budgets."""
        with self._condition:
            for box, cost in costs:
                self._box(box).budget.spend(cost)

    def flooding_boxes(self) -> list[str]:
        """The boxes that flood the hub. Their queues are emptied, and they are muted until `mute` is called."""
        with self._condition:
            flooding = [name for name, box in self._boxes_with_messages.items() if box.lost_count >= MAX_LOST]
            for name in flooding:
                self._boxes_with_messages.pop(name).clear()
            self._muted |= set(flooding)
            return flooding

    def mute(self, boxes: Iterable[str]) -> None:
        """Drop further messages of these boxes, and accept those of all others."""
        with self._condition:
            self._muted = frozenset(boxes)

    def _box(self, name: str) -> _BoxMessages:
        box = self._boxes.get(name)
        if box is None:
            box = self._boxes[name] = _BoxMessages(self._clock())
        return box

    def _next_batch(self) -> list[LinkEvent]:
        if self._other_events:
            found = list(self._other_events)
            self._other_events.clear()
            return found
        now = self._clock()
        self._tidy(now)
        for box in self._boxes_with_messages.values():
            box.budget.refill(now)
        ready = [(name, box) for name, box in self._boxes_with_messages.items() if box.budget.part_left >= 0]
        light = [one for one in ready if one[1].budget.part_left >= LOW_BUDGET]
        if light:
            return list(self._in_turn(light))
        if ready:
            return [self._pop(*max(ready, key=lambda one: one[1].budget.part_left))]
        return []

    def _in_turn(self, boxes: list[tuple[str, _BoxMessages]]) -> Iterator[Published]:
        """The first message of each box, then the second, and so on, up to the limits of a transaction."""
        count = size = 0
        while boxes:
            for name, box in boxes:
                size += len(box.queue[0].payload)
                if count == MAX_BATCH or (count and size > MAX_BATCH_BYTES):
                    return
                count += 1
                yield self._pop(name, box)
            boxes = [one for one in boxes if one[1].queue]

    def _pop(self, name: str, box: _BoxMessages) -> Published:
        message = box.pop_first()
        del self._boxes_with_messages[name]
        if box.queue:
            self._boxes_with_messages[name] = box  # put at the end: the next box has its turn
        return message

    def _tidy(self, now: float) -> None:
        """Remove boxes that have their whole budget and no messages, every `TIDY_S`."""
        if now - self._tidied >= TIDY_S:
            self._tidied = now
            for name, box in tuple(self._boxes.items()):
                box.budget.refill(now)
                if box.budget.is_full and not box.queue:
                    del self._boxes[name]

    def _seconds_until_budget(self) -> float:
        """Seconds until the first box with messages is out of debt; 60 if no box has messages."""
        return min((box.budget.debt_s + 0.001 for box in self._boxes_with_messages.values()), default=60.0)
