"""All pods of a table, served by one thread. This is what the table uses."""

from __future__ import annotations

import select
import threading
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from hal.clock.clock import Clock, RealClock
from hal.pods.call_queue import CallQueue
from hal.pods.checkpoints import Checkpoints
from hal.pods.connection import PodConnection
from hal.pods.display_rows import MAX_COLUMNS, MAX_ROWS, status_rows
from hal.pods.events import PodEvent, PodEventKind, PodIdentity
from hal.pods.host import DroppedEdges, Hello
from hal.pods.plugged_pods import PluggedPods, PodOutput, PodTiming, PortAccess
from hal.pods.ports import FoundPort, PodPort, PortFinder, open_port
from hal.pods.send_queue import IDENTIFY_LETTER
from hal.signal.readout import Status
from hal.signal.signal import Cue
from values.named_tuple import NamedTuple

MAX_WAIT_S = 1.0
MAX_CLOSE_S = 2.0
MAX_WAITING_EVENTS = 256
"""If more events than this wait for the table, pods are not read: their data waits in buffers of the host and of the
pods."""
BUSY_PAUSE_S = 0.02
"""Seconds until it is checked whether they can be read again."""


class ConnectedPod(NamedTuple):
    """A pod that is plugged in and has a session."""

    source: str
    identity: PodIdentity
    port_name: str
    hello: Hello


