"""Keys as values: what a contact does, and what a person did with it."""

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
    """A contact closed (`down`) or opened at a moment, in seconds of the clock; bounces included.

    `source` is empty for the device's own keys, `pod2` for those of pod 2. `held` is a contact
    that was closed when it was looked at for the first time: nobody saw it close.
    """

    key: Key
    down: bool
    at: float
    source: str = ""
    held: bool = False


class Gesture(Enum):
    """What a finger did."""

    PRESS = "press"
    HOLD = "hold"


class Press(NamedTuple):
    """A key pressed or held, and let go again. `at` is when it was let go, in seconds.

    `informed` is whether it answers the newest question for certain, as a tap on a phone does that shows it; who
    presses a key may still have an older one on the panel.
    """

    key: Key
    gesture: Gesture
    at: float
    source: str = ""
    informed: bool = False


class Armed(NamedTuple):
    """A key has been down long enough to be a hold: the finger may let go. `at` is that moment."""

    key: Key
    at: float
    source: str = ""


class Stuck(NamedTuple):
    """A key has been down too long to be a finger's doing. It means nothing until it comes up."""

    key: Key
    at: float
    source: str = ""


class Clash(NamedTuple):
    """Two keys of one source were down together: neither counts."""

    at: float
    source: str = ""


class Together(NamedTuple):
    """Two keys of one source, and no third, have been held together for long. `at` is that moment."""

    keys: frozenset[Key]
    at: float
    source: str = ""


Outcome = Press | Armed | Stuck | Clash | Together
