"""The hub's queue of incoming messages: bounded for each box, with fair scheduling by each box's budget."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from threading import Condition

from club.broker import topics
from club.broker.link import LinkEvent, MessageArrived
from club.hub.box_budget import MESSAGE_COST_S, BoxBudget
from club.store.box_costs import BoxCost
from device.outbox.codec import MAX_MESSAGE_SIZE

MAX_BATCH_MESSAGES = 200
"""Maximum number of messages in one transaction."""

MAX_BATCH_BYTES = 2 * MAX_MESSAGE_SIZE
"""Maximum number of bytes of the messages in one transaction."""

MAX_QUEUED_MESSAGES, MAX_QUEUED_BYTES = 64, 2 * MAX_MESSAGE_SIZE
"""Maximum number of messages of a box in its queue, and of their bytes. A courier has 16 games under way, and sends
lost ones again."""

MAX_LOST_MESSAGES = 200
"""After so many messages lost since its queue was last empty, a box is considered to flood the hub."""

FORGIVEN_PER_S = 4.0
"""Lost messages that are forgiven each second. A courier whose box has no budget left does not flood the hub, although
it sends its 16 games again every ten seconds, and some states."""

LOW_BUDGET_SHARE = 0.5
"""A box with less than this part of its budget left is served alone, and only if no box with more has messages."""

TIDY_INTERVAL_S = 10.0
"""How often boxes that have their whole budget again are removed from memory, in seconds."""


class _BoxMessages:
    """The message queue of one box, with its budget."""

    def __init__(self, now: float) -> None:
        self.queue: deque[MessageArrived] = deque()
        self.lost_count = 0.0
        self.budget = BoxBudget(now)
        self._queued_bytes = 0
        self._forgiven_at = now

    def add(self, event: MessageArrived, now: float, *, replaces_earlier: bool) -> None:
        """Add a message if there is room, and if it is not in the queue already.

        With `replaces_earlier`, for topics that carry a state, it replaces an earlier message of its topic, which stays
        if there is no room.
        """
        self.lost_count = max(0.0, self.lost_count - (now - self._forgiven_at) * FORGIVEN_PER_S)
        self._forgiven_at = now
        self.budget.spend(BoxCost(MESSAGE_COST_S, 0))
        replaced = [message for message in self.queue if replaces_earlier and message.topic == event.topic]
        added_bytes = len(event.payload) - sum(len(message.payload) for message in replaced)
        is_accepted = event not in self.queue and self._has_room(1 - len(replaced), added_bytes)
        if replaced or not is_accepted:
            self.lost_count += 1
        if is_accepted:
            for message in replaced:
                self.queue.remove(message)
            self.queue.append(event)
            self._queued_bytes += added_bytes

    def _has_room(self, added_count: int, added_bytes: int) -> bool:
        count, queued_bytes = len(self.queue) + added_count, self._queued_bytes + added_bytes
        return count <= MAX_QUEUED_MESSAGES and queued_bytes <= MAX_QUEUED_BYTES

    def pop_first(self) -> MessageArrived:
        """Remove and return the oldest message."""
        message = self.queue.popleft()
        self._queued_bytes -= len(message.payload)
        if not self.queue:
            self.lost_count = 0.0
        return message

    def clear(self) -> None:
        """Remove all messages."""
        self.queue.clear()
        self._queued_bytes, self.lost_count = 0, 0.0


class HubInbox:
    """A thread-safe queue: the broker's thread puts events, the hub's takes them. `clock` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._condition = Condition()
        self._other_events: deque[LinkEvent] = deque()
        """Events that are not messages of a box."""
        self._boxes: dict[str, _BoxMessages] = {}
        self._boxes_with_messages: dict[str, _BoxMessages] = {}
        """Those boxes that have messages in their queues, in the order in which they are served."""
        self._muted_boxes: frozenset[str] = frozenset()
        self._tidied_at = clock()

    def put(self, event: LinkEvent) -> None:
        """Add an event. Messages of muted boxes are dropped."""
        sender = topics.parse_sender(event.topic) if isinstance(event, MessageArrived) else None
        with self._condition:
            if sender is None or not isinstance(event, MessageArrived):
                self._other_events.append(event)
            elif sender.box not in self._muted_boxes:
                box = self._find_or_add_box(sender.box)
                box.add(event, self._clock(), replaces_earlier=sender.sends_state)
                if box.queue:
                    self._boxes_with_messages[sender.box] = box
            self._condition.notify()

    def next_events(self, timeout_s: float) -> list[LinkEvent]:
        """The next events to process together: from each box in turn, while it has budget.

        Returns an empty list if there is nothing to process for `timeout_s` seconds.
        """
        with self._condition:
            batch = self._take_batch()
            deadline = self._clock() + timeout_s
            while not batch and (left_s := deadline - self._clock()) > 0:
                self._condition.wait(min(left_s, self._seconds_until_budget()))
                batch = self._take_batch()
            return batch

    def spend(self, costs: Iterable[tuple[str, BoxCost]]) -> None:
        """Subtract these costs from the boxes' budgets."""
        with self._condition:
            for box_name, cost in costs:
                self._find_or_add_box(box_name).budget.spend(cost)

    def mute_flooding_boxes(self) -> list[str]:
        """Mute the boxes that flood the hub, until `set_muted_boxes` is called; empty their queues. Returns them."""
        with self._condition:
            flooding = [name for name, box in self._boxes_with_messages.items() if box.lost_count >= MAX_LOST_MESSAGES]
            for name in flooding:
                self._boxes_with_messages.pop(name).clear()
            self._muted_boxes |= set(flooding)
            return flooding

    def set_muted_boxes(self, box_names: Iterable[str]) -> None:
        """Drop further messages of these boxes, and accept those of all others."""
        with self._condition:
            self._muted_boxes = frozenset(box_names)

    def _find_or_add_box(self, box_name: str) -> _BoxMessages:
        box = self._boxes.get(box_name)
        if box is None:
            box = self._boxes[box_name] = _BoxMessages(self._clock())
        return box

    def _take_batch(self) -> list[LinkEvent]:
        if self._other_events:
            events = list(self._other_events)
            self._other_events.clear()
            return events
        now = self._clock()
        self._remove_idle_boxes(now)
        for box in self._boxes_with_messages.values():
            box.budget.refill(now)
        shares_left = {name: box.budget.share_left for name, box in self._boxes_with_messages.items()}
        boxes_with_budget = [name for name, share_left in shares_left.items() if share_left >= LOW_BUDGET_SHARE]
        if boxes_with_budget:
            return list(self._take_in_turn(boxes_with_budget))
        best_name = max(shares_left, key=shares_left.__getitem__, default=None)
        return [] if best_name is None or shares_left[best_name] < 0 else [self._pop(best_name)]

    def _take_in_turn(self, box_names: list[str]) -> Iterator[MessageArrived]:
        """The first message of each box, then the second, and so on, up to the limits of a transaction."""
        count = batch_bytes = 0
        while box_names:
            for box_name in box_names:
                batch_bytes += len(self._boxes_with_messages[box_name].queue[0].payload)
                if count == MAX_BATCH_MESSAGES or (count and batch_bytes > MAX_BATCH_BYTES):
                    return
                count += 1
                yield self._pop(box_name)
            box_names = [box_name for box_name in box_names if box_name in self._boxes_with_messages]

    def _pop(self, box_name: str) -> MessageArrived:
        box = self._boxes_with_messages.pop(box_name)
        message = box.pop_first()
        if box.queue:
            self._boxes_with_messages[box_name] = box  # put at the end: the next box has its turn
        return message

    def _remove_idle_boxes(self, now: float) -> None:
        """Remove boxes that have their whole budget and no messages, every `TIDY_INTERVAL_S`."""
        if now - self._tidied_at >= TIDY_INTERVAL_S:
            self._tidied_at = now
            for name, box in tuple(self._boxes.items()):
                box.budget.refill(now)
                if box.budget.is_full and not box.queue:
                    del self._boxes[name]

    def _seconds_until_budget(self) -> float:
        """Seconds until the first box with messages is out of debt; 60 if no box has messages."""
        return min((box.budget.debt_s + 0.001 for box in self._boxes_with_messages.values()), default=60.0)
