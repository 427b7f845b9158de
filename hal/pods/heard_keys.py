"""What a pod's contacts do, and how far the pod was heard: kept first, so that nothing counts twice."""

from __future__ import annotations

from collections.abc import Callable

from hal.keys.keys import Outcome
from hal.pods.checkpoints import Checkpoints, PodStart
from hal.pods.host import Moved
from hal.pods.pod_keys import Checkpoint, PodKeys

Outcomes = Callable[[Outcome], None]
"""Where presses and the like go."""


class HeardKeys:
    """The contacts of the board on one port, through all its starts. `source` is that of the presses."""

    def __init__(self, checkpoints: Checkpoints, settle: float) -> None:
        self.source = ""
        self._checkpoints = checkpoints
        self._settle = settle
        self._keys: PodKeys | None = None
        self._start: PodStart | None = None
        self._checkpoint: Checkpoint | None = None
        """What was known of the pod when it greeted."""
        self._position = 0

    def claim(self, start: PodStart, base: int) -> int | None:
        """The edge expected next from a pod that has greeted, if it was heard before; `base` is its oldest one."""
        self._checkpoint = self._checkpoints.claim(start, base)
        return None if self._checkpoint is None else self._checkpoint.position

    def begin(self, start: PodStart, position: int, now: float, outcomes: Outcomes) -> None:
        """The pod has greeted; its next edge is that of `position`."""
        if start != self._start:
            self.finish(now, outcomes)
            self._start = start
        # The number of another start of the pod would acknowledge what was never heard.
        self._position = position

    def begin_anew(self, position: int, now: float, outcomes: Outcomes) -> None:
        """The pod has the number of an earlier start, but not its past."""
        start = self._start
        self.finish(now, outcomes)
        self._start, self._checkpoint = start, None
        self._position = position

    def move(self, moved: Moved, position: int, now: float, outcomes: Outcomes) -> None:
        """A contact has moved; the next edge is that of `position`."""
        keys = self._known()
        come = keys.move(moved)
        keys.heard(moved.at, now)
        self._mark(keys, position)
        for outcome in come:
            outcomes(keys.dated(outcome, now))

    def until(self, at: int, position: int, now: float, outcomes: Outcomes) -> None:
        """Nothing else has happened until this moment, in milliseconds of the pod's clock."""
        keys = self._known()
        come = keys.until(at)
        keys.heard(at, now)
        if come:
            self._mark(keys, position)
        for outcome in come:
            outcomes(keys.dated(outcome, now))

    def finish(self, now: float, outcomes: Outcomes) -> None:
        """The pod has gone: let what it said last count."""
        if self._start is None:
            return
        if self._keys is not None:
            keys, self._keys = self._keys, None
            come = keys.finish()
            self._checkpoints.set(self._start, keys.checkpoint(self._position))
            for outcome in come:
                outcomes(keys.dated(outcome, now))
        self._checkpoints.release(self._start)
        self._start = None

    def _known(self) -> PodKeys:
        """What is known of the pod's contacts, from before if it was heard before."""
        if self._keys is None:
            self._keys = PodKeys(self.source, self._settle)
            if self._checkpoint is not None:
                self._position = self._checkpoint.position
                self._keys.resume(self._checkpoint)
        return self._keys

    def _mark(self, keys: PodKeys, position: int) -> None:
        """First the mark, then the press: a program that ends between has not heard it, and nor has the table."""
        self._position = position
        assert self._start is not None  # edges come in sessions, which begin with a hello
        self._checkpoints.set(self._start, keys.checkpoint(position))
