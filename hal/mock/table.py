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
from hal.table.delivery import EventDelivery, TableInput
from hal.table.table import Event, InputEnd, RefreshDone

if TYPE_CHECKING:
    from PIL.Image import Image

LINGER_S = 5.0
"""Seconds for which the table runs on after the last event, so that timeouts that follow it happen, too."""


class PanelClock(Protocol):
    """The virtual clock of a panel."""

    def now(self) -> float: ...

    def advance_to(self, time_s: float) -> None:
        """Advance to `time_s`, in seconds, which is not in the past."""


class MockSignal:
    """Records the given cues, with the time of each."""

    def __init__(self, clock: VirtualClock) -> None:
        self.played_cues: list[tuple[float, Cue]] = []
        self._clock = clock

    def play(self, cue: Cue) -> None:
        self.played_cues.append((self._clock.now(), cue))


class MockPods:
    """The pods of a mock table. Every source of a key script is a pod of that name, unless `identities` has another.

    Records the cues, with their times, and the statuses given to the pods.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self.played_cues: list[tuple[float, Cue, str]] = []
        self.shown_statuses: list[tuple[Status, dict[str, Status]]] = []
        self.connected_sources: list[str] = []
        self.identities: dict[str, PodIdentity] = {}
        self._clock = clock

    def note_source(self, source: str) -> None:
        """Add a source to the connected pods at its first edge."""
        if source and source not in self.connected_sources:
            self.connected_sources.append(source)

    def sources(self) -> tuple[str, ...]:
        return tuple(self.connected_sources)

    def identity_of(self, source: str) -> PodIdentity | None:
        return self.identities.get(source, PodIdentity(source)) if source else None

    def play_cue(self, cue: Cue, source: str) -> None:
        self.played_cues.append((self._clock.now(), cue, source))

    def show_status(self, status: Status, by_source: Mapping[str, Status]) -> None:
        self.shown_statuses.append((status, dict(by_source)))


class MockTable:
    """A table that plays a key script. The lines of `script` are read as they are needed.

    `InputEnd` comes once the script is over, the panel is idle, and nothing has been due for `LINGER_S`.
    """

    def __init__(
        self, kind: PanelKind, script: Iterable[str], frames_directory: Path | None = None, mounting: Mounting = UPRIGHT
    ) -> None:
        """Create the table. Raises ValueError for an angle that a panel can't be rotated by."""
        self.clock = VirtualClock()
        self.signal = MockSignal(self.clock)
        self.readout: Readout | None = None
        self.pods = MockPods(self.clock)
        panel_clock = VirtualClock()
        self.panel = MockPanel(kind, panel_clock, frames_directory, mounting.rotation)
        self.attach(mount(self.panel, mounting), panel_clock)
        self._script = Script(script)
        self._keys = ScriptedKeys(iter(self._script))
        self._last_event_s = 0.0
        self._refresh_end: RefreshDone | None = None
        self._delivery = EventDelivery(self.clock, self._wait_until, max_stop_wait_s=lambda: 0.0)

    def attach(self, panel: Panel, clock: PanelClock) -> None:
        """Use this panel, with its own clock: `Panel.show` advances that clock by the time of a refresh."""
        self._mounted_panel = panel
        self._panel_clock = clock

    @property
    def panel_kind(self) -> PanelKind:
        return self._mounted_panel.kind

    @property
    def has_paused(self) -> bool:
        """Whether the script has had a pause so far."""
        return self._script.has_paused

    def next_event(self, deadline: float | None) -> Event:
        """Return the next event, and advance the clock to it.

        Raises ScriptError at a line that cannot be played.
        """
        # What happened while the caller was busy comes before a `Tick`, the event of a deadline that has passed.
        return self._delivery.next_event(None if deadline is None else max(deadline, self.clock.now()))

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
            self._mounted_panel.show(image, mode)
        except PanelError as failure:
            error = str(failure)
        except (ValueError, OSError):
            self._delivery.end_refresh()
            raise
        self._refresh_end = RefreshDone(self._panel_clock.now(), error)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def clear_history(self) -> None:
        """Forget the cues and statuses given so far."""
        self.signal.played_cues.clear()
        self.pods.played_cues.clear()
        self.pods.shown_statuses.clear()

    def _wait_until(self, deadline: float | None) -> TableInput | None:
        event = self._first_event()
        if event is None:
            return self._wait_without_input(deadline)
        if deadline is not None and deadline < event.time_s:
            self.clock.advance_to(deadline)
            return None
        self.clock.advance_to(max(event.time_s, self.clock.now()))
        self._last_event_s = self.clock.now()
        if isinstance(event, RefreshDone):
            self._refresh_end = None
        else:
            self._keys.consume()
            self.pods.note_source(event.source)
        return event

    def _first_event(self) -> Edge | RefreshDone | None:
        """Return what comes first; the end of a refresh comes before an edge of the same time."""
        edge, refresh = self._keys.next_edge(), self._refresh_end
        if edge is None or (refresh is not None and refresh.time_s <= edge.time_s):
            return refresh
        return edge

    def _wait_without_input(self, deadline: float | None) -> InputEnd | None:
        """Without further input, run on for a little longer; then return an `InputEnd`."""
        input_end_s = max(self._last_event_s, self._script.next_press_at) + LINGER_S
        if deadline is None or deadline > max(input_end_s, self.clock.now()):
            return InputEnd()
        self.clock.advance_to(deadline)
        return None
