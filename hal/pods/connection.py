"""The connection to one board on a serial port: reads its lines, sends orders, and reports its keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firmware.pod.stream import MAX_IN_FLIGHT, TIME_MASK
from hal.keys.keys import KeyOutcome
from hal.pods.checkpointed_keys import CheckpointedKeys
from hal.pods.checkpoints import Checkpoints, pod_start
from hal.pods.events import PodEventKind
from hal.pods.host import ContactMoved, DroppedEdges, EdgesKnownUntil, Hello, HostLink, PodStartChanged
from hal.pods.ports import FoundPort, PodPort
from hal.pods.read_limits import ReadLimits
from hal.pods.send_queue import SendQueue

MAX_READ_BYTES = 4096
"""Maximum bytes of one read."""
MAX_HELLOS = 10
"""After this many unanswered hellos, a board counts as silent."""


class PodConnection:
    """A board on an open port. `source`, that of its presses, must be set when `read` yields its first hello."""

    def __init__(
        self,
        found_port: FoundPort,
        port: PodPort,
        checkpoints: Checkpoints,
        new_session_number: Callable[[], int],
        settle_s: float,
        now: float,
    ) -> None:
        self.found_port = found_port
        self.port = port
        self.read_limits = ReadLimits(now)
        self.send_queue = SendQueue()
        self.is_silent = False
        self.has_had_session = False
        """Whether a session was ever agreed on."""
        self.dropped_edge_count = 0
        """Edges that the pod had to drop, and that were not reported yet."""
        self._reported_at: dict[PodEventKind, float] = {}
        self._keys = CheckpointedKeys(checkpoints, settle_s)
        self._link = HostLink(new_session_number, self._claim_expected_edge, _to_milliseconds(now))
        self._unwritten_bytes = b""

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
        return self._link.last_hello

    @property
    def is_open(self) -> bool:
        """Whether there is a session with the pod."""
        return self._link.is_open

    @property
    def has_acknowledged_all(self) -> bool:
        """Whether the pod has acknowledged all cues and orders, and nothing sent to it is unacknowledged."""
        is_sending = self.send_queue.has_commands or self._link.stream.unacknowledged_count or self._unwritten_bytes
        return self.is_open and not is_sending

    def read(self, now: float, post: Callable[[KeyOutcome], None]) -> Iterator[Hello | PodEventKind | DroppedEdges]:
        """Read up to `MAX_READ_BYTES` bytes and process them. Raises whatever pyserial raises after unplugging."""
        data = self.port.read(MAX_READ_BYTES)
        lines_before = self._link.good_line_count
        for event in self._link.feed(data, _to_milliseconds(now)):
            if isinstance(event, ContactMoved | EdgesKnownUntil):
                self._keys.process(event, self._link.expected_edge, now, post)
            elif isinstance(event, PodStartChanged):
                self._keys.restart(self._link.expected_edge, now, post)
            else:
                if isinstance(event, Hello):
                    self._process_hello(event, now, post)
                yield event
        if self._link.good_line_count != lines_before:
            self.read_limits.note_good_line()
        elif self.read_limits.note_noise(data, now):
            yield PodEventKind.SENDS_NOISE
        self.read_limits.spend(len(data), now)

    def write(self, now: float) -> None:
        """Write what is due, as much as the port takes. To be called when the port is writable."""
        if not self._unwritten_bytes:
            self._fill_link()
            self._unwritten_bytes = self._link.take_due_line(_to_milliseconds(now))
        if self._unwritten_bytes:
            self._unwritten_bytes = self._unwritten_bytes[self.port.write(self._unwritten_bytes) or 0 :]

    def process_timeouts(self, now: float) -> None:
        """Process timeouts: of the session, and of unanswered hellos."""
        self._link.restart_if_silent(_to_milliseconds(now))
        if not self.has_had_session and self._link.hello_count >= MAX_HELLOS:
            self.is_silent = True

    def seconds_until_write(self, now: float) -> float:
        """Return the seconds until there may be something to write."""
        if self._unwritten_bytes or (self._can_send_payload() and self.send_queue.has_payloads):
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

    def finish(self, now: float, post: Callable[[KeyOutcome], None]) -> None:
        """Finish the keys of a pod that has been unplugged, so that its last edges count."""
        self._keys.finish(now, post)

    def _claim_expected_edge(self, hello: Hello) -> int | None:
        """Claim the checkpoint of a pod that has sent a hello. Returns the edge that is expected next from it; None if
        the pod is not known from before."""
        return self._keys.claim_checkpoint(pod_start(hello.boot_number, self.found_port.usb_socket), hello.oldest_edge)

    def _process_hello(self, hello: Hello, now: float, post: Callable[[KeyOutcome], None]) -> None:
        self.send_queue.note_restart()
        self.has_had_session = self.has_had_session or hello.session_version > 0
        self._keys.process_start(
            pod_start(hello.boot_number, self.found_port.usb_socket), self._link.expected_edge, now, post
        )

    def _can_send_payload(self) -> bool:
        """Whether the link's window has room for more."""
        return self.is_open and self._link.stream.unacknowledged_count < MAX_IN_FLIGHT

    def _fill_link(self) -> None:
        """Put queued payloads into the link, as far as there is room."""
        while self._can_send_payload():
            payload = self.send_queue.next_payload()
            if payload is None:
                return
            self._link.stream.queue_payload(payload, len(payload))


def _to_milliseconds(now: float) -> int:
    return int(now * 1000) & TIME_MASK
