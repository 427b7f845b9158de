"""Keys as values: edges of contacts, and the presses, holds and other outcomes that come of them."""

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
    """A contact closed (`down`) or opened at a time, in seconds of the clock; bounces included.

    `source` is empty for the device's own keys, `pod2` for those of pod 2. `held` is a contact that was closed when it
    was first read: its closing was not seen.
    """

    key: Key
    down: bool
    at: float
    source: str = ""
    held: bool = False


class Gesture(Enum):
    """The length of a press."""

    PRESS = "press"
    HOLD = "hold"


class Press(NamedTuple):
    """A key pressed or held, and released. `at` is the time of the release, in seconds.

    `informed` is whether it certainly answers the newest question, such as a tap on a phone that shows it: that names
    its question. A player who presses a key, on the box or in a browser, may still see an older question.
    """

    key: Key
    gesture: Gesture
    at: float
    source: str = ""
    informed: bool = False


class Armed(NamedTuple):
    """A key has been down long enough for a hold and may be released. `at` is that time."""

    key: Key
    at: float
    source: str = ""


class Stuck(NamedTuple):
    """A key has been down too long for a finger. It is ignored until it is released."""

    key: Key
    at: float
    source: str = ""


class Clash(NamedTuple):
    """Two keys of one source were down together: both are ignored."""

    at: float
    source: str = ""


class Together(NamedTuple):
    """Two keys of one source, and no third, have been held together for long. `at` is that time."""

    keys: frozenset[Key]
    at: float
    source: str = ""


Outcome = Press | Armed | Stuck | Clash | Together
