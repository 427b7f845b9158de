"""The mock table: scripted keys, and a panel with its real refresh times, on a virtual clock.

A whole evening runs in a moment, and always with the same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hal.clock.clock import VirtualClock
from hal.keys.keys import Edge
from hal.mock.panel import MockPanel
from hal.mock.script import Script, ScriptedKeys
from hal.panel.orientation import UPRIGHT, Mounting, mount
from hal.panel.panel import Panel, PanelError, PanelKind, RefreshMode
from hal.pods.events import PodIdentity
from hal.signal.readout import Readout, Status
from hal.signal.signal import Cue
from hal.table.delivery import Delivery, Posted
from hal.table.table import End, Event, PanelDone

if TYPE_CHECKING:
    from PIL.Image import Image

LINGER_S = 5.0
"""Seconds for which the table runs on after the last event, so that timeouts that follow it happen, too."""


class PanelClock(Protocol):
    """The virtual clock of a panel."""

    def now(self) -> float: ...

    def advance_to(self, moment: float) -> None:
        """Advance to `moment`, in seconds, which is not in the past."""


class MockSignal:
    """Records the given cues, with the time of each."""

    def __init__(self, clock: VirtualClock) -> None:
        self.given: list[tuple[float, Cue]] = []
        self._clock = clock

    def play(self, cue: Cue) -> None:
        self.given.append((self._clock.now(), cue))


class MockPods:
    """The pods of a mock table. Every source of a key script is a pod of that name, unless `known` has another.

    Records the cues, with their times, and the statuses given to the pods.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self.given: list[tuple[float, Cue, str]] = []
        self.said: list[tuple[Status, dict[str, Status]]] = []
        self.there: list[str] = []
        self.known: dict[str, PodIdentity] = {}
        self._clock = clock

    def note_source(self, source: str) -> None:
        """Add a source to the connected pods at its first edge."""
        if source and source not in self.there:
            self.there.append(source)

    def sources(self) -> tuple[str, ...]:
        return tuple(self.there)

    def identity_of(self, source: str) -> PodIdentity | None:
        return self.known.get(source, PodIdentity(source)) if source else None

    def play_cue(self, cue: Cue, source: str) -> None:
        self.given.append((self._clock.now(), cue, source))

    def show_status(self, status: Status, apart: Mapping[str, Status]) -> None:
        self.said.append((status, dict(apart)))


class MockTable:
    """A table that plays a key script. `script_lines` are read as they are needed.

    The End comes when the script is over, the panel is idle, and nothing was due within `LINGER_S` of the last event.
    """

    def __init__(
        self, kind: PanelKind, script_lines: Iterable[str], frames: Path | None = None, mounting: Mounting = UPRIGHT
    ) -> None:
        """Create the table. Raises ValueError for an angle that a panel can't be rotated by."""
        self.clock = VirtualClock()
        self.signal = MockSignal(self.clock)
        self.readout: Readout | None = None
        self.pods = MockPods(self.clock)
        panel_clock = VirtualClock()
        self.panel = MockPanel(kind, panel_clock, frames, mounting.rotation)
        self.attach(mount(self.panel, mounting), panel_clock)
        script = self._script = Script(script_lines)
        self._keys = ScriptedKeys(iter(script), lambda: script.time)
        self._last = 0.0
        self._refresh: PanelDone | None = None
        self._delivery = Delivery(self.clock, self._wait_until, lambda: 0.0)

    def attach(self, panel: Panel, clock: PanelClock) -> None:
        """Use this panel, with its own clock: a refresh takes as long as that clock advances meanwhile."""
        self._attached = panel
        self._panel_clock = clock

    @property
    def kind(self) -> PanelKind:
        return self._attached.kind

    @property
    def has_paused(self) -> bool:
        """Whether the script has had a pause so far."""
        return self._script.paused

    def next(self, deadline: float | None) -> Event:
        """Return the next event, and advance the clock to it.

        Raises ScriptError at a line that cannot be played.
        """
        # What happened while the caller was busy comes before a Tick.
        return self._delivery.next(None if deadline is None else max(deadline, self.clock.now()))

    def wake(self) -> None:
        """Do nothing: in virtual time no thread waits."""

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Start a refresh.

        Raises RuntimeError while one is under way, ValueError for a picture that the panel could not show, and OSError
        if a frame cannot be written.
        """
        self._delivery.begin_refresh()
        self._panel_clock.advance_to(max(self.clock.now(), self._panel_clock.now()))
        error = None
        try:
            self._attached.show(image, mode)
        except PanelError as failure:
            error = str(failure)
        except (ValueError, OSError):
            self._delivery.end_refresh()
            raise
        self._refresh = PanelDone(self._panel_clock.now(), error)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def clear_records(self) -> None:
        """Clear the records of signal and pods."""
        self.signal.given.clear()
        self.pods.given.clear()
        self.pods.said.clear()

    def _wait_until(self, until: float | None) -> Posted | None:
        coming = self._first_event()
        if coming is None:
            return self._run_on(until)
        if until is not None and until < coming.at:
            self.clock.advance_to(until)
            return None
        self.clock.advance_to(max(coming.at, self.clock.now()))
        self._last = self.clock.now()
        if isinstance(coming, PanelDone):
            self._refresh = None
        else:
            self._keys.consume()
            self.pods.note_source(coming.source)
        return coming

    def _first_event(self) -> Edge | PanelDone | None:
        """Return what comes first; the end of a refresh comes before an edge of the same time."""
        edge, refresh = self._keys.next_edge(), self._refresh
        if edge is None or (refresh is not None and refresh.at <= edge.at):
            return refresh
        return edge

    def _run_on(self, until: float | None) -> End | None:
        """Without further input, run on for a little longer; then return an End."""
        watched = max(self._last, self._keys.time_read) + LINGER_S
        if until is None or until > max(watched, self.clock.now()):
            return End()
        self.clock.advance_to(until)
        return None
