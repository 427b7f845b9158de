"""Deliver payloads in order and once: numbers, acknowledgements and resending; see docs/pod-protocol.md, “Order”.

Both ends use this: a ring of payloads that are not acknowledged yet, and the number expected next from the other end.
Numbers have sixteen bits and wrap around. Times are milliseconds and wrap around, too. Nothing allocates memory after
`__init__`.
"""

WINDOW = 8
"""Maximum lines under way without being acknowledged."""
RESEND_MS = 60
"""After this many milliseconds without an acknowledgement, everything unacknowledged is sent again."""
TIME_MASK = 0xFFFFFFF
"""Milliseconds in the protocol have 28 bits: they wrap around every three days."""
_MASK = 0xFFFF
_HALF = 0x8000


def since(now: int, then: int) -> int:
    """Return the milliseconds from one time to a later one."""
    return (now - then) & TIME_MASK


def ahead(number: int, other: int) -> int:
    """Return how far a sequence number is ahead of another, up to 32767; negative if it is behind."""
    return ((number - other + _HALF) & _MASK) - _HALF


class Stream:
    """Both directions of a link, at one of its ends.

    At most `capacity` payloads of at most `longest` bytes are stored; `capacity` is a power of two.
    """

    def __init__(self, capacity: int, longest: int) -> None:
        self.base = 0
        """The oldest number that is not acknowledged."""
        self.next = 0
        """The number of the next payload."""
        self.expected = 0
        """The number that the other end must send next."""
        self.lost = 0
        """How many payloads were dropped because the ring was full."""
        self.ack_due = False
        """Whether `expected` must be sent to the other end soon."""
        self._capacity = capacity
        self._sent = 0
        self._sent_at = 0
        self._slots = [bytearray(longest) for _ in range(capacity)]
        self._lengths = bytearray(capacity)

    @property
    def waiting(self) -> int:
        """How many payloads are not acknowledged."""
        return (self.next - self.base) & _MASK

    def put(self, payload: bytes | bytearray, length: int) -> None:
        """Queue a payload. If the ring is full, the oldest one is dropped."""
        if self.waiting == self._capacity:
            self.base = (self.base + 1) & _MASK
            self.lost += 1
            self._catch_up()
        slot = self._slots[self.next % self._capacity]
        for at in range(length):
            slot[at] = payload[at]
        self._lengths[self.next % self._capacity] = length
        self.next = (self.next + 1) & _MASK

    def restart(self) -> None:
        """Begin a new session: unacknowledged payloads are sent again, and the other end counts from 0."""
        self._sent = self.base
        self.expected = 0
        self.ack_due = False

    def due(self, now: int) -> int:
        """Return the number to be sent now; -1 if there is none."""
        if self._sent != self.base and since(now, self._sent_at) >= RESEND_MS:
            self._sent = self.base
        if self._sent == self.next or (self._sent - self.base) & _MASK >= WINDOW:
            return -1
        return self._sent

    def wait(self, now: int) -> int:
        """Return the milliseconds until `due` may return a number again; -1 if that needs an event."""
        if self.due(now) >= 0:
            return 0
        return -1 if self._sent == self.base else RESEND_MS - since(now, self._sent_at)

    def copy(self, number: int, buffer: bytearray, at: int) -> int:
        """Copy a payload into a buffer; returns its length."""
        index = number % self._capacity
        slot = self._slots[index]
        length = self._lengths[index]
        for place in range(length):
            buffer[at + place] = slot[place]
        return length

    def note_sent(self, now: int) -> None:
        """Note that the payload that was due has been sent."""
        self._sent = (self._sent + 1) & _MASK
        self._sent_at = now

    def note_acknowledged(self, number: int) -> None:
        """Process an acknowledgement: the other end expects this number next. Impossible numbers are ignored."""
        if 0 < ahead(number, self.base) <= self.waiting:
            self.base = number
            self._catch_up()

    def receive(self, number: int) -> bool:
        """Process the number of a received payload; returns True if it is the one that was expected."""
        self.ack_due = True
        if number != self.expected:
            return False
        self.expected = (number + 1) & _MASK
        return True

    def skip_to(self, oldest: int) -> int:
        """Skip to the oldest number that the other end still has. Returns how many payloads are lost for good."""
        missing = ahead(oldest, self.expected)
        if missing <= 0:
            return 0
        self.expected = oldest
        return missing

    def _catch_up(self) -> None:
        if ahead(self._sent, self.base) < 0:
            self._sent = self.base
