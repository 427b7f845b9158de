"""One port with a board on it: bytes in, bytes out, and what a pod's life is made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import zip_longest

from firmware.pod.frame import MAX_LINE
from firmware.pod.stream import TIME_MASK, WINDOW
from hal.keys.keys import Outcome
from hal.pods.checkpoints import Checkpoints, PodStart, start
from hal.pods.events import PodEventKind
from hal.pods.host import Anew, Hello, HostLink, Missing, Moved, Until
from hal.pods.pod_keys import Checkpoint, PodKeys
from hal.pods.ports import FoundPort, PodPort
from hal.signal.signal import Cue

CHUNK = 4096
"""Bytes read at a time at most."""
RATE = 16_000
"""Bytes a second that are read from a port in the long run: five times what a pod says while a finger is on it."""
BURST = 1 << 16
"""Bytes that may come at once: as many as Linux keeps of a port while the program does not read."""
LEAST = 64
"""Bytes that a look at a port counts for at least, so that they can't come one by one for ever."""
HOLD_S = 0.05
LONGEST_HOLD_S = 1.0
"""How long a port that sends nothing good is left alone: at first, and in the end."""
BABBLE = 16
"""After so many holds in a row a pod is said to babble."""
UNANSWERED = 10
"""Hellos after which a board counts as silent."""
CUES = 8
"""Cues that wait for a pod at most; older ones have lost their sense."""

