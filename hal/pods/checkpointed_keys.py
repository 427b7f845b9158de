"""Turn a pod's edges into presses.

The checkpoint is stored before each press is reported, so that none counts twice.
"""

from __future__ import annotations

from collections.abc import Callable

from hal.keys.keys import KeyOutcome
from hal.pods.checkpoints import Checkpoints, PodStart
from hal.pods.host import ContactMoved, EdgesKnownUntil
from hal.pods.pod_keys import Checkpoint, PodKeys

OutcomeCallback = Callable[[KeyOutcome], None]
"""The callback that receives presses and other outcomes."""


class CheckpointedKeys:
    """The contacts of the board on one port, across its restarts. `source` is that of the presses."""

    def __init__(self, checkpoints: Checkpoints, settle_s: float) -> None:
        self.source = ""
        self._checkpoints = checkpoints
        self._settle_s = settle_s
        self._keys: PodKeys | None = None
        self._pod_start: PodStart | None = None
        self._checkpoint: Checkpoint | None = None
        """The pod's checkpoint at its hello, if any."""
        self._next_edge = 0

    def claim_checkpoint(self, pod_start: PodStart, oldest_edge: int) -> int | None:
        """Return the edge expected next from a pod after its hello; None if it has no checkpoint.

        `oldest_edge` is its oldest edge.
        """
        self._checkpoint = self._checkpoints.claim(pod_start, oldest_edge)
        return None if self._checkpoint is None else self._checkpoint.next_edge

    def process_start(self, pod_start: PodStart, next_edge: int, now: float, post: OutcomeCallback) -> None:
        """Start or continue after a hello of the pod; its next edge is number `next_edge`."""
        if pod_start != self._pod_start:
            self.finish(now, post)
            self._pod_start = pod_start
        # The number of another start of the pod would acknowledge edges that were never received.
        self._next_edge = next_edge

    def restart(self, next_edge: int, now: float, post: OutcomeCallback) -> None:
        """Restart without the checkpoint: the pod has the number of an earlier start, but not its edges."""
        pod_start = self._pod_start
        self.finish(now, post)
        self._pod_start, self._checkpoint = pod_start, None
        self._next_edge = next_edge

    def process(self, event: ContactMoved | EdgesKnownUntil, next_edge: int, now: float, post: OutcomeCallback) -> None:
        """Process an edge, or the time up to which all edges are known; the next edge is number `next_edge`."""
        keys = self._resumed_keys()
        outcomes = keys.process_edge(event) if isinstance(event, ContactMoved) else keys.advance_to(event.pod_time_ms)
        keys.note_line_time(event.pod_time_ms, now)
        if outcomes or isinstance(event, ContactMoved):
            self._store_checkpoint(keys, next_edge)
        for outcome in outcomes:
            post(keys.with_host_time(outcome, now))

    def finish(self, now: float, post: OutcomeCallback) -> None:
        """Finish the keys of a pod that has been unplugged: report its last outcomes and release its checkpoint."""
        if self._pod_start is None:
            return
        if self._keys is not None:
            keys, self._keys = self._keys, None
            outcomes = keys.finish()
            self._checkpoints.store(self._pod_start, keys.checkpoint(self._next_edge))
            for outcome in outcomes:
                post(keys.with_host_time(outcome, now))
        self._checkpoints.release(self._pod_start)
        self._pod_start = None

    def _resumed_keys(self) -> PodKeys:
        """Return the state of the pod's contacts, resumed from the checkpoint if there is one."""
        if self._keys is None:
            self._keys = PodKeys(self.source, self._settle_s)
            if self._checkpoint is not None:
                self._next_edge = self._checkpoint.next_edge
                self._keys.resume(self._checkpoint)
        return self._keys

    def _store_checkpoint(self, keys: PodKeys, next_edge: int) -> None:
        """Store the checkpoint, before the press is reported.

        If the program ends in between, the press is lost and does not count twice.
        """
        self._next_edge = next_edge
        assert self._pod_start is not None  # edges come in sessions, which begin with a hello
        self._checkpoints.store(self._pod_start, keys.checkpoint(next_edge))
