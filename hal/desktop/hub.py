"""From the table to the browsers: the newest word on every topic, told to all who look on."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import suppress


class Viewer:
    """One browser that looks on. What it has not fetched yet is replaced by what is newer, topic by topic.

    So a browser that sleeps costs nothing, and has the state of the table when it wakes.
    """

    def __init__(self, pending: dict[str, str]) -> None:
        self._pending = pending
        self._wake = asyncio.Event()
        self._wake.set()

    def tell(self, topic: str, message: str) -> None:
        """There is something new to fetch."""
        self._pending.pop(topic, None)
        self._pending[topic] = message
        self._wake.set()

    async def fetch(self) -> str:
        """Wait for something new; all of it, in the order it was told, as a JSON list of [topic, value]."""
        await self._wake.wait()
        self._wake.clear()
        told = ",".join(self._pending.values())
        self._pending.clear()
        return f"[{told}]"


class Hub:
    """The state of the table as browsers know it.

    `publish` may be called from any thread, all else from the server's.
    """

    def __init__(self) -> None:
        self._newest: dict[str, str] = {}
        self._viewers: list[Viewer] = []
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def viewers(self) -> int:
        """How many browsers look on."""
        return len(self._viewers)

    def serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on, what is published goes out by this loop."""
        self._loop = loop

    def publish(self, topic: str, value: object) -> None:
        """This is the newest on a topic."""
        message = encode(topic, value)
        with self._lock:
            self._newest[topic] = message
        if self._loop is not None:
            # Whoever publishes while the server ends has nobody to tell.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._spread, topic)

    def join(self, **first: object) -> Viewer:
        """Somebody new looks on, and is told everything; what is for them alone, by topic, before all else."""
        pending = {topic: encode(topic, value) for topic, value in first.items()}
        with self._lock:
            viewer = Viewer(pending | self._newest)
        self._viewers.append(viewer)
        return viewer

    def prefer(self, viewer: Viewer) -> None:
        """Tell this one first: it waits for an answer to its press."""
        if self._viewers[0] is not viewer:
            self._viewers.remove(viewer)
            self._viewers.insert(0, viewer)

    def leave(self, viewer: Viewer) -> None:
        """Somebody has gone."""
        self._viewers.remove(viewer)

    def _spread(self, topic: str) -> None:
        with self._lock:
            message = self._newest[topic]
        for viewer in self._viewers:
            viewer.tell(topic, message)


def encode(topic: str, value: object) -> str:
    """A message as it goes to a browser."""
    return json.dumps((topic, value), ensure_ascii=False, separators=(",", ":"))
