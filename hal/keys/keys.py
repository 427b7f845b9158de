"""Keys as values: edges of contacts, and the presses, holds and other outcomes made of them."""

from __future__ import annotations

from enum import Enum, StrEnum

from values.named_tuple import NamedTuple


class Key(StrEnum):
    """The four keys that every device and every pod has."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class Edge(NamedTuple):
    """A contact closed or opened at `time_s`, in seconds of the clock; bounces included.

    `source` is empty for the device's own keys, `pod2` for those of pod 2. If `was_closed_at_start`, the contact was
    closed when it was first read: its closing was not seen.
    """

    key: Key
    is_closed: bool
    time_s: float
    source: str = ""
    was_closed_at_start: bool = False


class Gesture(Enum):
    """How long a key was down: a short press, or a hold."""

    PRESS = "press"
    HOLD = "hold"


class Press(NamedTuple):
    """A key pressed or held, and released. `time_s` is the time of the release, in seconds.

    `answers_newest_question` is true if that is certain, as for a tap on a phone, which names its question. A player
    who presses a key, on the box or in a browser, may still see an older question.
    """

    key: Key
    gesture: Gesture
    time_s: float
    source: str = ""
    answers_newest_question: bool = False


class HoldReached(NamedTuple):
    """A key has been down long enough for a hold and may be released. `time_s` is that time."""

    key: Key
    time_s: float
    source: str = ""


class KeyStuck(NamedTuple):
    """A key has been down too long for a finger. It is ignored until it is released."""

    key: Key
    time_s: float
    source: str = ""


class KeyClash(NamedTuple):
    """Two keys of one source were down together: both are ignored."""

    time_s: float
    source: str = ""


class PairHeld(NamedTuple):
    """Two keys of one source, and no third, have been held together for long. `time_s` is that time."""

    keys: frozenset[Key]
    time_s: float
    source: str = ""


KeyOutcome = Press | HoldReached | KeyStuck | KeyClash | PairHeld
