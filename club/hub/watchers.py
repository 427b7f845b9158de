"""Browsers that watch all tables: each is told what changes there as it happens, by events that the server sends."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from club.pages.live import GAME_AT, moved_cells
from club.pages.page_content import ClubView
from club.store.database import ClubStore
from club.store.receiver import MovedGame
from device.reports.html import joined
from display.words import Language

MOST_WATCHING = 200
"""Browsers that are told; others ask now and then."""

MOST_OF_NETWORK = 32
"""As many of them are at one address, at most."""

WATCHED_S = 300.0
"""Seconds after which a browser asks anew whether it may watch: a director may have logged out."""

MOST_WAITING = 100
"""Events that wait for a browser; one that is slower begins anew."""

QUIET_S = 25.0
"""Seconds without news after which a browser is sent something that it passes over: a web server between takes a
connection that says nothing for dead (nginx after 60)."""

_BEGUN = b"retry: 1000\n\n"
_QUIET = b":\n\n"
_RENEW = b"event: renew\ndata: {}\n\n"

Queue = asyncio.Queue[bytes | None]


class TooManyWatch(Exception):
    """Nobody else can be told now."""


class Watchers:
    """Those who watch, in the server's own loop; any thread may say that something has changed."""

    def __init__(self, store: ClubStore, language: Language, now: Callable[[], float] = time.time) -> None:
        """`now` tells seconds since 1970. Raises StoreFailed."""
        self._store = store
        self._language = language
        self._now = now
        self._queues: dict[Queue, str] = {}
        """Of each browser, with the network where it is; slow ones have theirs until they are gone."""
        self._loop: asyncio.AbstractEventLoop | None = None
        with store.reading() as kept:
            self._latest = kept.games.latest_numbers()
        """The game of each box that came last, by number: tables show that one."""
        self._prepared: dict[int, tuple[MovedGame, bytes]] = {}
        """What is told of games once it is durable how they are, by their numbers."""

    def prepare(self, games: Sequence[MovedGame]) -> None:
        """These games are soon other than they were, if nothing fails: nobody is told yet. For one thread."""
        self._prepared = {game.number: (game, self._event(game)) for game in games} if self._queues else {}

    def moved(self, games: Sequence[MovedGame]) -> None:
        """These games are other than they were. For the same thread."""
        prepared = self._prepared
        shown = []
        for game in games:
            if game.number >= self._latest.get(game.box.name, 0):
                self._latest[game.box.name] = game.number
                shown.append(game)
        if shown and self._queues:
            self._do(lambda: self._tell(b"".join(self._event_of(game, prepared) for game in shown)))

    def changed(self) -> None:
        """Something else of the tables is other than it was."""
        if self._queues:
            self._do(lambda: self._tell(_RENEW))

    def close(self) -> None:
        """Let everybody go."""
        self._do(self._dismiss)

    @contextmanager
    def place(self, network: str) -> Iterator[Queue]:
        """A place for one browser, which has it meanwhile, however slowly it reads. Raises TooManyWatch."""
        if len(self._queues) >= MOST_WATCHING and not self._made_room(network):
            raise TooManyWatch
        if sum(its == network for its in self._queues.values()) >= MOST_OF_NETWORK:
            raise TooManyWatch
        self._loop = asyncio.get_running_loop()
        queue: Queue = asyncio.Queue(MOST_WAITING)
        self._queues[queue] = network
        try:
            yield queue
        finally:
            self._queues.pop(queue, None)

    def _made_room(self, network: str) -> bool:
        """Whether there is a place since one that has many has given one up: more than the newcomer would have."""
        most, count = Counter(self._queues.values()).most_common(1)[0]
        if count <= 1 + sum(its == network for its in self._queues.values()):
            return False
        oldest = next(queue for queue, its in self._queues.items() if its == most)
        del self._queues[oldest]
        self._end(oldest)
        return True

    async def stream(self, queue: Queue) -> AsyncIterator[bytes]:
        """What one browser is told, until it has watched for long, or is too slow."""
        loop = asyncio.get_running_loop()
        until = loop.time() + WATCHED_S
        told: bytes | None = _BEGUN
        while told is not None:
            yield told
            told = await _next(queue, until - loop.time())

    def _do(self, act: Callable[[], None]) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # the server has ended
                self._loop.call_soon_threadsafe(act)

    def _event_of(self, moved: MovedGame, prepared: dict[int, tuple[MovedGame, bytes]]) -> bytes:
        game, event = prepared.get(moved.number, (None, b""))
        return event if game is moved else self._event(moved)

    def _event(self, moved: MovedGame) -> bytes:
        """Which row of all tables reads otherwise now, from which of its cells on."""
        view = ClubView(self._store, self._now(), self._language)
        cells = [joined((cell.content,)) for cell in moved_cells(view, moved)]
        said = {"table": moved.box.seat, "revision": moved.mark.number, "from": GAME_AT, "cells": cells}
        return f"event: row\ndata: {json.dumps(said)}\n\n".encode()

    def _tell(self, said: bytes) -> None:
        for queue in tuple(self._queues):
            try:
                queue.put_nowait(said)
            except asyncio.QueueFull:
                self._end(queue)

    def _dismiss(self) -> None:
        for queue in self._queues:
            self._end(queue)

    def _end(self, queue: Queue) -> None:
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(None)


async def _next(queue: Queue, left_s: float) -> bytes | None:
    """What a browser is told next; None where it has watched for as long as it may."""
    try:
        return await asyncio.wait_for(queue.get(), min(left_s, QUIET_S))
    except TimeoutError:
        return _QUIET if left_s > QUIET_S else None
