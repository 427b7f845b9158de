"""The protocol by which a box joins a club: four JSON messages on one connection between box and hub."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from typing import Any

from device.outbox.frames import FrameSplitter, FrameTooLong, with_length

PROTOCOL_VERSION = 1

MAX_MESSAGE_LENGTH = 4096
"""Maximum number of bytes of a message."""

TIMEOUT_S = 10.0
"""Timeout in seconds for each side's next message: a Pi Zero needs time for the calculation."""

JOIN_PORT = 8884
"""The TCP port at which a hub lets boxes join."""


class JoinProtocolError(Exception):
    """The other side does not speak this protocol, or has closed the connection."""


def send_message(receiver: socket.socket, **fields: str | int) -> None:
    """Send a message. Raises OSError."""
    receiver.sendall(with_length(json.dumps({"v": PROTOCOL_VERSION, **fields}).encode()))


def receive_message(sender: socket.socket, clock: Callable[[], float] = time.monotonic) -> dict[str, Any]:
    """Receive the next message. The socket's timeout is for the whole message, even if it arrives in small pieces.

    Raises OSError, and JoinProtocolError if it is no message of this protocol.
    """
    frames, timeout_s = FrameSplitter(MAX_MESSAGE_LENGTH), sender.gettimeout()
    deadline = clock() + (TIMEOUT_S if timeout_s is None else timeout_s)
    try:
        while (message := frames.next_message()) is None:
            frames.feed(_receive_within(sender, deadline - clock()))
        message_fields = json.loads(message)
    except (FrameTooLong, ValueError, RecursionError):
        raise JoinProtocolError("it says something else") from None
    finally:
        sender.settimeout(timeout_s)
    if not isinstance(message_fields, dict) or message_fields.get("v") != PROTOCOL_VERSION:
        raise JoinProtocolError("it is of another version")
    return message_fields


def _receive_within(sender: socket.socket, seconds: float) -> bytes:
    """Receive bytes within `seconds`. Raises OSError, and JoinProtocolError if the connection was closed."""
    if seconds <= 0:
        raise TimeoutError("it takes too long")
    sender.settimeout(seconds)
    data = sender.recv(MAX_MESSAGE_LENGTH)
    if not data:
        raise JoinProtocolError("it says no more")
    return data


def hex_field(message_fields: dict[str, Any], name: str) -> bytes:
    """Parse a field of hexadecimal digits. Raises JoinProtocolError if it is missing or malformed."""
    try:
        return bytes.fromhex(message_fields[name])
    except (KeyError, TypeError, ValueError):
        raise JoinProtocolError("it says something else") from None
