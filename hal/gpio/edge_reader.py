"""A thread that reads the edges of all watched pins, and reports them in the order in which they happened."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    import gpiod

MAX_CLOSE_S = 2.0
"""Timeout for the end of the thread, in seconds."""

MAX_READ_ROUNDS = 8
"""How many times available edges are read before they are reported: a pin that never rests must not delay the
others."""

EdgeCallback = Callable[["gpiod.EdgeEvent"], None]
"""A callback for an edge, called in the reader's thread. It must not raise: that would end the thread."""


class _WatchedRequest(NamedTuple):
    request: gpiod.LineRequest
    callback: EdgeCallback


class EdgeReader:
    """Reads edges and sorts them by the kernel's timestamps. `watch` and `unwatch` may be called from any thread.

    The kernel has a queue for each request. A program that had no time finds edges in all of them, so all are read
    before any is reported, and they are reported in the order of their timestamps.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched_requests: dict[int, _WatchedRequest] = {}
        self._epoll = select.epoll()
        self._end_event = os.eventfd(0)
        self._epoll.register(self._end_event, select.EPOLLIN)
        self._thread: threading.Thread | None = None

    def watch(self, request: gpiod.LineRequest, callback: EdgeCallback) -> None:
        """Report this request's edges from now on."""
        with self._lock:
            self._watched_requests[request.fd] = _WatchedRequest(request, callback)
            self._epoll.register(request.fd, select.EPOLLIN)
            if self._thread is None:
                # A daemon thread, so that a driver that hangs cannot keep the program from ending.
                self._thread = threading.Thread(target=self._run, name="edges", daemon=True)
                self._thread.start()

    def unwatch(self, request: gpiod.LineRequest) -> None:
        """Stop reading this request, which may then be released. An edge that was read before may still be reported."""
        with self._lock:
            if self._watched_requests.pop(request.fd, None) is not None:
                self._epoll.unregister(request.fd)

    def close(self) -> None:
        """End the thread. May be called once, when nothing is watched any more."""
        os.eventfd_write(self._end_event, 1)
        if self._thread is not None:
            self._thread.join(MAX_CLOSE_S)
        self._epoll.close()
        os.close(self._end_event)

    def _run(self) -> None:
        while True:
            ready = self._ready_descriptors(None)
            edges: list[tuple[gpiod.EdgeEvent, EdgeCallback]] = []
            for _ in range(MAX_READ_ROUNDS):
                if self._end_event in ready:
                    return
                edges += self._read_edges(ready)
                ready = self._ready_descriptors(0)
                if not ready:
                    break
            for edge, callback in sorted(edges, key=lambda edge_and_callback: edge_and_callback[0].timestamp_ns):
                callback(edge)

    def _ready_descriptors(self, seconds: float | None) -> list[int]:
        return [fd for fd, _ in self._epoll.poll(seconds)]

    def _read_edges(self, ready: list[int]) -> list[tuple[gpiod.EdgeEvent, EdgeCallback]]:
        with self._lock:
            # A request may have been unwatched since it became readable.
            requests = [self._watched_requests[fd] for fd in ready if fd in self._watched_requests]
            return [(edge, watched.callback) for watched in requests for edge in watched.request.read_edge_events()]
