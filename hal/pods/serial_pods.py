"""All pods of a table, in one thread of their own."""

from __future__ import annotations

import os
import random
import select
import threading
from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from hal.clock.clock import Clock, RealClock
from hal.keys.keys import Outcome
from hal.pods.checkpoints import Checkpoints
from hal.pods.connection import IDENTIFY, PodConnection
from hal.pods.display_rows import COLUMNS, ROWS, rows
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.pods.host import Hello, Missing
from hal.pods.ports import FoundPort, PodPort, PortFinder, close_port, open_port
from hal.signal.readout import Status
from hal.signal.signal import Cue

PodOutput = Outcome | PodEvent
"""What comes from pods: presses and the like, and news."""

LOOK_S = 1.0
"""How often new ports are looked for."""
LONGEST_WAIT_S = 1.0
CLOSE_S = 2.0
TRIES = 3
"""How often a board that does not answer, or a port that can't be opened, is tried before it is told of."""
AGAIN_S = 10.0
"""How long after a board did not answer it is tried again."""
SETTLE_S = 0.02
MOST_PORTS = 32
"""Boards that are spoken with at once: twice as many as there can be seats."""
MOST_KNOWN = 64
"""Pods that keep the name of their source while they are away; those that came first are forgotten first."""
MOST_WAITING = 256
"""Events that may wait for the table before pods are left alone: what they say then waits on the cable, and on them."""
BUSY_S = 0.02
"""How long pods are left alone then, before it is looked again."""
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


class PodPresent(NamedTuple):
    """A pod that is plugged in and spoken with."""

    source: str
    who: PodIdentity
    port: str
    hello: Hello


class _Trial:
    """What is known of a port that could not be used."""

    def __init__(self) -> None:
        self.times = 0
        self.after = 0.0


