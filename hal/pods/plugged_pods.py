"""The connections to all plugged-in pods: finds ports, opens and closes connections, and reports events."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Container, Iterable, Iterator

from hal.clock.clock import Clock
from hal.keys.keys import KeyOutcome
from hal.pods.checkpoints import Checkpoints
from hal.pods.connection import PodConnection
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.pods.host import Hello
from hal.pods.pod_sources import PodSources
from hal.pods.port_trials import PortTrials
from hal.pods.ports import FoundPort, PodPort, close_port
from values.named_tuple import NamedTuple

PodOutput = KeyOutcome | PodEvent
"""What pods produce: outcomes of keys, and events."""

SCAN_INTERVAL_S = 1.0
"""Seconds between searches for new ports."""
MAX_TRIES = 3
"""A board that does not answer is reported after this many attempts."""
MAX_OPEN_ATTEMPTS = 3
"""A port that can't be opened is reported after this many attempts. Right after plugging in, udev may not have given
this user access to it yet."""
RETRY_AFTER_S = 10.0
"""Seconds after which a board that did not answer is tried again."""
SETTLE_S = 0.02
MAX_BOARDS = 32
"""Maximum number of connected boards: twice the number of possible seats."""
REPORT_INTERVAL_S = 60.0
"""Minimum seconds between reports of the same event of one board."""


class PodTiming(NamedTuple):
    """Times and limits for pods.

    `settle_s` is the debounce time of their keys, and `scan_interval_s` the interval of searches for ports, both in
    seconds. `max_tries` is how often a board that does not answer is tried, for three seconds each, before it is
    reported.
    """

    settle_s: float = SETTLE_S
    scan_interval_s: float = SCAN_INTERVAL_S
    max_tries: int = MAX_TRIES


class PortAccess(NamedTuple):
    """How to access ports: `find_ports` returns those that exist, `open_port` opens one by its name."""

    find_ports: Callable[[], Iterable[FoundPort]]
    open_port: Callable[[str], PodPort]


class PluggedPods:
    """A connection for each port with a board on it. `post` receives outcomes and events."""

    def __init__(
        self,
        post: Callable[[PodOutput], None],
        port_access: PortAccess,
        checkpoints: Checkpoints,
        clock: Clock,
        timing: PodTiming,
    ) -> None:
        self._post = post
        self._port_access = port_access
        self._checkpoints = checkpoints
        self._clock = clock
        self._timing = timing
        self._random = random.SystemRandom()
        self._connections: dict[str, PodConnection] = {}
        self._trials = PortTrials()
        self._sources = PodSources()
        self._has_reported_too_many = False
        self.scan_at = 0.0
        """When to search for ports again, in seconds of the clock."""

    def __iter__(self) -> Iterator[PodConnection]:
        """Iterate over a copy of the current connections, which may change meanwhile."""
        return iter(tuple(self._connections.values()))

    def identity_of(self, source: str) -> PodIdentity | None:
        """Return the pod of a source; None if the source is not a pod."""
        return self._sources.identity_of(source)

    def scan_ports_if_due(self) -> None:
        """Search for new and removed ports, if it is time to."""
        now = self._clock.now()
        if now < self.scan_at:
            return
        self.scan_at = now + self._timing.scan_interval_s
        try:
            found_ports = {found_port.name: found_port for found_port in self._port_access.find_ports()}
        except Exception:  # a system that can't list its ports now will do so the next time
            return
        self._drop_missing(found_ports)
        for found_port in found_ports.values():
            if found_port.name not in self._connections and self._trials.is_due(found_port.name, now):
                self._connect(found_port, now)

    def process_hello(self, connection: PodConnection, hello: Hello, now: float) -> bool:
        """Process a board's hello. Returns whether it is a pod that was not connected before."""
        identity = PodIdentity(hello.pod_name, connection.found_port.usb_socket, connection.found_port.serial_number)
        if not hello.session_version:
            if connection.claim_report(PodEventKind.INCOMPATIBLE_VERSION, now, REPORT_INTERVAL_S):
                oldest, newest = hello.supported_versions
                versions = str(oldest) if oldest == newest else f"{oldest} to {newest}"
                port_name = connection.found_port.name
                self._post(PodEvent(PodEventKind.INCOMPATIBLE_VERSION, identity, port_name=port_name, detail=versions))
            return False
        if connection.source:
            return False  # the same pod after a restart
        self._trials.note_success(connection.found_port.name)
        other_sources = [other.source for other in self if other.source]
        other_identities = map(self.identity_of, other_sources)
        has_same_name = any(other is not None and other.pod_name == identity.pod_name for other in other_identities)
        connection.source = self._sources.assign_source(identity, other_sources)
        self.report(connection, PodEventKind.ARRIVED)
        if has_same_name:
            self.report(connection, PodEventKind.SAME_NAME)
        return True

    def report(self, connection: PodConnection, kind: PodEventKind, detail: str = "") -> None:
        """Report an event of a board to the table."""
        identity = self.identity_of(connection.source) or PodIdentity("", connection.found_port.usb_socket)
        self._post(PodEvent(kind, identity, connection.source, connection.found_port.name, detail))

    def report_if_due(self, connection: PodConnection, kind: PodEventKind, now: float, detail: str = "") -> bool:
        """Report an event, unless the same was reported lately. Returns whether it was reported."""
        is_due = connection.claim_report(kind, now, REPORT_INTERVAL_S)
        if is_due:
            self.report(connection, kind, detail)
        return is_due

    def drop_unplugged(self, connection: PodConnection) -> None:
        """Close the connection of a board that was unplugged."""
        del self._connections[connection.found_port.name]
        close_port(connection.port)
        connection.finish(self._clock.now(), self._post)
        if connection.source:
            self.report(connection, PodEventKind.LEFT)
        # It may be back at once, with the same port name.
        self.scan_at = min(self.scan_at, self._clock.now() + self._timing.scan_interval_s / 10)

    def drop_silent(self, connection: PodConnection, now: float) -> None:
        """Close the connection of a board that does not answer, and try it again later."""
        found_port = connection.found_port
        del self._connections[found_port.name]
        close_port(connection.port)
        if self._trials.note_failure(found_port.name, now + RETRY_AFTER_S) >= self._timing.max_tries:
            self._report_port(PodEventKind.SILENT, found_port)
            self._trials.ignore_until_replugged(found_port.name)

    def close(self) -> None:
        """Finish all pods' keys, and close all ports."""
        for connection in self:
            connection.finish(self._clock.now(), self._post)
            close_port(connection.port)
        self._checkpoints.close()

    def _drop_missing(self, port_names: Container[str]) -> None:
        """Drop the connections and trials of ports that are gone."""
        self._trials.remove_missing(port_names)
        for connection in self:
            if connection.found_port.name not in port_names:
                self.drop_unplugged(connection)

    def _connect(self, found_port: FoundPort, now: float) -> None:
        """Connect to a new board, unless there are too many."""
        if len(self._connections) < MAX_BOARDS:
            self._open_connection(found_port, now)
        elif not self._has_reported_too_many:
            self._has_reported_too_many = True
            self._report_port(PodEventKind.TOO_MANY_BOARDS, found_port, str(MAX_BOARDS))

    def _open_connection(self, found_port: FoundPort, now: float) -> None:
        try:
            port = self._port_access.open_port(found_port.name)
        except Exception as error:
            failure_count = self._trials.note_failure(found_port.name, now + self._timing.scan_interval_s)
            if failure_count == MAX_OPEN_ATTEMPTS:
                self._report_port(PodEventKind.CANNOT_OPEN, found_port, _system_reason(error))
            return
        self._connections[found_port.name] = PodConnection(
            found_port, port, self._checkpoints, self._new_session_number, self._timing.settle_s, now
        )

    def _new_session_number(self) -> int:
        return self._random.getrandbits(28)

    def _report_port(self, kind: PodEventKind, found_port: FoundPort, detail: str = "") -> None:
        """Report an event of a port at which no pod is known."""
        self._post(PodEvent(kind, PodIdentity("", found_port.usb_socket), port_name=found_port.name, detail=detail))


def _system_reason(error: Exception) -> str:
    """Return the system's reason why a port can't be opened."""
    error_number = getattr(error, "errno", None)
    return os.strerror(error_number) if isinstance(error_number, int) else str(error)
