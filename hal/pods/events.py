"""Events of pods other than presses, as data."""

from __future__ import annotations

from enum import Enum, auto

from values.named_tuple import NamedTuple


class PodIdentity(NamedTuple):
    """The identity of a source's pod.

    It has the pod's own name, its USB socket, and the serial number of its board on USB; the last two may be empty. Two
    pods may have the same name; then serial number and socket distinguish them.
    """

    pod_name: str
    usb_socket: str = ""
    serial_number: str = ""

    def may_be_same_board(self, other: PodIdentity) -> bool:
        """Whether both can be the same board, in one socket or moved to another."""
        return self.pod_name == other.pod_name and (
            self.serial_number == other.serial_number or not (self.serial_number and other.serial_number)
        )


class PodEventKind(Enum):
    """The kinds of events of a pod."""

    ARRIVED = auto()
    LEFT = auto()
    SAME_NAME = auto()  # it has the name of another connected pod
    INCOMPATIBLE_VERSION = auto()  # it has no version of the protocol in common with this program
    SILENT = auto()  # a board that looks like a pod does not answer like one
    CANNOT_OPEN = auto()  # its port can't be opened
    SENDS_NOISE = auto()  # it sends much data without sense
    TOO_MANY_BOARDS = auto()  # there are more boards than connections
    NO_PYSERIAL = auto()  # pyserial is not installed, so there are no pods
    LOST_EDGES = auto()  # it dropped edges of keys while nothing read them


class PodEvent(NamedTuple):
    """An event of a pod, to report to the table.

    `detail` is the count of LOST_EDGES, the protocol versions of a pod of an INCOMPATIBLE_VERSION, or the system's
    reason for CANNOT_OPEN.
    """

    kind: PodEventKind
    identity: PodIdentity
    source: str = ""
    port_name: str = ""
    detail: str = ""
