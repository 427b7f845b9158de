"""From a pod's edges to presses, in the pod's own time.

A line may come late: it was resent, or the host was busy. So debouncing and holds go by the pod's clock, and only up to
the moment until which the pod has said that everything is told. A late release can't make a hold of a press.
"""

from __future__ import annotations

from firmware.pod.stream import TIME_MASK
from hal.keys.debounce import Contacts, Debouncer
from hal.keys.keys import Edge, Outcome, Press
from hal.pods.host import Moved
from values.named_tuple import NamedTuple

DRIFT = 1e-4
"""How far two crystals may drift apart, in seconds a second."""


class Checkpoint(NamedTuple):
    """What must be known of a pod to go on with it after a restart of the program.

    `position` is the edge expected next, `until` the moment of the pod's clock up to which everything was told on, and
    `held` the contacts that are not open and at rest then, with times in seconds from that moment (0 or less).
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
        """Take up where another program has left off."""
        if checkpoint.held.contacts:
            now = self._seconds(checkpoint.until)
            self._debouncer.resume(self._source, checkpoint.held.later(now), now)

    def checkpoint(self, position: int) -> Checkpoint:
        """What another program would need to go on from here."""
        held = self._debouncer.contacts(self._source)
        return Checkpoint(position, max(self._wire, 0), held.later(-self._ms / 1000))

    def move(self, moved: Moved) -> tuple[Outcome, ...]:
        """A contact has moved; what has come of it, dated in seconds of the pod's clock."""
        at = self._seconds(moved.at)
        outcomes = self._debouncer.edge(Edge(moved.key, moved.down, at, self._source))
        return outcomes + self._debouncer.tick(at)

    def until(self, wire: int) -> tuple[Outcome, ...]:
        """Nothing else has happened until this moment, in milliseconds of the pod's clock."""
        return self._debouncer.tick(self._seconds(wire))

    def finish(self) -> tuple[Outcome, ...]:
        """The pod has gone, and will not say any more whether a key let go last stays so: it counts as let go."""
        outcomes = self._debouncer.tick(self._ms / 1000 + self._settle)
        return tuple(outcome for outcome in outcomes if isinstance(outcome, Press))

    def heard(self, wire: int, now: float) -> None:
        """A line of this moment of the pod's clock came at `now`: the quickest one tells how the clocks stand."""
        seen = now - self._seconds(wire)
        if self._offset is not None:
            seen = min(seen, self._offset + DRIFT * (now - self._offset_at))
        self._offset, self._offset_at = seen, now

    def dated(self, outcome: Outcome, now: float) -> Outcome:
        """The same outcome, dated by the host's clock, and not in its future."""
        at = now if self._offset is None else min(now, outcome.at + self._offset)
        if isinstance(outcome, Press):
            return Press(outcome.key, outcome.gesture, at, outcome.source)
        return outcome._replace(at=at)

    def _seconds(self, wire: int) -> float:
        """The pod's clock without its going round. Earlier moments than the last are the last."""
        if self._wire < 0:
            self._wire = wire
            self._ms = wire
        step = (wire - self._wire) & TIME_MASK
        if step <= TIME_MASK >> 1:
            self._wire = wire
            self._ms += step
        return self._ms / 1000
