"""Takes over sockets that systemd has opened (sd_listen_fds(3)): for ports that this program may not open itself."""

from __future__ import annotations

import os
import socket
from collections.abc import MutableMapping

FIRST_DESCRIPTOR = 3
"""SD_LISTEN_FDS_START."""

MAX_SOCKETS = 8
"""Maximum number of sockets that are taken over."""


def systemd_sockets(
    environment: MutableMapping[str, str] = os.environ, first_descriptor: int = FIRST_DESCRIPTOR
) -> list[socket.socket]:
    """The sockets from systemd. The environment variables are removed, so that child processes do not see them."""
    process_id, count, _ = (environment.pop(name, "") for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"))
    if process_id != str(os.getpid()) or not count.isdecimal():
        return []
    end = first_descriptor + min(int(count), MAX_SOCKETS)
    return [socket.socket(fileno=descriptor) for descriptor in range(first_descriptor, end)]
