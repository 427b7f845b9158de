"""What box and hub say to each other while a box joins: four messages on one connection."""

from __future__ import annotations

import json
import socket
from typing import Any

from device.outbox.framing import Frames, FrameTooLong, frame

VERSION = 1
"""Of these messages."""

LONGEST = 4096
"""Bytes of one."""

PATIENCE_S = 10.0
"""Seconds that either side waits for the other: a Pi Zero takes its time to calculate."""

PORT = 8884
"""Where a hub lets boxes join."""


class NoJoining(Exception):
    """The other side is none that knows how to join, or is gone."""


def say(to: socket.socket, **fields: str | int) -> None:
    """Send a message. Raises OSError."""
    to.sendall(frame(json.dumps({"v": VERSION, **fields}).encode()))


def hear(of: socket.socket) -> dict[str, Any]:
    """The next message. Raises OSError, and NoJoining for what is none."""
    frames = Frames(LONGEST)
    try:
        while (message := frames.next()) is None:
            data = of.recv(LONGEST)
            if not data:
                raise NoJoining("it says no more")
            frames.feed(data)
        found = json.loads(message)
    except (FrameTooLong, ValueError, RecursionError):
        raise NoJoining("it says something else") from None
    if not isinstance(found, dict) or found.get("v") != VERSION:
        raise NoJoining("it is of another version")
    return found


def octets(found: dict[str, Any], name: str) -> bytes:
    """A field of hexadecimal digits. Raises NoJoining."""
    try:
        return bytes.fromhex(found[name])
    except (KeyError, TypeError, ValueError):
        raise NoJoining("it says something else") from None
