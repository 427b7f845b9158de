"""What is said, in order, once: numbers, acknowledgements and resending; see docs/pod-protocol.md, “Order”.

Both ends have the same: a ring of what is not acknowledged yet, and the number
that is expected next from the other. Numbers have sixteen bits and go round.
Times are milliseconds and go round, too. Nothing allocates after `__init__`.
"""

WINDOW = 8
"""As many lines are under way without being acknowledged."""
RESEND_MS = 60
"""After so long without an acknowledgement, everything unacknowledged is sent again."""
TIME_MASK = 0xFFFFFFF
"""Milliseconds on the line have 28 bits: they go round every three days."""
_MASK = 0xFFFF
_HALF = 0x8000


def since(now: int, then: int) -> int:
    """Milliseconds from one moment to a later one."""
    return (now - then) & TIME_MASK


def ahead(number: int, other: int) -> int:
    """How far a sequence number is ahead of another, up to 32767; negative if it is behind."""
    return ((number - other + _HALF) & _MASK) - _HALF


class Stream:
    """Both directions of a link at one of its ends.

    `capacity` payloads of at most `longest` bytes are kept; it is a power of two.
    """

    def __init__(self, capacity: int, longest: int) -> None:
        self.base = 0
        """The oldest number that is not acknowledged."""
        self.next = 0
        """The number that the next payload will have."""
        self.expected = 0
        """The number that the other end must send next."""
        self.lost = 0
        """How many payloads the ring had no room for."""
        self.owes = False
        """Whether the other end should hear of `expected` soon."""
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
        """Say something. A full ring forgets its oldest."""
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
        """A new session: what is not acknowledged is sent again, and the other end counts from 0."""
        self._sent = self.base
        self.expected = 0
        self.owes = False

    def due(self, now: int) -> int:
        """The number to be sent now; -1 if there is none."""
        if self._sent != self.base and since(now, self._sent_at) >= RESEND_MS:
            self._sent = self.base
        if self._sent == self.next or (self._sent - self.base) & _MASK >= WINDOW:
            return -1
        return self._sent

    def wait(self, now: int) -> int:
        """Milliseconds until `due` may have something again; -1 if it needs an event."""
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

    def sent(self, now: int) -> None:
        """What was due has been sent."""
        self._sent = (self._sent + 1) & _MASK
        self._sent_at = now

    def acknowledged(self, number: int) -> None:
        """The other end expects this number next; one that cannot be is overlooked."""
        if 0 < ahead(number, self.base) <= self.waiting:
            self.base = number
            self._catch_up()

    def receive(self, number: int) -> bool:
        """A payload with this number has come; True if it is the one that was expected."""
        self.owes = True
        if number != self.expected:
            return False
        self.expected = (number + 1) & _MASK
        return True

    def skip_to(self, oldest: int) -> int:
        """The other end has nothing older than this number. Returns how many are lost for good."""
        missing = ahead(oldest, self.expected)
        if missing <= 0:
            return 0
        self.expected = oldest
        return missing

    def _catch_up(self) -> None:
        if ahead(self._sent, self.base) < 0:
            self._sent = self.base
