"""Turn a pod's edges into presses, by the pod's own clock.

A line may come late: it was sent again, or the host was busy. So debouncing and holds use the pod's clock, and only up
to the time until which the pod has reported everything. A late release can't turn a press into a hold.
"""

from __future__ import annotations

from firmware.pod.stream import TIME_MASK
from hal.keys.debounce import Contacts, Debouncer
from hal.keys.keys import Edge, Outcome, Press
from hal.pods.host import EdgeMoved
from values.named_tuple import NamedTuple

DRIFT = 1e-4
"""How far two crystals may drift apart, in seconds per second."""


class Checkpoint(NamedTuple):
    """The state of a pod that the program needs to continue after a restart.

    `position` is the number of the edge expected next. `until` is the time of the pod's clock up to which outcomes
    were reported. `held` are the contacts that are not open and at rest then, with times in seconds relative to
    `until` (0 or less).
    """

    position: int
    until: int
    held: Contacts = Contacts()


class PodKeys:
    """The contacts of one pod since its start."""

    def __init__(self, source: str, settle: float) -> None:
        self._source = source
        self._settle = settle
        self._debouncer = Debouncer(settle)
        self._wire = -1
        self._ms = 0
        self._offset: float | None = None
        self._offset_at = 0.0

    def resume(self, checkpoint: Checkpoint) -> None:
        """Resume from the checkpoint of another run of the program."""
        if checkpoint.held.contacts:
            now = self._pod_seconds(checkpoint.until)
            self._debouncer.restore(self._source, checkpoint.held.shifted(now), now)

    def checkpoint(self, position: int) -> Checkpoint:
        """Return the checkpoint from which another run could resume."""
        held = self._debouncer.contacts(self._source)
        return Checkpoint(position, max(self._wire, 0), held.shifted(-self._ms / 1000))

    def process_edge(self, moved: EdgeMoved) -> tuple[Outcome, ...]:
        """Process an edge. Returns its outcomes, dated in seconds of the pod's clock."""
        at = self._pod_seconds(moved.at)
        outcomes = self._debouncer.edge(Edge(moved.key, moved.down, at, self._source))
        return outcomes + self._debouncer.outcomes_until(at)

    def advance_to(self, wire: int) -> tuple[Outcome, ...]:
        """Advance to a pod time (milliseconds, may wrap around) up to which all edges are known; returns the outcomes
        due by then."""
        return self._debouncer.outcomes_until(self._pod_seconds(wire))

    def finish(self) -> tuple[Outcome, ...]:
        """Return the last presses of a pod that has been unplugged: a key released last counts as released."""
        outcomes = self._debouncer.outcomes_until(self._ms / 1000 + self._settle)
        return tuple(outcome for outcome in outcomes if isinstance(outcome, Press))

    def note_line_time(self, wire: int, now: float) -> None:
        """Note that a line of time `wire` came at `now`: the offset of the clocks is that of the fastest line."""
        offset = now - self._pod_seconds(wire)
        if self._offset is not None:
            offset = min(offset, self._offset + DRIFT * (now - self._offset_at))
        self._offset, self._offset_at = offset, now

    def with_host_time(self, outcome: Outcome, now: float) -> Outcome:
        """Return the outcome dated by the host's clock, and not in its future."""
        at = now if self._offset is None else min(now, outcome.at + self._offset)
        if isinstance(outcome, Press):
            return Press(outcome.key, outcome.gesture, at, outcome.source)
        return outcome._replace(at=at)

    def _pod_seconds(self, wire: int) -> float:
        """Return the pod's time in seconds, without wraparound. A time earlier than the last counts as the last."""
        if self._wire < 0:
            self._wire = wire
            self._ms = wire
        step = (wire - self._wire) & TIME_MASK
        if step <= TIME_MASK >> 1:
            self._wire = wire
            self._ms += step
        return self._ms / 1000
