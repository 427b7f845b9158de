"""Turn a pod's edges into presses.

The checkpoint is stored before each press is reported, so that none counts twice.
"""

from __future__ import annotations

from collections.abc import Callable

from hal.keys.keys import Outcome
from hal.pods.checkpoints import Checkpoints, PodStart
from hal.pods.host import EdgeMoved
from hal.pods.pod_keys import Checkpoint, PodKeys

PostOutcome = Callable[[Outcome], None]
"""The callback that receives presses and other outcomes."""


class CheckpointedKeys:
    """The contacts of the board on one port, across its restarts. `source` is that of the presses."""

    def __init__(self, checkpoints: Checkpoints, settle: float) -> None:
        self.source = ""
        self._checkpoints = checkpoints
        self._settle = settle
        self._keys: PodKeys | None = None
        self._start: PodStart | None = None
        self._checkpoint: Checkpoint | None = None
        """The pod's checkpoint at its hello, if any."""
        self._position = 0

    def claim_checkpoint(self, start: PodStart, base: int) -> int | None:
        """Return the edge expected next from a pod after its hello; None if it has no checkpoint.

        `base` is its oldest edge.
        """
        self._checkpoint = self._checkpoints.claim(start, base)
        return None if self._checkpoint is None else self._checkpoint.position

    def start(self, start: PodStart, position: int, now: float, outcomes: PostOutcome) -> None:
        """Start or continue after a hello of the pod; its next edge is number `position`."""
        if start != self._start:
            self.finish(now, outcomes)
            self._start = start
        # The number of another start of the pod would acknowledge edges that were never received.
        self._position = position

    def restart(self, position: int, now: float, outcomes: PostOutcome) -> None:
        """Restart without the checkpoint: the pod has the number of an earlier start, but not its edges."""
        start = self._start
        self.finish(now, outcomes)
        self._start, self._checkpoint = start, None
        self._position = position

    def process_edge(self, moved: EdgeMoved, position: int, now: float, outcomes: PostOutcome) -> None:
        """Process an edge; the next one is number `position`."""
        keys = self._resumed_keys()
        results = keys.process_edge(moved)
        keys.note_line_time(moved.at, now)
        self._store_checkpoint(keys, position)
        for outcome in results:
            outcomes(keys.with_host_time(outcome, now))

    def advance_to(self, at: int, position: int, now: float, outcomes: PostOutcome) -> None:
        """Process the time, in milliseconds of the pod's clock, up to which all edges are known."""
        keys = self._resumed_keys()
        results = keys.advance_to(at)
        keys.note_line_time(at, now)
        if results:
            self._store_checkpoint(keys, position)
        for outcome in results:
            outcomes(keys.with_host_time(outcome, now))

    def finish(self, now: float, outcomes: PostOutcome) -> None:
        """Finish the keys of a pod that has been unplugged: report its last outcomes and release its checkpoint."""
        if self._start is None:
            return
        if self._keys is not None:
            keys, self._keys = self._keys, None
            results = keys.finish()
            self._checkpoints.store(self._start, keys.checkpoint(self._position))
            for outcome in results:
                outcomes(keys.with_host_time(outcome, now))
        self._checkpoints.release(self._start)
        self._start = None

    def _resumed_keys(self) -> PodKeys:
        """Return the state of the pod's contacts, resumed from the checkpoint if there is one."""
        if self._keys is None:
            self._keys = PodKeys(self.source, self._settle)
            if self._checkpoint is not None:
                self._position = self._checkpoint.position
                self._keys.resume(self._checkpoint)
        return self._keys

    def _store_checkpoint(self, keys: PodKeys, position: int) -> None:
        """Store the checkpoint, before the press is reported.

        If the program ends in between, the press is lost and does not count twice.
        """
        self._position = position
        assert self._start is not None  # edges come in sessions, which begin with a hello
        self._checkpoints.store(self._start, keys.checkpoint(position))
