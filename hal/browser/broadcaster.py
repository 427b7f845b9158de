"""Publish the table's state to browsers: the newest value of every topic, sent to each connected browser."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Protocol

from values.common_prefix import common_prefix_length

TRANSCRIPT = "transcript"
"""The one topic that grows. Browsers are sent only what is new: `[same, lines]`; the first `same` lines are
unchanged."""

MAX_LINES_PER_MESSAGE = 400
"""Maximum lines of the transcript in one message, so that a browser that does not receive them costs little."""

TranscriptLines = tuple[object, ...]


class TopicPublisher(Protocol):
    """The interface by which parts of a table publish values to browsers. Any thread may call it."""

    def publish(self, topic: str, value: object) -> None:
        """Publish the newest value, any JSON value, of a topic."""

    def publish_transcript(self, lines: TranscriptLines) -> None:
        """Publish the current lines of the transcript, each a JSON value."""


class Viewer:
    """One browser that looks on. What it has not fetched yet is replaced by what is newer, topic by topic.

    So a browser that sleeps costs nothing, and has the state of the table when it wakes. While `is_trusted()` is true,
    it may press keys, and sees what is secret.
    """

    def __init__(self, pending: dict[str, str], lines: TranscriptLines) -> None:
        self._pending = pending
        self._lines = lines
        self._fetched_line_count = 0
        """How many of the lines the browser has, not counting those that have changed since."""
        self._has_more_lines = True
        self._has_news = asyncio.Event()
        self._has_news.set()
        self._all_fetched = asyncio.Event()
        self.is_trusted: Callable[[], bool] = bool  # bool() is False

    async def wait_until_fetched(self) -> None:
        """Wait until everything queued has been fetched."""
        await self._all_fetched.wait()

    def queue_message(self, topic: str, message: str) -> None:
        """Queue a message, in place of an older one of its topic."""
        self._pending.pop(topic, None)
        self._pending[topic] = message
        self._wake_up()

    def replace_transcript(self, lines: TranscriptLines, unchanged_count: int) -> None:
        """Replace the transcript; the first `unchanged_count` lines are unchanged."""
        self._lines = lines
        self._fetched_line_count = min(self._fetched_line_count, unchanged_count)
        self._has_more_lines = True
        self._wake_up()

    def _wake_up(self) -> None:
        self._all_fetched.clear()
        self._has_news.set()

    async def next_message(self) -> str:
        """Wait for messages. Returns all of them, in order, as a JSON list of [topic, value]."""
        if not self._has_news.is_set():
            self._all_fetched.set()
        await self._has_news.wait()
        self._has_news.clear()
        messages = list(self._pending.values())
        self._pending.clear()
        if self._has_more_lines:
            messages.append(self._take_next_lines())
        return f"[{','.join(messages)}]"

    def _take_next_lines(self) -> str:
        unchanged_count = self._fetched_line_count
        self._fetched_line_count = min(unchanged_count + MAX_LINES_PER_MESSAGE, len(self._lines))
        self._has_more_lines = self._fetched_line_count < len(self._lines)
        if self._has_more_lines:
            self._has_news.set()
        return encode_message(TRANSCRIPT, (unchanged_count, self._lines[unchanged_count : self._fetched_line_count]))


class Broadcaster:
    """The state of the table for browsers, and the connected browsers.

    `publish`, `publish_transcript`, `wait_until_all_fetched` and `viewer_count` may be used in any thread, everything
    else in the server's. While `is_secret` returns true, only trusted viewers are sent what is published; all others
    keep the values from before.
    """

    def __init__(self, is_secret: Callable[[], bool] = lambda: False) -> None:
        self._is_secret = is_secret
        self._newest_messages: dict[str, str] = {}
        self._newest_public_messages: dict[str, str] = {}
        """The newest values that were not secret."""
        self._lines: TranscriptLines = ()
        self._sent_lines: TranscriptLines = ()
        """The lines that were passed to viewers; used by the server's thread only."""
        self._viewers: list[Viewer] = []
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def set_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on, use this loop to send what is published."""
        self._loop = loop

    def publish(self, topic: str, value: object) -> None:
        """Publish the newest value of a topic."""
        message, is_secret = encode_message(topic, value), self._is_secret()
        with self._lock:
            self._newest_messages[topic] = message
            if not is_secret:
                self._newest_public_messages[topic] = message
        self._call_in_loop(self._send_topic, topic)

    def publish_transcript(self, lines: TranscriptLines) -> None:
        """Publish the current lines of the transcript, each a JSON value."""
        with self._lock:
            self._lines = lines
        self._call_in_loop(self._send_transcript)

    def add_viewer(self, **own_values: object) -> Viewer:
        """Add a viewer, and queue the whole state for it.

        `own_values` are values for it alone, by topic, which come first.
        """
        pending = {topic: encode_message(topic, value) for topic, value in own_values.items()}
        self._send_transcript()
        with self._lock:
            viewer = Viewer(pending | self._newest_public_messages, self._sent_lines)
        self._viewers.append(viewer)
        return viewer

    def trust_viewer(self, viewer: Viewer, is_trusted: Callable[[], bool] = lambda: True) -> None:
        """Let a viewer press keys, and send it what is secret, for as long as `is_trusted()` is true."""
        viewer.is_trusted = is_trusted
        with self._lock:
            secret_messages = {
                topic: message
                for topic, message in self._newest_messages.items()
                if message != self._newest_public_messages.get(topic)
            }
        for topic, message in secret_messages.items():
            viewer.queue_message(topic, message)

    @property
    def viewer_count(self) -> int:
        """The number of connected viewers."""
        return len(self._viewers)

    def move_to_front(self, viewer: Viewer) -> None:
        """Move a viewer to the front, because it waits for an answer to its press."""
        if self._viewers[0] is not viewer:
            self._viewers.remove(viewer)
            self._viewers.insert(0, viewer)

    def remove_viewer(self, viewer: Viewer) -> None:
        """Remove a viewer that has disconnected."""
        self._viewers.remove(viewer)

    def wait_until_all_fetched(self, max_wait_s: float) -> None:
        """Wait until all viewers have fetched what was published, for at most `max_wait_s` seconds.

        Must not be called in the server's own thread. Returns at once if the server has ended.
        """
        if self._loop is None or not self._loop.is_running():
            return
        waiting = self._wait_for_viewers(max_wait_s)
        try:
            future = asyncio.run_coroutine_threadsafe(waiting, self._loop)
        except RuntimeError:  # it has ended just now
            waiting.close()
            return
        with suppress(TimeoutError, CancelledError):
            future.result(max_wait_s + 1.0)

    async def _wait_for_viewers(self, max_wait_s: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(max_wait_s):
                for viewer in tuple(self._viewers):
                    await viewer.wait_until_fetched()

    def _call_in_loop(self, function: Callable[..., None], *arguments: str) -> None:
        if self._loop is not None:
            # Whoever publishes while the server ends has nobody to tell.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(function, *arguments)

    def _send_transcript(self) -> None:
        with self._lock:
            lines = self._lines
        if lines is not self._sent_lines:
            unchanged_count = common_prefix_length(self._sent_lines, lines)
            self._sent_lines = lines
            for viewer in self._viewers:
                viewer.replace_transcript(lines, unchanged_count)

    def _send_topic(self, topic: str) -> None:
        with self._lock:
            newest, public = self._newest_messages[topic], self._newest_public_messages.get(topic)
        for viewer in self._viewers:
            if newest == public or viewer.is_trusted():
                viewer.queue_message(topic, newest)


def encode_message(topic: str, value: object) -> str:
    """Encode a message to a browser as JSON."""
    return json.dumps((topic, value), ensure_ascii=False, separators=(",", ":"))
