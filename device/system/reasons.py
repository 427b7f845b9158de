"""Why the system could not do something with a file, in words for people."""

from __future__ import annotations

import errno
from pathlib import Path

from device.system.files import NoFile
from display.words import Text, text

ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What a disk says that is full."""

RIGHTS = frozenset({errno.EACCES, errno.EPERM})
"""What is said to a user who has no right to a file."""

NOTHING = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ESTALE})
"""What is said where there is nothing, or no disk any more."""

FILE = frozenset({errno.ENOTDIR, errno.EEXIST})
"""What is said where a file is in the place of a directory."""


def reason(error: OSError) -> Text | str:
    """Why the system could not do it, as the end of a sentence; in the system's words where it is nothing common."""
    number = error.errno
    if isinstance(error, NoFile):
        return error.what
    if number in ROOM:
        return text("the disk is full")
    if number == errno.EROFS:
        return text("the disk is read-only")
    if number in RIGHTS:
        return text("Tablekeeper has no right to it")
    if number in NOTHING:
        return text("it is not there")
    if number in FILE:
        return text("a file is where a directory should be")
    if number == errno.EISDIR:
        return text("a directory is where a file should be")
    return text("the disk fails") if number == errno.EIO else error.strerror or type(error).__name__


def unwritten(path: Path, error: OSError) -> Text:
    """Why a small file is not changed, in a sentence; see `device.system.atomicfile`."""
    if isinstance(error, BlockingIOError):
        return text("Somebody else is changing {file} just now. Try again.", file=str(path))
    return text("{file} can't be written: {reason}.", file=str(path), reason=reason(error))
