"""Creates Unix sockets for connections from programs on this machine."""

from __future__ import annotations

import errno
import os
import socket
import stat
from contextlib import suppress
from pathlib import Path

MAX_PATH_LENGTH = 107
"""Maximum length of a socket's path in bytes on Linux: unix(7)."""


def listening_socket(path: Path) -> socket.socket:
    """A socket that listens at a path, for its owner and group. It replaces an existing socket of that name.
    Raises OSError."""
    if len(os.fsencode(path)) > MAX_PATH_LENGTH:
        raise OSError(errno.ENAMETOOLONG, f"its name has more than {MAX_PATH_LENGTH} bytes")
    with suppress(FileNotFoundError):
        if stat.S_ISSOCK(os.lstat(path).st_mode):
            path.unlink()
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(str(path))
        os.chmod(path, 0o660)
        listener.listen(1)
    except OSError:
        listener.close()
        raise
    return listener
