"""One thread that reads the edges of all watched pins, and tells of them in the order in which they happened."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    import gpiod

CLOSE_S = 2.0
"""How long the thread may take to end."""

ROUNDS = 8
"""How often what is ready is read before it is told: a pin that never rests must not silence the others."""

Heard = Callable[["gpiod.EdgeEvent"], None]
"""Takes an edge, in the reader's thread. It must not raise: that would end the thread."""


class _Watched(NamedTuple):
    request: gpiod.LineRequest
    heard: Heard


class EdgeReader:
    """Reads edges, by the kernel's time stamps. `watch` and `forget` may be called from any thread.

    The kernel keeps a queue for each request. A program that has had no time finds edges in all of them, so they
    are all read before any is told, and are told by their stamps.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[int, _Watched] = {}
        self._epoll = select.epoll()
        self._end = os.eventfd(0)
        self._epoll.register(self._end, select.EPOLLIN)
        self._thread: threading.Thread | None = None

    def watch(self, request: gpiod.LineRequest, heard: Heard) -> None:
        """Tell of this request's edges from now on."""
        with self._lock:
            self._watched[request.fd] = _Watched(request, heard)
            self._epoll.register(request.fd, select.EPOLLIN)
            if self._thread is None:
                # A daemon, so that a driver that hangs cannot keep the program from ending.
                self._thread = threading.Thread(target=self._run, name="edges", daemon=True)
                self._thread.start()

    def forget(self, request: gpiod.LineRequest) -> None:
        """Read this request no more; it may be released then. An edge that was read before may still be told."""
        with self._lock:
            if self._watched.pop(request.fd, None) is not None:
                self._epoll.unregister(request.fd)

    def close(self) -> None:
        """End the thread. May be called once, when nothing is watched any more."""
        os.eventfd_write(self._end, 1)
        if self._thread is not None:
            self._thread.join(CLOSE_S)
        self._epoll.close()
        os.close(self._end)

    def _run(self) -> None:
        while True:
            ready = self._ready(None)
            edges: list[tuple[gpiod.EdgeEvent, Heard]] = []
            for _ in range(ROUNDS):
                if self._end in ready:
                    return
                edges += self._read(ready)
                ready = self._ready(0)
                if not ready:
                    break
            for edge, heard in sorted(edges, key=lambda one: one[0].timestamp_ns):
                heard(edge)

    def _ready(self, seconds: float | None) -> list[int]:
        return [fd for fd, _ in self._epoll.poll(seconds)]

    def _read(self, ready: list[int]) -> list[tuple[gpiod.EdgeEvent, Heard]]:
        with self._lock:
            # A pin may have been forgotten since it was ready.
            watched = [self._watched[fd] for fd in ready if fd in self._watched]
            return [(edge, one.heard) for one in watched for edge in one.request.read_edge_events()]
