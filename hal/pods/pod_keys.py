"""Turn a pod's edges into presses, by the pod's own clock.

A line may come late: it was sent again, or the host was busy. So debouncing and holds use the pod's clock, and only up
to the time until which the pod has reported everything. A late release can't turn a press into a hold.
"""

from __future__ import annotations

from firmware.pod.stream import TIME_MASK
from hal.keys.debounce import Debouncer, SourceContacts
from hal.keys.keys import Edge, KeyOutcome, Press
from hal.pods.host import ContactMoved
from values.named_tuple import NamedTuple

MAX_CLOCK_DRIFT = 1e-4
"""How far two crystals may drift apart, in seconds per second."""


class Checkpoint(NamedTuple):
    """The state of a pod that the program needs to continue after a restart.

    `next_edge` is the number of the edge expected next. `pod_time_ms` is the time of the pod's clock up to which
    outcomes were reported. `contacts` are the contacts that are not open and at rest then, with times in seconds
    relative to `pod_time_ms` (0 or less).
    """

    next_edge: int
    pod_time_ms: int
    contacts: SourceContacts = SourceContacts()


class PodKeys:
    """The contacts of one pod since its start."""

    def __init__(self, source: str, settle_s: float) -> None:
        self._source = source
        self._settle_s = settle_s
        self._debouncer = Debouncer(settle_s)
        self._last_pod_time_ms = -1
        self._unwrapped_ms = 0
        self._clock_offset_s: float | None = None
        self._offset_measured_at = 0.0

    def resume(self, checkpoint: Checkpoint) -> None:
        """Resume from the checkpoint of another run of the program."""
        if checkpoint.contacts.contacts:
            now = self._advance_pod_clock(checkpoint.pod_time_ms)
            self._debouncer.restore(self._source, checkpoint.contacts.shifted(now), now)

    def checkpoint(self, next_edge: int) -> Checkpoint:
        """Return the checkpoint from which another run could resume."""
        contacts = self._debouncer.contacts(self._source)
        return Checkpoint(next_edge, max(self._last_pod_time_ms, 0), contacts.shifted(-self._unwrapped_ms / 1000))

    def process_edge(self, edge: ContactMoved) -> tuple[KeyOutcome, ...]:
        """Process an edge. Returns its outcomes, dated in seconds of the pod's clock."""
        pod_time_s = self._advance_pod_clock(edge.pod_time_ms)
        outcomes = self._debouncer.process_edge(Edge(edge.key, edge.is_closed, pod_time_s, self._source))
        return outcomes + self._debouncer.outcomes_until(pod_time_s)

    def advance_to(self, pod_time_ms: int) -> tuple[KeyOutcome, ...]:
        """Advance to a pod time (milliseconds, may wrap around) up to which all edges are known; returns the outcomes
        due by then."""
        return self._debouncer.outcomes_until(self._advance_pod_clock(pod_time_ms))

    def finish(self) -> tuple[KeyOutcome, ...]:
        """Return the last presses of a pod that has been unplugged: a key released last counts as released."""
        outcomes = self._debouncer.outcomes_until(self._unwrapped_ms / 1000 + self._settle_s)
        return tuple(outcome for outcome in outcomes if isinstance(outcome, Press))

    def note_line_time(self, pod_time_ms: int, now: float) -> None:
        """Note that a line of time `pod_time_ms` came at `now`: the offset of the clocks is that of the fastest
        line."""
        offset_s = now - self._advance_pod_clock(pod_time_ms)
        if self._clock_offset_s is not None:
            offset_s = min(offset_s, self._clock_offset_s + MAX_CLOCK_DRIFT * (now - self._offset_measured_at))
        self._clock_offset_s, self._offset_measured_at = offset_s, now

    def with_host_time(self, outcome: KeyOutcome, now: float) -> KeyOutcome:
        """Return the outcome dated by the host's clock, and not in its future."""
        time_s = now if self._clock_offset_s is None else min(now, outcome.time_s + self._clock_offset_s)
        if isinstance(outcome, Press):
            return Press(outcome.key, outcome.gesture, time_s, outcome.source)
        return outcome._replace(time_s=time_s)

    def _advance_pod_clock(self, pod_time_ms: int) -> float:
        """Advance to a time of the pod's clock, and return it in seconds, without wraparound.

        A time earlier than the last counts as the last.
        """
        if self._last_pod_time_ms < 0:
            self._last_pod_time_ms = pod_time_ms
            self._unwrapped_ms = pod_time_ms
        step_ms = (pod_time_ms - self._last_pod_time_ms) & TIME_MASK
        if step_ms <= TIME_MASK >> 1:
            self._last_pod_time_ms = pod_time_ms
            self._unwrapped_ms += step_ms
        return self._unwrapped_ms / 1000
