"""TCP ports of this machine."""

from __future__ import annotations

import socket
from contextlib import closing, suppress


def free_port() -> int:
    """A port on which nobody listened just now."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def answers(port: int) -> bool:
    """Whether a program listens there."""
    with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 1)):
        return True
    return False
