"""Server-sent events for the browsers that watch the page of all tables: each change is sent as it happens."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from club.pages.live import FIRST_GAME_COLUMN, changed_cells
from club.pages.page_content import ClubView
from club.store.database import ClubStore
from club.store.receiver import ChangedGame
from device.reports.html import join_markup
from display.words import Language

MAX_WATCHERS = 200
"""Maximum number of browsers that are sent events. Further browsers poll."""

MAX_PER_NETWORK = 32
"""Maximum number of these browsers in one network."""

MAX_STREAM_S = 300.0
"""Seconds after which a stream ends, so that the browser's rights are checked again: a director may have logged out."""

MAX_QUEUED_EVENTS = 100
"""Maximum number of events queued for a browser. A slower browser's stream is ended; it then connects again."""

KEEP_ALIVE_S = 25.0
"""Seconds without events after which a keep-alive comment is sent, which browsers ignore. Otherwise, a proxy in between
would close the idle connection (nginx after 60)."""

_STREAM_START = b"retry: 1000\n\n"
_KEEP_ALIVE = b":\n\n"
_RENEW_EVENT = b"event: renew\ndata: {}\n\n"

EventQueue = asyncio.Queue[bytes | None]


class TooManyWatchers(Exception):
    """There is no place for another watching browser."""


class Watchers:
    """The watching browsers, served in the server's event loop. Any thread may report that something has changed."""

    def __init__(self, store: ClubStore, language: Language, now: Callable[[], float] = time.time) -> None:
        """`now` returns seconds since 1970. Raises StoreFailed."""
        self._store = store
        self._language = language
        self._now = now
        self._queues: dict[EventQueue, str] = {}
        """The event queue of each browser, with its network. A slow browser keeps its queue until it disconnects."""
        self._loop: asyncio.AbstractEventLoop | None = None
        with store.read_only_transaction() as transaction:
            self._latest_game_numbers = transaction.games.latest_numbers()
        """The number of each box's latest game. The page shows only that game."""
        self._prepared_events: dict[int, tuple[ChangedGame, bytes]] = {}
        """Events built before a commit, to be sent after it, by the numbers of their games."""

    def prepare(self, games: Sequence[ChangedGame]) -> None:
        """Build the events of games that are about to be committed. Nothing is sent yet. Call from one thread only."""
        self._prepared_events = {game.number: (game, self._build_event(game)) for game in games} if self._queues else {}

    def publish(self, games: Sequence[ChangedGame]) -> None:
        """Send the events of games that have changed. Call from the same thread as `prepare`."""
        prepared_events = self._prepared_events
        latest_changed = []
        for game in games:
            if game.number >= self._latest_game_numbers.get(game.box.name, 0):
                self._latest_game_numbers[game.box.name] = game.number
                latest_changed.append(game)
        if latest_changed and self._queues:
            self._call_in_loop(
                lambda: self._send_to_all(
                    b"".join(self._prepared_event(game, prepared_events) for game in latest_changed)
                )
            )

    def send_renewal(self) -> None:
        """Send every browser a renew event: something other than a game has changed at the tables."""
        if self._queues:
            self._call_in_loop(lambda: self._send_to_all(_RENEW_EVENT))

    def close(self) -> None:
        """End every browser's stream."""
        self._call_in_loop(self._end_all_streams)

    @contextmanager
    def subscription(self, network: str) -> Iterator[EventQueue]:
        """An event queue for one browser. Its place is taken until the context ends. Raises TooManyWatchers."""
        if len(self._queues) >= MAX_WATCHERS and not self._evict_one(network):
            raise TooManyWatchers
        if sum(queue_network == network for queue_network in self._queues.values()) >= MAX_PER_NETWORK:
            raise TooManyWatchers
        self._loop = asyncio.get_running_loop()
        queue: EventQueue = asyncio.Queue(MAX_QUEUED_EVENTS)
        self._queues[queue] = network
        try:
            yield queue
        finally:
            self._queues.pop(queue, None)

    def _evict_one(self, network: str) -> bool:
        """Evict the oldest browser of the network that has most, if that has more than the newcomer's would have.

        Returns whether a browser was evicted.
        """
        largest_network, count = Counter(self._queues.values()).most_common(1)[0]
        if count <= 1 + sum(queue_network == network for queue_network in self._queues.values()):
            return False
        oldest = next(queue for queue, queue_network in self._queues.items() if queue_network == largest_network)
        del self._queues[oldest]
        self._end_stream(oldest)
        return True

    async def event_stream(self, queue: EventQueue) -> AsyncIterator[bytes]:
        """The events for one browser, until its time is up or its queue was full."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + MAX_STREAM_S
        data: bytes | None = _STREAM_START
        while data is not None:
            yield data
            data = await _next_event(queue, deadline - loop.time())

    def _call_in_loop(self, function: Callable[[], None]) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # the server has ended
                self._loop.call_soon_threadsafe(function)

    def _prepared_event(self, changed: ChangedGame, prepared_events: dict[int, tuple[ChangedGame, bytes]]) -> bytes:
        prepared_game, event = prepared_events.get(changed.number, (None, b""))
        return event if prepared_game is changed else self._build_event(changed)

    def _build_event(self, game: ChangedGame) -> bytes:
        """The event for a changed game: its table's row, the first changed cell, and the cells from there on."""
        view = ClubView(self._store, self._now(), self._language)
        cells = [join_markup((cell.content,)) for cell in changed_cells(view, game)]
        table_number, revision = game.box.table_number, game.mark.number
        fields = {"table": table_number, "revision": revision, "from": FIRST_GAME_COLUMN, "cells": cells}
        return f"event: row\ndata: {json.dumps(fields)}\n\n".encode()

    def _send_to_all(self, data: bytes) -> None:
        for queue in tuple(self._queues):
            try:
                queue.put_nowait(data)
            except asyncio.QueueFull:
                self._end_stream(queue)

    def _end_all_streams(self) -> None:
        for queue in self._queues:
            self._end_stream(queue)

    def _end_stream(self, queue: EventQueue) -> None:
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(None)


async def _next_event(queue: EventQueue, left_s: float) -> bytes | None:
    """The next event for a browser, or a keep-alive. None ends the stream."""
    try:
        return await asyncio.wait_for(queue.get(), min(left_s, KEEP_ALIVE_S))
    except TimeoutError:
        return _KEEP_ALIVE if left_s > KEEP_ALIVE_S else None
