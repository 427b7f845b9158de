"""The connections to all plugged-in pods: finds ports, opens and closes connections, and reports events."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Container, Iterable, Iterator

from hal.clock.clock import Clock
from hal.keys.keys import Outcome
from hal.pods.checkpoints import Checkpoints
from hal.pods.connection import PodConnection
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.pods.host import Hello
from hal.pods.pod_sources import PodSources
from hal.pods.port_trials import PortTrials
from hal.pods.ports import FoundPort, PodPort, close_port
from values.named_tuple import NamedTuple

PodOutput = Outcome | PodEvent
"""What pods produce: outcomes of keys, and events."""

SCAN_INTERVAL_S = 1.0
"""Seconds between searches for new ports."""
MAX_TRIES = 3
"""A board that does not answer, or a port that can't be opened, is reported after this many attempts."""
RETRY_S = 10.0
"""Seconds after which a board that did not answer is tried again."""
SETTLE_S = 0.02
MAX_PORTS = 32
"""Maximum number of connected boards: twice the number of possible seats."""
REPORT_INTERVAL_S = 60.0
"""Minimum seconds between reports of the same event of one board."""


class PodTiming(NamedTuple):
    """Times and limits for pods.

    `settle_s` is the debounce time of their keys, and `scan_interval_s` the interval of searches for ports, both in
    seconds. `tries` is how often a board that does not answer is tried, for three seconds each, before it is reported.
    """

    settle_s: float = SETTLE_S
    scan_interval_s: float = SCAN_INTERVAL_S
    tries: int = MAX_TRIES


class Ports(NamedTuple):
    """How to access ports: `find` returns those that exist, `open` opens one by its name."""

    find: Callable[[], Iterable[FoundPort]]
    open: Callable[[str], PodPort]


class PluggedPods:
    """A connection for each port with a board on it. `post` receives outcomes and events."""

    def __init__(
        self,
        post: Callable[[PodOutput], None],
        ports: Ports,
        checkpoints: Checkpoints,
        clock: Clock,
        timing: PodTiming,
    ) -> None:
        self._post = post
        self._ports = ports
        self._checkpoints = checkpoints
        self._clock = clock
        self._timing = timing
        self._random = random.SystemRandom()
        self._connections: dict[str, PodConnection] = {}
        self._trials = PortTrials()
        self._sources = PodSources()
        self._reported_crowded = False
        self.scan_at = 0.0
        """When to search for ports again, in seconds of the clock."""

    def __iter__(self) -> Iterator[PodConnection]:
        """Iterate over a copy of the current connections, which may change meanwhile."""
        return iter(tuple(self._connections.values()))

    def identity_of(self, source: str) -> PodIdentity | None:
        """Return the pod of a source; None if the source is not a pod."""
        return self._sources.identity_of(source)

    def scan_ports(self) -> None:
        """Search for new and removed ports, if it is time to."""
        now = self._clock.now()
        if now < self.scan_at:
            return
        self.scan_at = now + self._timing.scan_interval_s
        try:
            found = {one.port: one for one in self._ports.find()}
        except Exception:  # a system that can't list its ports now will do so the next time
            return
        self._forget_gone(found)
        for one in found.values():
            if one.port not in self._connections and self._trials.is_due(one.port, now):
                self._connect(one, now)

    def process_hello(self, connection: PodConnection, hello: Hello, now: float) -> bool:
        """Process a board's hello. Returns whether it is a pod that was not connected before."""
        who = PodIdentity(hello.identity, connection.found.place, connection.found.serial)
        if not hello.version:
            if connection.claim_report(PodEventKind.STRANGE_VERSION, now, REPORT_INTERVAL_S):
                oldest, newest = hello.versions
                said = str(oldest) if oldest == newest else f"{oldest} to {newest}"
                self._post(PodEvent(PodEventKind.STRANGE_VERSION, who, port=connection.found.port, detail=said))
            return False
        if connection.source:
            return False  # the same pod after a restart
        self._trials.note_success(connection.found.port)
        others = [other.source for other in self if other.source]
        twin = any(
            (known := self.identity_of(other)) is not None and known.identity == who.identity for other in others
        )
        connection.source = self._sources.source_for(who, others)
        self.report(connection, PodEventKind.ARRIVED)
        if twin:
            self.report(connection, PodEventKind.TWIN)
        return True

    def report(self, connection: PodConnection, kind: PodEventKind, detail: str = "") -> None:
        """Report an event of a board to the table."""
        identity = self.identity_of(connection.source) or PodIdentity("", connection.found.place)
        self._post(PodEvent(kind, identity, connection.source, connection.found.port, detail))

    def report_rarely(self, connection: PodConnection, kind: PodEventKind, now: float, detail: str = "") -> bool:
        """Report an event, unless the same was reported lately. Returns whether it was reported."""
        is_due = connection.claim_report(kind, now, REPORT_INTERVAL_S)
        if is_due:
            self.report(connection, kind, detail)
        return is_due

    def drop(self, connection: PodConnection) -> None:
        """Close the connection of a board that was unplugged."""
        del self._connections[connection.found.port]
        close_port(connection.port)
        connection.finish(self._clock.now(), self._post)
        if connection.source:
            self.report(connection, PodEventKind.LEFT)
        # It may be back at once, with the same port name.
        self.scan_at = min(self.scan_at, self._clock.now() + self._timing.scan_interval_s / 10)

    def drop_silent(self, connection: PodConnection, now: float) -> None:
        """Close the connection of a board that does not answer, and try it again later."""
        found = connection.found
        del self._connections[found.port]
        close_port(connection.port)
        if self._trials.note_failure(found.port, now + RETRY_S) >= self._timing.tries:
            self._post(PodEvent(PodEventKind.SILENT, PodIdentity("", found.place), port=found.port))
            self._trials.ignore_until_replugged(found.port)

    def close(self) -> None:
        """Finish all pods' keys, and close all ports."""
        for connection in self:
            connection.finish(self._clock.now(), self._post)
            close_port(connection.port)
        self._checkpoints.close()

    def _forget_gone(self, found: Container[str]) -> None:
        """Drop the connections and trials of ports that are gone."""
        self._trials.remove_missing(found)
        for connection in self:
            if connection.found.port not in found:
                self.drop(connection)

    def _connect(self, one: FoundPort, now: float) -> None:
        """Connect to a new board, unless there are too many."""
        if len(self._connections) < MAX_PORTS:
            self._plug(one, now)
        elif not self._reported_crowded:
            self._reported_crowded = True
            self._post(PodEvent(PodEventKind.CROWDED, PodIdentity("", one.place), port=one.port, detail=str(MAX_PORTS)))

    def _plug(self, found: FoundPort, now: float) -> None:
        try:
            port = self._ports.open(found.port)
        except Exception as error:
            # Right after plugging in, udev may not have given this user access to the port yet.
            if self._trials.note_failure(found.port, now + self._timing.scan_interval_s) == MAX_TRIES:
                self._post(
                    PodEvent(
                        PodEventKind.BARRED, PodIdentity("", found.place), port=found.port, detail=_system_reason(error)
                    )
                )
            return
        session = lambda: self._random.getrandbits(28)  # noqa: E731  (a value handed on)
        self._connections[found.port] = PodConnection(
            found, port, self._checkpoints, session, self._timing.settle_s, now
        )


def _system_reason(error: Exception) -> str:
    """Return the system's reason why a port can't be opened."""
    number = getattr(error, "errno", None)
    return os.strerror(number) if isinstance(number, int) else str(error)