class SerialPods:
    """Finds pods, speaks with them, and hands `post` their presses and their news.

    `post` is called from the pods' thread. `find` says which ports there are. `checkpoints` is the file in which is
    kept how far each pod was heard; None keeps it in memory. `waiting` says how many events wait for the table. Nothing
    here raises, and no pod can hold up another, or have more and more kept.
    """

    def __init__(
        self,
        post: Callable[[PodOutput], None],
        *,
        find: Callable[[], Iterable[FoundPort]] | None = None,
        checkpoints: Path | None = None,
        clock: Clock | None = None,
        timing: PodTiming = PodTiming(),  # noqa: B008
        open_: Callable[[str], PodPort] = open_port,
        waiting: Callable[[], int] = lambda: 0,
    ) -> None:
        self._post = post
        self._waiting = waiting
        self._find = find if find is not None else PortFinder()
        self._checkpoints = Checkpoints(checkpoints)
        self._clock = clock if clock is not None else RealClock()
        self._settle = timing.settle
        self._look_every = timing.look
        self._tries = timing.tries
        self._open = open_
        self._random = random.SystemRandom()
        self._plugged: dict[str, PodConnection] = {}
        self._trials: dict[str, _Trial] = {}
        self._who: dict[str, PodIdentity] = {}
        self._status = Status("")
        self._apart: Mapping[str, Status] = {}
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._given = 0
        """How many orders were given; from the thread that owns the table."""
        self._obeyed = 0
        self._look_at = 0.0
        self._crowded = False
        self._ending = False
        self._woken, self._wake = os.pipe()
        for end in (self._woken, self._wake):
            os.set_blocking(end, False)
        self._thread = threading.Thread(target=self._run, name="pods", daemon=True)

    def start(self) -> SerialPods:
        """Begin. Returns the pods, for a line's sake."""
        if find_spec("serial") is None:
            self._post(PodEvent(PodEventKind.UNSUPPORTED, PodIdentity("")))
        self._thread.start()
        return self

    def close(self) -> None:
        """Let go of all ports. May be called again."""
        if self._ending:
            return
        self._ending = True
        with suppress(OSError):
            os.write(self._wake, b"\0")
        if self._thread.ident is not None:
            self._thread.join(CLOSE_S)
        os.close(self._wake)

    def sources(self) -> tuple[str, ...]:
        """The sources of the pods that are there."""
        return tuple(plugged.source for plugged in tuple(self._plugged.values()) if plugged.source)

    def there(self) -> tuple[PodPresent, ...]:
        """The pods that are there, with what they say of themselves."""
        return tuple(
            PodPresent(plugged.source, self._who[plugged.source], plugged.found.port, plugged.hello)
            for plugged in tuple(self._plugged.values())
            if plugged.source and plugged.hello is not None
        )

    def taken(self, source: str) -> bool:
        """Whether a pod has taken all that was to be said to it, cues and orders included."""
        there = [plugged for plugged in tuple(self._plugged.values()) if plugged.source == source]
        return self._given == self._obeyed and all(plugged.taken for plugged in there)

    def who(self, source: str) -> PodIdentity | None:
        """Which pod a source is; None if it is none."""
        return self._who.get(source)

    def say(self, status: Status, apart: Mapping[str, Status] | None = None) -> None:
        """Have all displays say a status, but those of the sources in `apart` theirs."""

        def order() -> None:
            self._status, self._apart = status, apart or {}
            for plugged in self._plugged.values():
                self._show(plugged)

        self._order(order)

    def give(self, cue: Cue, source: str) -> None:
        """Give a cue on the pod of a source."""
        self._order(lambda: self._to(source, lambda plugged: plugged.give(cue)))

    def identify(self, source: str) -> None:
        """Have a pod blink for some seconds."""
        self._order(lambda: self._to(source, lambda plugged: plugged.cue(IDENTIFY)))

    def update(self, source: str) -> None:
        """Have a pod start anew without its program, so that new files can be put onto it."""
        self._order(lambda: self._to(source, PodConnection.update))

    def _to(self, source: str, act: Callable[[PodConnection], None]) -> None:
        for plugged in self._plugged.values():
            if plugged.source == source:
                act(plugged)

    def _order(self, order: Callable[[], None]) -> None:
        if self._ending:
            return
        self._given += 1
        self._orders.put(order)
        # A full pipe will wake the thread, too.
        with suppress(OSError):
            os.write(self._wake, b"\0")

    def _run(self) -> None:
        try:
            while not self._ending:
                self._obey()
                self._look()
                self._serve()
        finally:
            for plugged in self._plugged.values():
                plugged.finish(self._clock.now(), self._post)
                close_port(plugged.port)
            self._checkpoints.close()
            os.close(self._woken)

    def _obey(self) -> None:
        while not self._orders.empty():
            self._orders.get()()
            self._obeyed += 1

    def _serve(self) -> None:
        now = self._clock.now()
        readable, writable = self._wait(now)
        now = self._clock.now()
        for plugged in tuple(self._plugged.values()):
            try:
                number = plugged.port.fileno()
                if number in readable:
                    self._read(plugged, now)
                plugged.tick(now)
                self._tell_missing(plugged, now)
                if number in writable:
                    plugged.write(now)
            # Whatever pyserial makes of a plug that is out: OSError, termios.error, TypeError, ValueError.
            except Exception:
                self._drop(plugged)
            else:
                if plugged.silent:
                    self._give_up(plugged, now)

    def _wait(self, now: float) -> tuple[set[int], set[int]]:
        """Wait until a port can be read, or written to where something is due, or somebody orders something."""
        reading, writing, until = [self._woken], [], self._look_at - now
        busy = self._waiting() >= MOST_WAITING
        for plugged in tuple(self._plugged.values()):
            try:
                number = plugged.port.fileno()
            except Exception:
                self._drop(plugged)
                continue
            if busy:
                until = min(until, BUSY_S)
            elif plugged.held_until <= now:
                reading.append(number)
            else:
                until = min(until, plugged.held_until - now)
            wait = plugged.wait(now)
            if wait <= 0:
                writing.append(number)
            else:
                until = min(until, wait)
        try:
            readable, writable, _ = select.select(reading, writing, (), min(max(until, 0.0), LONGEST_WAIT_S))
        except (OSError, ValueError):
            return set(reading), set(writing)
        if self._woken in readable:
            with suppress(OSError):
                os.read(self._woken, 4096)
        return set(readable), set(writable)

    def _read(self, plugged: PodConnection, now: float) -> None:
        for said in plugged.read(now, self._post):
            if isinstance(said, Hello):
                self._greeted(plugged, said, now)
            elif isinstance(said, Missing):
                plugged.missing += said.edges
            elif plugged.may_tell(said, now, SELDOM_S):
                self._tell(plugged, said)

    def _tell_missing(self, plugged: PodConnection, now: float) -> None:
        if plugged.missing and plugged.may_tell(PodEventKind.LOST, now, SELDOM_S):
            self._tell(plugged, PodEventKind.LOST, str(plugged.missing))
            plugged.missing = 0

    def _greeted(self, plugged: PodConnection, hello: Hello, now: float) -> None:
        who = PodIdentity(hello.identity, plugged.found.place, plugged.found.serial)
        if not hello.version:
            if plugged.may_tell(PodEventKind.STRANGE_VERSION, now, SELDOM_S):
                oldest, newest = hello.versions
                said = str(oldest) if oldest == newest else f"{oldest} to {newest}"
                self._post(PodEvent(PodEventKind.STRANGE_VERSION, who, port=plugged.found.port, detail=said))
            return
        if plugged.source:
            return  # the same pod after a restart
        self._trials.pop(plugged.found.port, None)
        there = [self._who[other.source] for other in self._plugged.values() if other.source]
        plugged.source = self._source(who)
        self._who[plugged.source] = who
        self._show(plugged)
        self._tell(plugged, PodEventKind.ARRIVED)
        if any(other.identity == who.identity for other in there):
            self._tell(plugged, PodEventKind.TWIN)

    def _source(self, who: PodIdentity) -> str:
        """The source of a pod: the one that it had before, if it was there before."""
        taken = {plugged.source for plugged in self._plugged.values()}
        free = {source: old for source, old in self._who.items() if source not in taken}
        known = [source for source, old in free.items() if old.may_be(who)]
        if known:
            # That in the same socket before one that was moved.
            return min(known, key=lambda source: free[source] != who)
        if len(self._who) >= MOST_KNOWN:
            del self._who[next(iter(free))]
        return next(source for source in map("pod{}".format, count(1)) if source not in self._who)

    def _show(self, plugged: PodConnection) -> None:
        if plugged.source and plugged.hello is not None:
            status = self._apart.get(plugged.source, self._status)
            plugged.show(rows(status, min(plugged.hello.columns, COLUMNS), min(plugged.hello.rows, ROWS)))

    def _look(self) -> None:
        now = self._clock.now()
        if now < self._look_at:
            return
        self._look_at = now + self._look_every
        try:
            found = {one.port: one for one in self._find()}
        except Exception:  # a system that can't say now which ports it has will say it the next time
            return
        self._forget_gone(found)
        for one in found.values():
            if one.port not in self._plugged and self._is_due(one.port, now):
                self._meet(one, now)

    def _forget_gone(self, found: Container[str]) -> None:
        """Only these ports are there."""
        self._trials = {port: trial for port, trial in self._trials.items() if port in found}
        for plugged in tuple(self._plugged.values()):
            if plugged.found.port not in found:
                self._drop(plugged)

    def _is_due(self, port: str, now: float) -> bool:
        """Whether a port may be tried now."""
        trial = self._trials.get(port)
        return trial is None or now >= trial.after

    def _meet(self, one: FoundPort, now: float) -> None:
        """Speak with a board that is new, if there are not too many."""
        if len(self._plugged) < MOST_PORTS:
            self._plug(one, now)
        elif not self._crowded:
            self._crowded = True
            self._post(
                PodEvent(PodEventKind.CROWDED, PodIdentity("", one.place), port=one.port, detail=str(MOST_PORTS))
            )

    def _plug(self, found: FoundPort, now: float) -> None:
        try:
            port = self._open(found.port)
        except Exception as error:
            # Just after plugging in, udev may not have given the port to this user yet.
            if self._failed(found, now + self._look_every) == TRIES:
                self._post(
                    PodEvent(PodEventKind.BARRED, PodIdentity("", found.place), port=found.port, detail=_reason(error))
                )
            return
        session = lambda: self._random.getrandbits(28)  # noqa: E731  (a value handed on)
        self._plugged[found.port] = PodConnection(found, port, self._checkpoints, session, self._settle, now)

    def _failed(self, found: FoundPort, after: float) -> int:
        """A port could not be used, and is tried again after a moment. Returns how often that was so."""
        trial = self._trials.setdefault(found.port, _Trial())
        trial.times += 1
        trial.after = after
        return trial.times

    def _give_up(self, plugged: PodConnection, now: float) -> None:
        found = plugged.found
        del self._plugged[found.port]
        close_port(plugged.port)
        if self._failed(found, now + AGAIN_S) >= self._tries:
            self._post(PodEvent(PodEventKind.SILENT, PodIdentity("", found.place), port=found.port))
            # It is something else: leave it in peace until it is plugged in anew.
            self._trials[found.port].after = float("inf")

    def _drop(self, plugged: PodConnection) -> None:
        del self._plugged[plugged.found.port]
        close_port(plugged.port)
        plugged.finish(self._clock.now(), self._post)
        if plugged.source:
            self._tell(plugged, PodEventKind.LEFT)
        # It may be back at once, by the same name.
        self._look_at = min(self._look_at, self._clock.now() + self._look_every / 10)

    def _tell(self, plugged: PodConnection, what: PodEventKind, detail: str = "") -> None:
        who = self._who.get(plugged.source, PodIdentity("", plugged.found.place))
        self._post(PodEvent(what, who, plugged.source, plugged.found.port, detail))


def _reason(error: Exception) -> str:
    """Why a port can't be opened, in the system's words."""
    number = getattr(error, "errno", None)
    return os.strerror(number) if isinstance(number, int) else str(error)
