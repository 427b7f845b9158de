"""The stream of events to any number of listeners. A slow or failing listener costs the table no press."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from device.system.log_level import LogLevel
from device.table.events import Declared, GameOpened, OpeningReason, Reported, TableEvent, TakenBack
from display.words import text

MAX_QUEUED_EVENTS = 1_000
"""The maximum number of queued events of a slow listener. At one more, the current state replaces all of them."""

CLOSING_S = 2.0
"""Seconds that all listeners together have for their queued events when the table is closed."""


OpenedEventMaker = Callable[[OpeningReason], GameOpened]
"""Returns the event of the game in play, with all its rows."""


class Listener(Protocol):
    """A receiver of events that does not influence the table."""

    @property
    def name(self) -> str:
        """The name of this listener in reports."""

    def handle_event(self, event: TableEvent) -> None:
        """Handle one event. An exception is reported to the other listeners, and the next event still comes."""


class Listeners:
    """The listeners of one table. They are called after the table has answered a press.

    If `background`, each listener has a thread of its own and does not delay the table. Otherwise it is called at once,
    so that an evening in virtual time is reproducible.
    """

    def __init__(self, *listeners: Listener, background: bool = False) -> None:
        self._background = background
        self._subscriptions: list[_DirectSubscription | _ThreadSubscription] = []
        self._make_opened_event: OpenedEventMaker | None = None
        for listener in listeners:
            self.subscribe(listener)

    def subscribe(self, listener: Listener) -> None:
        """Add a listener. It receives all events from now on."""
        subscription_class = _ThreadSubscription if self._background else _DirectSubscription
        self._subscriptions.append(subscription_class(listener))

    def publish_start(self, make_opened_event: OpenedEventMaker) -> None:
        """Publish the game in play. `make_opened_event` is called again for a listener that missed events."""
        self._make_opened_event = make_opened_event
        self.publish(make_opened_event(OpeningReason.START))

    def publish(self, event: TableEvent) -> None:
        """Send an event to all listeners. Returns at once if they have threads, and never fails."""
        for subscription in self._subscriptions:
            subscription.send(event, self._make_opened_event)
        for subscription in self._subscriptions:
            for trouble in subscription.take_troubles():
                for other_subscription in self._subscriptions:
                    if other_subscription is not subscription:
                        other_subscription.send(trouble, self._make_opened_event)

    def close(self) -> None:
        """Wait until the queued events are handled, but at most `CLOSING_S`."""
        deadline_s = time.monotonic() + CLOSING_S
        for subscription in self._subscriptions:
            subscription.close(deadline_s)
        self._subscriptions.clear()


ROW_CHANGES = (Declared, TakenBack, GameOpened)
"""Events that change the rows of the game in play."""


def _replacement_events(event: TableEvent, make_opened_event: OpenedEventMaker | None) -> tuple[TableEvent, ...]:
    """The events that replace missed ones: the current state, which already includes changes of rows."""
    if make_opened_event is None:
        return (event,)
    resumed = make_opened_event(OpeningReason.RESUMED)
    return (resumed,) if isinstance(event, ROW_CHANGES) else (resumed, event)


class _DirectSubscription:
    """Calls a listener directly. Repeated failures are reported once, until a call succeeds."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._has_failed = False
        self._troubles: deque[Reported] = deque()

    def send(self, event: TableEvent, make_opened_event: OpenedEventMaker | None = None) -> None:
        try:
            self._listener.handle_event(event)
        except Exception as error:
            if not self._has_failed:
                sentence = text("{listener} has failed: {error}", listener=self._listener.name, error=repr(error))
                self._troubles.append(Reported(sentence, LogLevel.WARNING))
            self._has_failed = True
        else:
            self._has_failed = False

    def take_troubles(self) -> list[Reported]:
        troubles = []
        while self._troubles:
            troubles.append(self._troubles.popleft())
        return troubles

    def close(self, deadline_s: float) -> None:
        """Do nothing: there is no queue."""


class _ThreadSubscription:
    """Calls a listener in a thread of its own."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._direct = _DirectSubscription(listener)
        self._queue: deque[TableEvent] = deque()
        self._has_missed_events = False
        self._has_reported_slow = False
        self._is_closing = False
        self._condition = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=f"listener {listener.name}", daemon=True)
        self._thread.start()

    def send(self, event: TableEvent, make_opened_event: OpenedEventMaker | None) -> None:
        with self._condition:
            if len(self._queue) < MAX_QUEUED_EVENTS:
                self._queue.append(event)
            else:
                self._has_missed_events = True
                self._queue.clear()
                self._queue.extend(_replacement_events(event, make_opened_event))
            self._condition.notify()

    def take_troubles(self) -> list[Reported]:
        troubles = self._direct.take_troubles()
        if self._has_missed_events and not self._has_reported_slow:
            self._has_reported_slow = True
            sentence = text("{listener} is too slow: it does not hear everything.", listener=self._listener.name)
            troubles.append(Reported(sentence, LogLevel.WARNING))
        return troubles

    def close(self, deadline_s: float) -> None:
        with self._condition:
            self._is_closing = True
            self._condition.notify()
        self._thread.join(max(0.0, deadline_s - time.monotonic()))

    def _run(self) -> None:
        while (event := self._next()) is not None:
            self._direct.send(event)

    def _next(self) -> TableEvent | None:
        with self._condition:
            while not self._queue and not self._is_closing:
                self._condition.wait()
            return self._queue.popleft() if self._queue else None
