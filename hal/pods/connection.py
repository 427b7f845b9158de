"""The connection to one board on a serial port: reads its lines, sends orders, and reports its keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firmware.pod.stream import TIME_MASK, WINDOW
from hal.keys.keys import Outcome
from hal.pods.checkpointed_keys import CheckpointedKeys
from hal.pods.checkpoints import Checkpoints, pod_start
from hal.pods.events import PodEventKind
from hal.pods.host import DroppedEdges, EdgeMoved, Hello, HostLink, KnownUntil, StartChanged
from hal.pods.ports import FoundPort, PodPort
from hal.pods.read_limits import ReadLimits
from hal.pods.send_queue import SendQueue

CHUNK = 4096
"""Maximum bytes of one read."""
MAX_HELLOS = 10
"""After this many unanswered hellos, a board counts as silent."""


class PodConnection:
    """A board on an open port. `source`, that of its presses, must be set as soon as the first hello comes."""

    def __init__(
        self,
        found: FoundPort,
        port: PodPort,
        checkpoints: Checkpoints,
        session: Callable[[], int],
        settle: float,
        now: float,
    ) -> None:
        self.found = found
        self.port = port
        self.limits = ReadLimits(now)
        self.sending = SendQueue()
        self.is_silent = False
        self.was_linked = False
        """Whether a session was ever agreed on."""
        self.dropped_edges = 0
        """Edges that the pod had to drop, and that were not reported yet."""
        self._reported_at: dict[PodEventKind, float] = {}
        self._keys = CheckpointedKeys(checkpoints, settle)
        self._link = HostLink(session, self._expected_edge, _to_milliseconds(now))
        self._unwritten = b""

    @property
    def source(self) -> str:
        """The source of the pod's presses; empty before its first hello."""
        return self._keys.source

    @source.setter
    def source(self, source: str) -> None:
        self._keys.source = source

    @property
    def last_hello(self) -> Hello | None:
        """The pod's last hello."""
        return self._link.hello

    @property
    def skipped_bytes(self) -> int:
        """Bytes that belonged to no good line."""
        return self._link.skipped_bytes

    @property
    def is_open(self) -> bool:
        """Whether there is a session with the pod."""
        return self._link.is_open

    @property
    def all_acknowledged(self) -> bool:
        """Whether the pod has acknowledged all cues and orders, and nothing sent to it is unacknowledged."""
        return (
            self.is_open and not self.sending.commands_waiting and not self._link.stream.waiting and not self._unwritten
        )

    def read(self, now: float, outcomes: Callable[[Outcome], None]) -> Iterator[Hello | PodEventKind | DroppedEdges]:
        """Read up to `CHUNK` bytes and process them. Raises whatever pyserial raises after unplugging."""
        data = self.port.read(CHUNK)
        good_lines = self._link.good_lines
        for event in self._link.feed(data, _to_milliseconds(now)):
            if isinstance(event, EdgeMoved):
                self._keys.process_edge(event, self._link.expected_edge, now, outcomes)
            elif isinstance(event, KnownUntil):
                self._keys.advance_to(event.at, self._link.expected_edge, now, outcomes)
            elif isinstance(event, StartChanged):
                self._keys.restart(self._link.expected_edge, now, outcomes)
            else:
                if isinstance(event, Hello):
                    self._on_hello(event, now, outcomes)
                yield event
        if self._link.good_lines != good_lines:
            self.limits.note_good_line()
        elif self.limits.note_noise(data, now):
            yield PodEventKind.BABBLING
        self.limits.spend(len(data), now)

    def write(self, now: float) -> None:
        """Write what is due, as much as the port takes. To be called when the port is writable."""
        if not self._unwritten:
            self._fill_link()
            self._unwritten = self._link.next_line(_to_milliseconds(now))
        if self._unwritten:
            self._unwritten = self._unwritten[self.port.write(self._unwritten) or 0 :]

    def process_timeouts(self, now: float) -> None:
        """Process timeouts: of the session, and of unanswered hellos."""
        self._link.restart_if_silent(_to_milliseconds(now))
        if not self.was_linked and self._link.hello_count >= MAX_HELLOS:
            self.is_silent = True

    def seconds_until_write(self, now: float) -> float:
        """Return the seconds until there may be something to write."""
        if self._unwritten or (self._has_room() and self.sending.has_payloads):
            return 0.0
        return self._link.milliseconds_until_line(_to_milliseconds(now)) / 1000

    def claim_report(self, kind: PodEventKind, now: float, interval_s: float) -> bool:
        """Whether to report this event of the board now. The same event is reported at most every `interval_s`
        seconds."""
        reported_at = self._reported_at.get(kind)
        if reported_at is not None and now < reported_at + interval_s:
            return False
        self._reported_at[kind] = now
        return True

    def finish(self, now: float, outcomes: Callable[[Outcome], None]) -> None:
        """Finish the keys of a pod that has been unplugged, so that its last edges count."""
        self._keys.finish(now, outcomes)

    def _expected_edge(self, hello: Hello) -> int | None:
        """Return the edge expected next from a pod that has sent a hello; None if it is not known from before."""
        return self._keys.claim_checkpoint(pod_start(hello.boot, self.found.place), hello.base)

    def _on_hello(self, hello: Hello, now: float, outcomes: Callable[[Outcome], None]) -> None:
        self.sending.note_restart()
        self.was_linked = self.was_linked or hello.version > 0
        self._keys.start(pod_start(hello.boot, self.found.place), self._link.expected_edge, now, outcomes)

    def _has_room(self) -> bool:
        """Whether the link's window has room for more."""
        return self.is_open and self._link.stream.waiting < WINDOW

    def _fill_link(self) -> None:
        """Put queued payloads into the link, as far as there is room."""
        while self._has_room():
            payload = self.sending.pop()
            if payload is None:
                return
            self._link.stream.put(payload, len(payload))


def _to_milliseconds(now: float) -> int:
    return int(now * 1000) & TIME_MASK
