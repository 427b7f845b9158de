"""Deliver payloads in order and once: numbers, acknowledgements and resending; see docs/pod-protocol.md, “Order”.

Both ends use this: a ring of payloads that are not acknowledged yet, and the number expected next from the other end.
Numbers have sixteen bits and wrap around. Times are milliseconds and wrap around, too. Nothing allocates memory after
`__init__`.
"""

MAX_IN_FLIGHT = 8
"""Maximum payloads that are sent and not acknowledged yet."""
RESEND_MS = 60
"""This many milliseconds after something was sent last, everything unacknowledged is sent again."""
TIME_MASK = 0xFFFFFFF
"""Milliseconds in the protocol have 28 bits: they wrap around every three days."""
_NUMBER_MASK = 0xFFFF
_HALF_RANGE = 0x8000


def elapsed_ms(now_ms: int, start_ms: int) -> int:
    """Return the milliseconds from one time to a later one."""
    return (now_ms - start_ms) & TIME_MASK


def distance_ahead(number: int, other: int) -> int:
    """Return how far a sequence number is ahead of another, up to 32767; negative if it is behind."""
    return ((number - other + _HALF_RANGE) & _NUMBER_MASK) - _HALF_RANGE


class Stream:
    """Both directions of a link, at one of its ends.

    At most `capacity` payloads of at most `max_payload_length` bytes (255 or fewer) are stored; `capacity` is a power
    of two.
    """

    def __init__(self, capacity: int, max_payload_length: int) -> None:
        self.oldest_unacknowledged = 0
        """The oldest number that is not acknowledged."""
        self.next_number = 0
        """The number of the next payload."""
        self.expected_number = 0
        """The number that the other end must send next."""
        self.ack_due = False
        """Whether `expected_number` must be sent to the other end soon."""
        self._capacity = capacity
        self._next_to_send = 0
        self._last_sent_at = 0
        self._slots = [bytearray(max_payload_length) for _ in range(capacity)]
        self._lengths = bytearray(capacity)

    @property
    def unacknowledged_count(self) -> int:
        """How many payloads are not acknowledged."""
        return (self.next_number - self.oldest_unacknowledged) & _NUMBER_MASK

    def queue_payload(self, payload: bytes | bytearray, length: int) -> None:
        """Queue a payload. If the ring is full, the oldest one is dropped."""
        if self.unacknowledged_count == self._capacity:
            self.oldest_unacknowledged = (self.oldest_unacknowledged + 1) & _NUMBER_MASK
            self._skip_acknowledged()
        slot = self._slots[self.next_number % self._capacity]
        for offset in range(length):
            slot[offset] = payload[offset]
        self._lengths[self.next_number % self._capacity] = length
        self.next_number = (self.next_number + 1) & _NUMBER_MASK

    def restart(self) -> None:
        """Begin a new session: unacknowledged payloads are sent again, and number 0 is expected.

        A pod goes on with its numbers: the host sets `expected_number` afterwards.
        """
        self._next_to_send = self.oldest_unacknowledged
        self.expected_number = 0
        self.ack_due = False

    def due_number(self, now_ms: int) -> int:
        """Return the number to be sent now; -1 if there is none. If no acknowledgement came, it begins to resend."""
        if self._next_to_send != self.oldest_unacknowledged and elapsed_ms(now_ms, self._last_sent_at) >= RESEND_MS:
            self._next_to_send = self.oldest_unacknowledged
        if (
            self._next_to_send == self.next_number
            or (self._next_to_send - self.oldest_unacknowledged) & _NUMBER_MASK >= MAX_IN_FLIGHT
        ):
            return -1
        return self._next_to_send

    def milliseconds_until_due(self, now_ms: int) -> int:
        """Return the milliseconds until `due_number` may return a number; -1 if it won't before a payload is queued."""
        if self.due_number(now_ms) >= 0:
            return 0
        if self._next_to_send == self.oldest_unacknowledged:
            return -1
        return RESEND_MS - elapsed_ms(now_ms, self._last_sent_at)

    def copy_payload(self, number: int, buffer: bytearray, start: int) -> int:
        """Copy a payload into a buffer; returns its length."""
        index = number % self._capacity
        slot = self._slots[index]
        length = self._lengths[index]
        for offset in range(length):
            buffer[start + offset] = slot[offset]
        return length

    def note_sent(self, now_ms: int) -> None:
        """Note that the payload that was due has been sent."""
        self._next_to_send = (self._next_to_send + 1) & _NUMBER_MASK
        self._last_sent_at = now_ms

    def note_acknowledged(self, number: int) -> None:
        """Process an acknowledgement: the other end expects this number next. Impossible numbers are ignored."""
        if 0 < distance_ahead(number, self.oldest_unacknowledged) <= self.unacknowledged_count:
            self.oldest_unacknowledged = number
            self._skip_acknowledged()

    def receive_number(self, number: int) -> bool:
        """Process the number of a received payload; returns True if it is the one that was expected."""
        self.ack_due = True
        if number != self.expected_number:
            return False
        self.expected_number = (number + 1) & _NUMBER_MASK
        return True

    def skip_to(self, oldest_number: int) -> int:
        """Skip to the oldest number that the other end still has. Returns how many payloads are lost for good."""
        lost_count = distance_ahead(oldest_number, self.expected_number)
        if lost_count <= 0:
            return 0
        self.expected_number = oldest_number
        return lost_count

    def _skip_acknowledged(self) -> None:
        if distance_ahead(self._next_to_send, self.oldest_unacknowledged) < 0:
            self._next_to_send = self.oldest_unacknowledged
