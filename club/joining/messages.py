"""The protocol by which a box joins a club: four JSON messages on one connection between box and hub."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from typing import Any

from device.outbox.frames import Frames, FrameTooLong, with_length

VERSION = 1
"""The protocol's version."""

MAX_LENGTH = 4096
"""Most bytes of a message."""

TIMEOUT_S = 10.0
"""Timeout in seconds for each side's next message: a Pi Zero needs time for the calculation."""

PORT = 8884
"""The TCP port at which a hub lets boxes join."""


class NoJoining(Exception):
    """The other side does not speak this protocol, or has closed the connection."""


def send_message(to: socket.socket, **fields: str | int) -> None:
    """Send a message. Raises OSError."""
    to.sendall(with_length(json.dumps({"v": VERSION, **fields}).encode()))


def receive_message(of: socket.socket, clock: Callable[[], float] = time.monotonic) -> dict[str, Any]:
    """Receive the next message. The socket's timeout is for the whole message, even if it arrives in small pieces.

    Raises OSError, and NoJoining if it is no message of this protocol.
    """
    frames, patience = Frames(MAX_LENGTH), of.gettimeout()
    until = clock() + (TIMEOUT_S if patience is None else patience)
    try:
        while (message := frames.next_message()) is None:
            frames.feed(_receive_exactly(of, until - clock()))
        message_fields = json.loads(message)
    except (FrameTooLong, ValueError, RecursionError):
        raise NoJoining("it says something else") from None
    finally:
        of.settimeout(patience)
    if not isinstance(message_fields, dict) or message_fields.get("v") != VERSION:
        raise NoJoining("it is of another version")
    return message_fields


def _receive_exactly(of: socket.socket, seconds: float) -> bytes:
    """Receive bytes within `seconds`. Raises OSError, and NoJoining if the connection was closed."""
    if seconds <= 0:
        raise TimeoutError("it takes too long")
    of.settimeout(seconds)
    data = of.recv(MAX_LENGTH)
    if not data:
        raise NoJoining("it says no more")
    return data


def hex_field(message_fields: dict[str, Any], name: str) -> bytes:
    """Parse a field of hexadecimal digits. Raises NoJoining if it is missing or malformed."""
    try:
        return bytes.fromhex(message_fields[name])
    except (KeyError, TypeError, ValueError):
        raise NoJoining("it says something else") from None
