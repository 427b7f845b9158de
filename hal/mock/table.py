"""The mock table: scripted keys, a panel that takes its real time, on a virtual clock.

A whole evening runs in a moment, and always alike.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hal.clock.clock import VirtualClock
from hal.keys.keys import Edge
from hal.mock.script import Script
from hal.panel import picture
from hal.panel.panel import PanelKind
from hal.pods.events import PodIdentity
from hal.signal.signal import Cue
from hal.table.readout import Readout, Status
from hal.table.table import End, Event, PanelDone, Tick

if TYPE_CHECKING:
    from PIL.Image import Image

LINGER_S = 5.0
"""How long the table is watched after the last thing that happened, so that what waits for stillness comes too."""


class MockPanel:
    """A panel in virtual time, as strict about its pictures as a real one.

    Each finished refresh is written to `frames` as 0001.png, 0002.png, …
    `faults` are the errors in which the coming refreshes end, first to last;
    None is a refresh that goes well, as are all after them.
    """

    def __init__(self, kind: PanelKind, clock: VirtualClock, frames: Path | None = None) -> None:
        self.kind = kind
        self.faults: deque[str | None] = deque()
        self.refreshes = 0
        self.identical = 0
        self.done_at: float | None = None
        self.shown: Image | None = None
        self._clock = clock
        self._frames = frames
        self._coming: Image | None = None

    def start(self, image: Image) -> None:
        """Start a refresh, due at `done_at`.

        Raises RuntimeError while one is under way, ValueError for a picture
        that the panel could not show.
        """
        if self.done_at is not None:
            raise RuntimeError("the panel is busy")
        picture.check(self.kind, image)
        self._coming = image.copy()
        self.done_at = self._clock.now() + self.kind.refresh_s

    def finish(self) -> str | None:
        """End the refresh; the error it ended in, if it did. Raises OSError if the frame cannot be written."""
        error = self.faults.popleft() if self.faults else None
        self.done_at = None
        if error is None:
            assert self._coming is not None
            self._finished(self._coming)
        else:
            # A refresh that broke off leaves nobody knows what.
            self.shown = None
        return error

    def _finished(self, image: Image) -> None:
        self.refreshes += 1
        if self.shown is not None and self.shown.tobytes() == image.tobytes():
            self.identical += 1
        self.shown = image
        if self._frames is not None:
            self._frames.mkdir(parents=True, exist_ok=True)
            picture.write(image, self._frames / f"{self.refreshes:04}.png")


class MockSignal:
    """Remembers the cues that were given, with the time of each."""

    def __init__(self, clock: VirtualClock) -> None:
        self.given: list[tuple[float, Cue]] = []
        self._clock = clock

    def give(self, cue: Cue) -> None:
        self.given.append((self._clock.now(), cue))


class MockPods:
    """Every source of a key script is a pod of that name, unless it is `known` to be another. Remembers what the pods
    were told, with the time."""

    def __init__(self, clock: VirtualClock) -> None:
        self.given: list[tuple[float, Cue, str]] = []
        self.said: list[tuple[Status, dict[str, Status]]] = []
        self.there: list[str] = []
        self.known: dict[str, PodIdentity] = {}
        self._clock = clock

    def heard(self, source: str) -> None:
        """A pod is there once it was heard."""
        if source and source not in self.there:
            self.there.append(source)

    def sources(self) -> tuple[str, ...]:
        return tuple(self.there)

    def who(self, source: str) -> PodIdentity | None:
        return self.known.get(source, PodIdentity(source)) if source else None

    def give(self, cue: Cue, source: str) -> None:
        self.given.append((self._clock.now(), cue, source))

    def say(self, status: Status, apart: Mapping[str, Status]) -> None:
        self.said.append((status, dict(apart)))


class MockTable:
    """A table that plays a key script. `script_lines` are read as they are needed.

    The End comes when the script is over, the panel idle, and nothing was due
    within `LINGER_S` of the last thing that happened.
    """

    def __init__(self, kind: PanelKind, script_lines: Iterable[str], frames: Path | None = None) -> None:
        self.clock = VirtualClock()
        self.kind = kind
        self.panel = MockPanel(kind, self.clock, frames)
        self.signal = MockSignal(self.clock)
        self.readout: Readout | None = None
        self.pods = MockPods(self.clock)
        self._script = Script(script_lines)
        self._edges = iter(self._script)
        self._edge: Edge | None = None
        self._over = False
        self._last = 0.0

    def next(self, deadline: float | None) -> Event:
        """The next event; the clock moves to it.

        Raises ScriptError at a line that cannot be played, OSError where a frame cannot be written.
        """
        if deadline is not None:
            # What happened while the caller was busy comes before a Tick.
            deadline = max(deadline, self.clock.now())
        edge = self._coming()
        done = self.panel.done_at
        if done is not None and (edge is None or done <= edge.at) and (deadline is None or done <= deadline):
            self._advance(done)
            return PanelDone(done, self.panel.finish())
        if edge is not None and (deadline is None or edge.at <= deadline):
            self._edge = None
            self._advance(edge.at)
            self.pods.heard(edge.source)
            return edge
        watched = max(self._watched_until(), self.clock.now())
        if deadline is not None and (edge is not None or done is not None or deadline <= watched):
            self.clock.advance_to(deadline)
            return Tick(self.clock.now())
        return End()

    def show(self, image: Image) -> None:
        """Start a refresh. Raises RuntimeError while one is under way, ValueError for a picture it could not show."""
        self.panel.start(image)

    def close(self) -> None:
        """There is nothing to let go of."""

    def forget(self) -> None:
        """Remember no longer what signal and pods were given until now."""
        self.signal.given.clear()
        self.pods.given.clear()
        self.pods.said.clear()

    def _coming(self) -> Edge | None:
        if self._edge is None and not self._over:
            self._edge = next(self._edges, None)
            self._over = self._edge is None
        return self._edge

    def _advance(self, moment: float) -> None:
        self.clock.advance_to(max(moment, self.clock.now()))
        self._last = self.clock.now()

    def _watched_until(self) -> float:
        return max(self._last, self._script.time) + LINGER_S
