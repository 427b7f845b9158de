"""One companion a data directory: two would write over each other's rows."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from device.safewrite import make_directory

FILE = "lock"


class InUse(Exception):
    """Another companion has the directory; the message is a sentence."""


@contextmanager
def held(directory: Path) -> Iterator[None]:
    """Hold a directory for this process; the system lets go of it however the process ends.

    Raises InUse. A directory that never could be written to is not locked: nobody writes there.
    """
    opened = _opened(directory)
    if opened is None:
        yield
        return
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse(
                f"another Tablekeeper is using {directory}; stop it, or name another folder with --data."
            ) from None
        yield
    finally:
        os.close(opened)


def _opened(directory: Path) -> int | None:
    with suppress(OSError):
        make_directory(directory)
        return os.open(directory / FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    with suppress(OSError):
        # On a disk that has become read-only, the file is there to be locked all the same.
        return os.open(directory / FILE, os.O_RDONLY | os.O_CLOEXEC)
    return None
