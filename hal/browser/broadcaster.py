"""From the table to the browsers: the newest word on every topic, told to all who look on."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Protocol

from values.alike import alike

TRANSCRIPT = "transcript"
"""The one topic that grows. A browser is told what is new of it: `[same, lines]`, the first `same` stay as they are."""

PIECE = 400
"""Lines of it that a browser is told at once, so that who does not listen costs little."""

Lines = tuple[object, ...]


class Topics(Protocol):
    """Where the parts of a table say what browsers are to know. Any thread may."""

    def publish(self, topic: str, value: object) -> None:
        """This, any JSON value, is the newest on a topic."""

    def publish_transcript(self, lines: Lines) -> None:
        """These are the lines of the record now, each a JSON value."""


class Viewer:
    """One browser that looks on. What it has not fetched yet is replaced by what is newer, topic by topic.

    So a browser that sleeps costs nothing, and has the state of the table when it wakes. One that is `trusted` may
    press keys at that moment, and sees what is secret.
    """

    def __init__(self, pending: dict[str, str], lines: Lines) -> None:
        self._pending = pending
        self._lines = lines
        self._has = 0
        """How many of the lines the browser has, of those that have not changed since."""
        self._behind = True
        self._wake = asyncio.Event()
        self._wake.set()
        self._idle = asyncio.Event()
        self.trusted: Callable[[], bool] = bool

    async def told(self) -> None:
        """Wait until the browser has been handed all there is."""
        await self._idle.wait()

    def tell(self, topic: str, message: str) -> None:
        """There is something new to fetch."""
        self._pending.pop(topic, None)
        self._pending[topic] = message
        self._wake_up()

    def grow(self, lines: Lines, same: int) -> None:
        """The transcript is this now; the first `same` lines are as they were."""
        self._lines = lines
        self._has = min(self._has, same)
        self._behind = True
        self._wake_up()

    def _wake_up(self) -> None:
        self._idle.clear()
        self._wake.set()

    async def fetch(self) -> str:
        """Wait for something new; all of it, in the order it was told, as a JSON list of [topic, value]."""
        if not self._wake.is_set():
            self._idle.set()
        await self._wake.wait()
        self._wake.clear()
        told = list(self._pending.values())
        self._pending.clear()
        if self._behind:
            told.append(self._next_lines())
        return f"[{','.join(told)}]"

    def _next_lines(self) -> str:
        same, self._has = self._has, min(self._has + PIECE, len(self._lines))
        self._behind = self._has < len(self._lines)
        if self._behind:
            self._wake.set()
        return encode(TRANSCRIPT, (same, self._lines[same : self._has]))


class Broadcaster:
    """The state of the table as browsers know it.

    `publish`, `finish` and `viewers` may be used in any thread, all else in the server's. While something is `secret`,
    only trusted viewers are told what is published; all others see what was there before.
    """

    def __init__(self, secret: Callable[[], bool] = lambda: False) -> None:
        self._secret = secret
        self._newest: dict[str, str] = {}
        self._public: dict[str, str] = {}
        """The newest of what was no secret."""
        self._lines: Lines = ()
        self._told: Lines = ()
        """The lines that viewers were told of; the server's thread has these alone."""
        self._viewers: list[Viewer] = []
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on, what is published goes out by this loop."""
        self._loop = loop

    def publish(self, topic: str, value: object) -> None:
        """This is the newest on a topic."""
        message, secret = encode(topic, value), self._secret()
        with self._lock:
            self._newest[topic] = message
            if not secret:
                self._public[topic] = message
        self._soon(self._spread, topic)

    def publish_transcript(self, lines: Lines) -> None:
        """These are the lines of the record now, each a JSON value."""
        with self._lock:
            self._lines = lines
        self._soon(self._grow)

    def join(self, **first: object) -> Viewer:
        """Somebody new looks on, and is told everything; what is for them alone, by topic, before all else."""
        pending = {topic: encode(topic, value) for topic, value in first.items()}
        self._grow()
        with self._lock:
            viewer = Viewer(pending | self._public, self._told)
        self._viewers.append(viewer)
        return viewer

    def trust(self, viewer: Viewer, while_so: Callable[[], bool] = lambda: True) -> None:
        """This one may press keys, and is told what is secret, for as long as that is so."""
        viewer.trusted = while_so
        with self._lock:
            secrets = {topic: message for topic, message in self._newest.items() if message != self._public.get(topic)}
        for topic, message in secrets.items():
            viewer.tell(topic, message)

    @property
    def viewers(self) -> int:
        """How many look on."""
        return len(self._viewers)

    def prefer(self, viewer: Viewer) -> None:
        """Tell this one first: it waits for an answer to its press."""
        if self._viewers[0] is not viewer:
            self._viewers.remove(viewer)
            self._viewers.insert(0, viewer)

    def leave(self, viewer: Viewer) -> None:
        """Somebody has gone."""
        self._viewers.remove(viewer)

    def finish(self, patience: float) -> None:
        """Wait until everybody has been handed what was published; for so many seconds at most. Not for the server's
        own thread. At its end it has nobody to wait for."""
        if self._loop is None or not self._loop.is_running():
            return
        waiting = self._all_told(patience)
        try:
            handed = asyncio.run_coroutine_threadsafe(waiting, self._loop)
        except RuntimeError:  # it has ended just now
            waiting.close()
            return
        with suppress(TimeoutError, CancelledError):
            handed.result(patience + 1.0)

    async def _all_told(self, patience: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                for viewer in tuple(self._viewers):
                    await viewer.told()

    def _soon(self, act: Callable[..., None], *given: str) -> None:
        if self._loop is not None:
            # Whoever publishes while the server ends has nobody to tell.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(act, *given)

    def _grow(self) -> None:
        with self._lock:
            lines = self._lines
        if lines is not self._told:
            same = alike(self._told, lines)
            self._told = lines
            for viewer in self._viewers:
                viewer.grow(lines, same)

    def _spread(self, topic: str) -> None:
        with self._lock:
            newest, public = self._newest[topic], self._public.get(topic)
        for viewer in self._viewers:
            if newest == public or viewer.trusted():
                viewer.tell(topic, newest)


def encode(topic: str, value: object) -> str:
    """A message as it goes to a browser."""
    return json.dumps((topic, value), ensure_ascii=False, separators=(",", ":"))
