"""What box and hub say to each other while a box joins: four messages on one connection."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from typing import Any

from device.outbox.frames import Frames, FrameTooLong, frame

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


def hear(of: socket.socket, clock: Callable[[], float] = time.monotonic) -> dict[str, Any]:
    """The next message, which is waited for until the socket's timeout is over, however slowly it trickles in.

    Raises OSError, and NoJoining for what is none.
    """
    frames, patience = Frames(LONGEST), of.gettimeout()
    until = clock() + (PATIENCE_S if patience is None else patience)
    try:
        while (message := frames.next()) is None:
            frames.feed(_received(of, until - clock()))
        found = json.loads(message)
    except (FrameTooLong, ValueError, RecursionError):
        raise NoJoining("it says something else") from None
    finally:
        of.settimeout(patience)
    if not isinstance(found, dict) or found.get("v") != VERSION:
        raise NoJoining("it is of another version")
    return found


def _received(of: socket.socket, seconds: float) -> bytes:
    """What comes within so many seconds. Raises OSError, and NoJoining where nothing comes any more."""
    if seconds <= 0:
        raise TimeoutError("it takes too long")
    of.settimeout(seconds)
    data = of.recv(LONGEST)
    if not data:
        raise NoJoining("it says no more")
    return data


def octets(found: dict[str, Any], name: str) -> bytes:
    """A field of hexadecimal digits. Raises NoJoining."""
    try:
        return bytes.fromhex(found[name])
    except (KeyError, TypeError, ValueError):
        raise NoJoining("it says something else") from None