class SerialPods:
    """Finds pods, communicates with them, and posts their presses and events.

    `post` is called from the pods' thread. `find_ports` returns the existing ports. `checkpoints` is the file that
    stores how far each pod was read; None stores that in memory. `waiting_event_count` returns how many events wait for
    the table. Nothing here raises, no pod can hold up another, and no pod can use ever more memory.
    """

    def __init__(
        self,
        post: Callable[[PodOutput], None],
        *,
        find_ports: Callable[[], Iterable[FoundPort]] | None = None,
        checkpoints: Path | None = None,
        clock: Clock | None = None,
        timing: PodTiming = PodTiming(),  # noqa: B008
        port_opener: Callable[[str], PodPort] = open_port,
        waiting_event_count: Callable[[], int] = lambda: 0,
    ) -> None:
        self._post = post
        self._waiting_event_count = waiting_event_count
        self._clock = clock if clock is not None else RealClock()
        ports = PortAccess(find_ports if find_ports is not None else PortFinder(), port_opener)
        self._plugged_pods = PluggedPods(post, ports, Checkpoints(checkpoints), self._clock, timing)
        self._status = Status("")
        self._status_by_source: Mapping[str, Status] = {}
        self._calls = CallQueue()
        self._is_ending = False
        self._thread = threading.Thread(target=self._run, name="pods", daemon=True)

    def start(self) -> SerialPods:
        """Start the thread. Returns self, so that the call can follow the constructor."""
        if find_spec("serial") is None:
            self._post(PodEvent(PodEventKind.NO_PYSERIAL, PodIdentity("")))
        self._thread.start()
        return self

    def close(self) -> None:
        """End the thread and close all ports. May be called again."""
        if self._is_ending:
            return
        self._is_ending = True
        self._calls.wakeup.wake_up()
        if self._thread.ident is None:
            self._calls.wakeup.close()
        else:
            self._thread.join(MAX_CLOSE_S)

    def sources(self) -> tuple[str, ...]:
        """Return the sources of the connected pods."""
        return tuple(pod.source for pod in self._plugged_pods if pod.source)

    def connected_pods(self) -> tuple[ConnectedPod, ...]:
        """Return the connected pods, with their last hello."""
        return tuple(
            ConnectedPod(pod.source, identity, pod.found_port.name, pod.last_hello)
            for pod in self._plugged_pods
            if pod.last_hello is not None and (identity := self.identity_of(pod.source)) is not None
        )

    def has_acknowledged_all(self, source: str) -> bool:
        """Whether a pod has acknowledged everything sent to it, and all queued calls are done."""
        pods = (pod for pod in self._plugged_pods if pod.source == source)
        return self._calls.is_done and all(pod.has_acknowledged_all for pod in pods)

    def identity_of(self, source: str) -> PodIdentity | None:
        """Return the pod of a source; None if the source is not a pod."""
        return self._plugged_pods.identity_of(source)

    def show_status(self, status: Status, by_source: Mapping[str, Status] | None = None) -> None:
        """Show a status on all displays; on those of the sources in `by_source`, the status there."""

        def show() -> None:
            self._status, self._status_by_source = status, by_source or {}
            for pod in self._plugged_pods:
                self._show_rows(pod)

        self._queue_call(show)

    def play_cue(self, cue: Cue, source: str) -> None:
        """Give a cue on the pod of a source."""
        self._queue_pod_call(source, lambda pod: pod.send_queue.put_cue(cue))

    def identify(self, source: str) -> None:
        """Make a pod blink for some seconds."""
        self._queue_pod_call(source, lambda pod: pod.send_queue.put_cue_letter(IDENTIFY_LETTER))

    def restart_for_update(self, source: str) -> None:
        """Restart a pod without its program, so that new files can be copied to it."""
        self._queue_pod_call(source, lambda pod: pod.send_queue.put_restart())

    def _queue_pod_call(self, source: str, action: Callable[[PodConnection], None]) -> None:
        def act() -> None:
            for pod in self._plugged_pods:
                if pod.source == source:
                    action(pod)

        self._queue_call(act)

    def _queue_call(self, function: Callable[[], None]) -> None:
        if not self._is_ending:
            self._calls.put(function)

    def _run(self) -> None:
        try:
            while not self._is_ending:
                self._calls.call_all()
                self._plugged_pods.scan_ports_if_due()
                self._serve_pods()
        finally:
            self._plugged_pods.close()
            self._calls.wakeup.close()

    def _serve_pods(self) -> None:
        readable, writable = self._wait(self._clock.now())
        now = self._clock.now()
        for pod in self._plugged_pods:
            try:
                descriptor = pod.port.fileno()
                if descriptor in readable:
                    self._read_pod(pod, now)
                pod.process_timeouts(now)
                if pod.dropped_edge_count and self._plugged_pods.report_if_due(
                    pod, PodEventKind.LOST_EDGES, now, str(pod.dropped_edge_count)
                ):
                    pod.dropped_edge_count = 0
                if descriptor in writable:
                    pod.write(now)
            # pyserial raises any of these after unplugging: OSError, termios.error, TypeError, ValueError.
            except Exception:
                self._plugged_pods.drop_unplugged(pod)
            else:
                if pod.is_silent:
                    self._plugged_pods.drop_silent(pod, now)

    def _wait(self, now: float) -> tuple[set[int], set[int]]:
        """Wait until a port is readable, or writable if something is due, or another thread queues a call."""
        wakeup = self._calls.wakeup
        read_descriptors, write_descriptors, max_wait_s = [wakeup.fileno()], [], self._plugged_pods.scan_at - now
        is_table_busy = self._waiting_event_count() >= MAX_WAITING_EVENTS
        for pod in self._plugged_pods:
            try:
                descriptor = pod.port.fileno()
            except Exception:
                self._plugged_pods.drop_unplugged(pod)
                continue
            if is_table_busy:
                max_wait_s = min(max_wait_s, BUSY_PAUSE_S)
            elif pod.read_limits.paused_until <= now:
                read_descriptors.append(descriptor)
            else:
                max_wait_s = min(max_wait_s, pod.read_limits.paused_until - now)
            until_write_s = pod.seconds_until_write(now)
            if until_write_s <= 0:
                write_descriptors.append(descriptor)
            else:
                max_wait_s = min(max_wait_s, until_write_s)
        try:
            wait_s = min(max(max_wait_s, 0.0), MAX_WAIT_S)
            readable, writable, _ = select.select(read_descriptors, write_descriptors, (), wait_s)
        except (OSError, ValueError):  # a port is gone: reading or writing finds which
            return set(read_descriptors), set(write_descriptors)
        if wakeup.fileno() in readable:
            wakeup.clear()
        return set(readable), set(writable)

    def _read_pod(self, pod: PodConnection, now: float) -> None:
        for event in pod.read(now, self._post):
            if isinstance(event, Hello):
                if self._plugged_pods.process_hello(pod, event, now):
                    self._show_rows(pod)
            elif isinstance(event, DroppedEdges):
                pod.dropped_edge_count += event.edge_count
            else:
                self._plugged_pods.report_if_due(pod, event, now)

    def _show_rows(self, pod: PodConnection) -> None:
        if pod.source and pod.last_hello is not None:
            status = self._status_by_source.get(pod.source, self._status)
            column_count = min(pod.last_hello.column_count, MAX_COLUMNS)
            row_count = min(pod.last_hello.row_count, MAX_ROWS)
            pod.send_queue.set_rows(status_rows(status, column_count, row_count))
