"""Simulated pods in browsers: each has four keys, a light and a small display, and belongs to a seat."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from hal.browser.broadcaster import TopicPublisher
from hal.browser.desk_signal import status_message
from hal.browser.page_requests import MAX_PODS
from hal.pods.display_rows import status_rows
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.signal.readout import Status
from hal.signal.signal import Cue
from values.named_tuple import NamedTuple

BROWSER_SOCKET = "browser"
"""The place of such a pod; no USB socket has this name."""

DISPLAY_COLUMN_COUNT, DISPLAY_ROW_COUNT = 16, 8
"""The size in letters of a real pod's display of 128 × 64 pixels."""


class PodSeating(Protocol):
    """The table's assignment of pods to seats. Safe in any thread; never fails."""

    def seated_pods(self) -> tuple[PodIdentity, ...]:
        """Return all pods that have a seat, connected or not."""

    def seat(self, identity: PodIdentity) -> int | None:
        """Return the seat of a pod, from 0; None if it belongs to all players."""

    def assign(self, identity: PodIdentity, seat: int | None, *, has_twin: bool = False) -> None:
        """Assign a seat to a pod, or with None all players."""


class _Light(NamedTuple):
    """The last cue, and the number of cues given."""

    cue: str = ""
    given: int = 0


class DeskPods:
    """The pods of a desk. They outlive its tables; those with a seat are there again at the next start of the program.

    `post` receives their events; it may be called from any thread.
    """

    def __init__(self, topics: TopicPublisher, seating: PodSeating, post: Callable[[PodEvent], None]) -> None:
        self._topics = topics
        self._seating = seating
        self._post = post
        self._seat_lock = threading.Lock()
        """Held while a seat is saved; the table's thread never waits for this lock."""
        self._lock = threading.Lock()
        self._status = Status("")
        self._status_by_source: Mapping[str, Status] = {}
        seated_pods = set(seating.seated_pods())
        self._lights = {number: _Light() for number in range(1, MAX_PODS + 1) if _identity_of(number) in seated_pods}
        """The light of each plugged-in pod, by its number."""
        self._publish()

    def plug(self, seat: int | None) -> None:
        """Plug in another pod, at a seat or for all players; does nothing if there are `MAX_PODS` already."""
        with self._seat_lock:
            free_number = next((number for number in range(1, MAX_PODS + 1) if number not in self._lights), None)
            if free_number is None:
                return
            self._seating.assign(_identity_of(free_number), seat)
            with self._lock:
                self._lights = dict(sorted({**self._lights, free_number: _Light()}.items()))
            self._report(PodEventKind.ARRIVED, free_number)

    def unplug(self, number: int) -> None:
        """Unplug a pod and remove its seat; does nothing if it is not there."""
        with self._seat_lock:
            if number not in self._lights:
                return
            with self._lock:
                self._lights = {plugged: light for plugged, light in self._lights.items() if plugged != number}
                self._status_by_source = {
                    source: status for source, status in self._status_by_source.items() if source != _source_of(number)
                }
            self._seating.assign(_identity_of(number), seat=None)
            self._report(PodEventKind.LEFT, number)

    def is_plugged_in(self, number: int) -> bool:
        """Whether a pod is plugged in."""
        return number in self._lights

    # The methods of `hal.table.table.Pods`

    def sources(self) -> tuple[str, ...]:
        return tuple(_source_of(number) for number in self._lights)

    def identity_of(self, source: str) -> PodIdentity | None:
        return next((_identity_of(number) for number in self._lights if _source_of(number) == source), None)

    def play_cue(self, cue: Cue, source: str) -> None:
        with self._lock:
            self._lights = {
                number: _Light(cue.value, light.given + 1) if _source_of(number) == source else light
                for number, light in self._lights.items()
            }
        self._publish()
        # As with the box's own light: the answer is sent before its page is made.
        time.sleep(0)

    def show_status(self, status: Status, by_source: Mapping[str, Status]) -> None:
        with self._lock:
            self._status, self._status_by_source = status, by_source
        if self._lights:
            self._publish()

    def _report(self, kind: PodEventKind, number: int) -> None:
        self._publish()
        self._post(PodEvent(kind, _identity_of(number), _source_of(number)))

    def _publish(self) -> None:
        with self._lock:
            pods = [self._pod_state(number, light) for number, light in self._lights.items()]
            self._topics.publish("pods", {"most": MAX_PODS, "pods": pods})

    def _pod_state(self, number: int, light: _Light) -> dict[str, object]:
        identity = _identity_of(number)
        status = self._status_by_source.get(_source_of(number), self._status)
        return {
            "number": number,
            "name": identity.pod_name,
            "seat": self._seating.seat(identity),
            "rows": status_rows(status, DISPLAY_COLUMN_COUNT, DISPLAY_ROW_COUNT),
            **status_message(status),
            **light._asdict(),
        }


def _source_of(number: int) -> str:
    return f"pod{number}"


def _identity_of(number: int) -> PodIdentity:
    return PodIdentity(f"pod-{number}", BROWSER_SOCKET)
