"""What happens to pods besides presses, as data."""

from __future__ import annotations

from enum import Enum

from values.named_tuple import NamedTuple


class PodIdentity(NamedTuple):
    """Which pod a source is: what it calls itself, the USB socket it hangs on, and the serial number that its board
    gives to USB (each of the two is empty where there is none).

    Two pods may have one identity; then serial number and place tell them apart.
    """

    identity: str
    place: str = ""
    serial: str = ""

    def may_be(self, other: PodIdentity) -> bool:
        """Whether both can be the same board, in one socket or moved from one to another."""
        return self.identity == other.identity and (self.serial == other.serial or not (self.serial and other.serial))


class PodEventKind(Enum):
    """What can happen to a pod."""

    ARRIVED = "arrived"
    LEFT = "left"
    TWIN = "twin"  # it has the identity of another that is there
    STRANGE_VERSION = "strange version"  # it speaks no version of the protocol that is spoken here
    SILENT = "silent"  # a board that looks like a pod does not answer as one
    BARRED = "barred"  # its port can't be opened
    BABBLING = "babbling"  # it sends much that means nothing
    CROWDED = "crowded"  # there are more boards than are spoken with
    UNSUPPORTED = "unsupported"  # pyserial is not installed: there will be no pods
    LOST = "lost"  # it had to forget presses while nobody listened


class PodEvent(NamedTuple):
    """Something that a table should hear about a pod. `detail` is the count of LOST edges, the versions that a
    strange pod speaks, or the system's reason why a port is BARRED.
    """

    what: PodEventKind
    who: PodIdentity
    source: str = ""
    port: str = ""
    detail: str = ""
