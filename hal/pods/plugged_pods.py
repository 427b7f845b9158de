"""The pods that are plugged in: found, met, told of, and dropped when they are out."""

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
"""What comes from pods: presses and the like, and news."""

LOOK_S = 1.0
"""How often new ports are looked for."""
TRIES = 3
"""How often a board that does not answer, or a port that can't be opened, is tried before it is told of."""
AGAIN_S = 10.0
"""How long after a board did not answer it is tried again."""
SETTLE_S = 0.02
MOST_PORTS = 32
"""Boards that are spoken with at once: twice as many as there can be seats."""
SELDOM_S = 60.0
"""How often the same is told of one board."""


class PodTiming(NamedTuple):
    """How patiently pods are waited for.

    `settle` is the debouncing of their keys and `look` how often new ports are looked for, both in seconds. `tries` is
    how often a board that does not answer is asked, three seconds each, before it is told of.
    """

    settle: float = SETTLE_S
    look: float = LOOK_S
    tries: int = TRIES


class Ports(NamedTuple):
    """How ports are come by: `find` says which there are, `open` opens one by its name."""

    find: Callable[[], Iterable[FoundPort]]
    open: Callable[[str], PodPort]


class PluggedPods:
    """A connection for each port with a board on it; `post` is given presses and news."""

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
        self._crowded = False
        self.look_at = 0.0
        """When ports are looked for again."""

    def __iter__(self) -> Iterator[PodConnection]:
        """The boards that are there now; they may change meanwhile."""
        return iter(tuple(self._connections.values()))

    def who(self, source: str) -> PodIdentity | None:
        """Which pod a source is; None if it is none."""
        return self._sources.who(source)

    def look(self) -> None:
        """Look for ports that have come or gone, if it is time to."""
        now = self._clock.now()
        if now < self.look_at:
            return
        self.look_at = now + self._timing.look
        try:
            found = {one.port: one for one in self._ports.find()}
        except Exception:  # a system that can't say now which ports it has will say it the next time
            return
        self._forget_gone(found)
        for one in found.values():
            if one.port not in self._connections and self._trials.is_due(one.port, now):
                self._meet(one, now)

    def greeted(self, connection: PodConnection, hello: Hello, now: float) -> bool:
        """A board has said what it is. Returns whether it is a pod that has just come."""
        who = PodIdentity(hello.identity, connection.found.place, connection.found.serial)
        if not hello.version:
            if connection.may_tell(PodEventKind.STRANGE_VERSION, now, SELDOM_S):
                oldest, newest = hello.versions
                said = str(oldest) if oldest == newest else f"{oldest} to {newest}"
                self._post(PodEvent(PodEventKind.STRANGE_VERSION, who, port=connection.found.port, detail=said))
            return False
        if connection.source:
            return False  # the same pod after a restart
        self._trials.worked(connection.found.port)
        others = [other.source for other in self if other.source]
        twin = any((known := self.who(other)) is not None and known.identity == who.identity for other in others)
        connection.source = self._sources.give(who, others)
        self.tell(connection, PodEventKind.ARRIVED)
        if twin:
            self.tell(connection, PodEventKind.TWIN)
        return True

    def tell(self, connection: PodConnection, what: PodEventKind, detail: str = "") -> None:
        """Have the table know something of a board."""
        who = self.who(connection.source) or PodIdentity("", connection.found.place)
        self._post(PodEvent(what, who, connection.source, connection.found.port, detail))

    def tell_seldom(self, connection: PodConnection, what: PodEventKind, now: float, detail: str = "") -> bool:
        """The same, if the table was not told of it lately. Returns whether it was told now."""
        told = connection.may_tell(what, now, SELDOM_S)
        if told:
            self.tell(connection, what, detail)
        return told

    def drop(self, connection: PodConnection) -> None:
        """The plug is out."""
        del self._connections[connection.found.port]
        close_port(connection.port)
        connection.finish(self._clock.now(), self._post)
        if connection.source:
            self.tell(connection, PodEventKind.LEFT)
        # It may be back at once, by the same name.
        self.look_at = min(self.look_at, self._clock.now() + self._timing.look / 10)

    def give_up(self, connection: PodConnection, now: float) -> None:
        """The board does not answer."""
        found = connection.found
        del self._connections[found.port]
        close_port(connection.port)
        if self._trials.failed(found.port, now + AGAIN_S) >= self._timing.tries:
            self._post(PodEvent(PodEventKind.SILENT, PodIdentity("", found.place), port=found.port))
            self._trials.leave_alone(found.port)

    def close(self) -> None:
        """Let go of all ports; what pods said last counts."""
        for connection in self:
            connection.finish(self._clock.now(), self._post)
            close_port(connection.port)
        self._checkpoints.close()

    def _forget_gone(self, found: Container[str]) -> None:
        """Only these ports are there."""
        self._trials.keep(found)
        for connection in self:
            if connection.found.port not in found:
                self.drop(connection)

    def _meet(self, one: FoundPort, now: float) -> None:
        """Speak with a board that is new, if there are not too many."""
        if len(self._connections) < MOST_PORTS:
            self._plug(one, now)
        elif not self._crowded:
            self._crowded = True
            self._post(
                PodEvent(PodEventKind.CROWDED, PodIdentity("", one.place), port=one.port, detail=str(MOST_PORTS))
            )

    def _plug(self, found: FoundPort, now: float) -> None:
        try:
            port = self._ports.open(found.port)
        except Exception as error:
            # Just after plugging in, udev may not have given the port to this user yet.
            if self._trials.failed(found.port, now + self._timing.look) == TRIES:
                self._post(
                    PodEvent(PodEventKind.BARRED, PodIdentity("", found.place), port=found.port, detail=_reason(error))
                )
            return
        session = lambda: self._random.getrandbits(28)  # noqa: E731  (a value handed on)
        self._connections[found.port] = PodConnection(found, port, self._checkpoints, session, self._timing.settle, now)


def _reason(error: Exception) -> str:
    """Why a port can't be opened, in the system's words."""
    number = getattr(error, "errno", None)
    return os.strerror(number) if isinstance(number, int) else str(error)