_LETTERS = {
    Cue.HEARD: "h",
    Cue.ACCEPTED: "a",
    Cue.REFUSED: "r",
    Cue.ARMED: "m",
    Cue.TROUBLE: "t",
    Cue.YOUR_TURN: "y",
}
IDENTIFY = "i"


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
        self.source = ""
        self.held_until = 0.0
        self.silent = False
        self.linked = False
        """Whether a session was ever agreed upon."""
        self.missing = 0
        """Edges that the pod had to forget, and that nobody has been told of."""
        self._told_at: dict[PodEventKind, float] = {}
        self._checkpoints = checkpoints
        self._settle = settle
        self._link = HostLink(session, self._position, _ms(now))
        self._keys: PodKeys | None = None
        self._start: PodStart | None = None
        self._checkpoint: Checkpoint | None = None
        """What was known of the pod when it greeted."""
        self._heard = 0
        self._budget = float(BURST)
        self._read_at = now
        self._noise = 0
        self._hold = 0.0
        self._holds = 0
        self._out = b""
        self._cues: deque[str] = deque(maxlen=CUES)
        self._rows: tuple[str, ...] = ()
        self._shown: list[str] = []
        self._farewell = False

    @property
    def hello(self) -> Hello | None:
        """What the pod last said of itself."""
        return self._link.hello

    @property
    def skipped(self) -> int:
        """Bytes that meant nothing."""
        return self._link.skipped

    @property
    def open(self) -> bool:
        """Whether the pod is being spoken with."""
        return self._link.open

    @property
    def taken(self) -> bool:
        """Whether the pod has taken all that was to be said to it."""
        return self.open and not self._cues and not self._farewell and not self._link.stream.waiting and not self._out

    def read(self, now: float, outcomes: Callable[[Outcome], None]) -> Iterator[Hello | PodEventKind | Missing]:
        """Read what there is, at most `CHUNK`. Raises whatever pyserial raises when the plug is out."""
        data = self.port.read(CHUNK)
        good = self._link.good
        for said in self._link.feed(data, _ms(now)):
            if isinstance(said, Moved):
                self._moved(said, now, outcomes)
            elif isinstance(said, Until):
                self._told(said, now, outcomes)
            elif isinstance(said, Anew):
                self._begun_anew(now, outcomes)
            else:
                if isinstance(said, Hello):
                    self._greeted(said, now, outcomes)
                yield said
        if self._link.good != good:
            self._noise, self._hold, self._holds = 0, 0.0, 0
        elif self._is_noise(data):
            yield from self._leave_alone(now)
        self._spend(len(data), now)

    def write(self, now: float) -> None:
        """Write what is due, as far as the port takes it. To be called when it can be written to."""
        if not self._out:
            self._say()
            self._out = self._link.fill(_ms(now))
        if self._out:
            self._out = self._out[self.port.write(self._out) or 0 :]

    def tick(self, now: float) -> None:
        """See to what time brings."""
        self._link.quieten(_ms(now))
        if not self.linked and self._link.greeted >= UNANSWERED:
            self.silent = True

    def wait(self, now: float) -> float:
        """Seconds until there may be something to write."""
        if self._out or (self.open and (self._farewell or self._cues or self._unshown())):
            return 0.0
        return self._link.wait(_ms(now)) / 1000

    def may_tell(self, what: PodEventKind, now: float, seldom: float) -> bool:
        """Whether this may be told of the board now: what is told again and again is told every `seldom` seconds."""
        told = self._told_at.get(what)
        if told is not None and now < told + seldom:
            return False
        self._told_at[what] = now
        return True

    def cue(self, letter: str) -> None:
        """Give a cue, by its letter of the protocol."""
        self._cues.append(letter)

    def give(self, cue: Cue) -> None:
        """Give one of the table's cues."""
        self.cue(_LETTERS[cue])

    def show(self, rows: tuple[str, ...]) -> None:
        """Have the display show these rows."""
        self._rows = rows

    def update(self) -> None:
        """Ask the pod to start anew for new files."""
        self._farewell = True

    def _position(self, hello: Hello) -> int | None:
        """The edge expected next from a pod that has greeted, if it was heard before."""
        self._checkpoint = self._checkpoints.claim(start(hello.boot, self.found.place), hello.base)
        return None if self._checkpoint is None else self._checkpoint.position

    def finish(self, now: float, outcomes: Callable[[Outcome], None]) -> None:
        """The pod has gone: let what it said last count."""
        if self._start is None:
            return
        if self._keys is not None:
            pod_keys, self._keys = self._keys, None
            come = pod_keys.finish()
            self._checkpoints.set(self._start, pod_keys.checkpoint(self._heard))
            for outcome in come:
                outcomes(pod_keys.dated(outcome, now))
        self._checkpoints.release(self._start)
        self._start = None

    def _greeted(self, hello: Hello, now: float, outcomes: Callable[[Outcome], None]) -> None:
        self._shown = []
        self.linked = self.linked or hello.version > 0
        greeted = start(hello.boot, self.found.place)
        if greeted != self._start:
            self.finish(now, outcomes)
            self._start = greeted
        # The number of another start of the pod would acknowledge what was never heard.
        self._heard = self._link.position

    def _begun_anew(self, now: float, outcomes: Callable[[Outcome], None]) -> None:
        """The pod has the number of an earlier start, but not its past."""
        pod = self._start
        self.finish(now, outcomes)
        self._start, self._checkpoint = pod, None
        self._heard = self._link.position

    def _moved(self, moved: Moved, now: float, outcomes: Callable[[Outcome], None]) -> None:
        pod_keys = self._its_keys()
        come = pod_keys.move(moved)
        pod_keys.heard(moved.at, now)
        self._mark(pod_keys)
        for outcome in come:
            outcomes(pod_keys.dated(outcome, now))

    def _told(self, until: Until, now: float, outcomes: Callable[[Outcome], None]) -> None:
        pod_keys = self._its_keys()
        come = pod_keys.until(until.at)
        pod_keys.heard(until.at, now)
        if come:
            self._mark(pod_keys)
        for outcome in come:
            outcomes(pod_keys.dated(outcome, now))

    def _its_keys(self) -> PodKeys:
        """What is known of the pod's contacts, from before if it was heard before."""
        if self._keys is None:
            self._keys = PodKeys(self.source, self._settle)
            if self._checkpoint is not None:
                self._heard = self._checkpoint.position
                self._keys.resume(self._checkpoint)
        return self._keys

    def _mark(self, pod_keys: PodKeys) -> None:
        """First the mark, then the press: a program that ends between has not heard it, and nor has the table."""
        self._heard = self._link.position
        assert self._start is not None  # edges come in sessions, which begin with a hello
        self._checkpoints.set(self._start, pod_keys.checkpoint(self._heard))

    def _spend(self, count: int, now: float) -> None:
        """Leave the port alone for as long as it is over its budget: no pod can keep the processor busy."""
        self._budget = min(BURST, self._budget + (now - self._read_at) * RATE) - max(count, LEAST)
        self._read_at = now
        if self._budget < 0:
            self.held_until = max(self.held_until, now - self._budget / RATE)

    def _is_noise(self, data: bytes) -> bool:
        """Whether what came since the last good line is more than the beginning of another."""
        self._noise += len(data)
        return self._noise > MAX_LINE or (len(data) > 1 and b"\n" in data)

    def _leave_alone(self, now: float) -> Iterator[PodEventKind]:
        self._hold = min(max(HOLD_S, self._hold * 2), LONGEST_HOLD_S) if self._holds > 2 else HOLD_S
        self._holds += 1
        self.held_until = now + self._hold
        if self._holds == BABBLE:
            yield PodEventKind.BABBLING

    def _unshown(self) -> int | None:
        """The first row that the display does not show yet."""
        for row, (wanted, shown) in enumerate(zip_longest(self._rows, self._shown, fillvalue="")):
            if wanted != shown or row >= len(self._shown):
                return row
        return None

    def _say(self) -> None:
        """Put what is to be said into the link, as far as there is room: cues first, rows as they are by then."""
        stream = self._link.stream
        while self.open and stream.waiting < WINDOW:
            if self._cues:
                payload = f"L {self._cues.popleft()}"
            elif (row := self._unshown()) is not None:
                self._shown[row : row + 1] = [self._rows[row]]
                payload = f"T {row} {self._rows[row]}"
            elif self._farewell:
                self._farewell = False
                payload = "U"
            else:
                return
            stream.put(payload.encode("ascii"), len(payload))


def _ms(now: float) -> int:
    return int(now * 1000) & TIME_MASK
