"""Explains to people why the system could not do something with a file."""

from __future__ import annotations

import errno
from pathlib import Path

from device.system.files import NotAFile
from display.words import Text, text

DISK_FULL_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Errors that mean that a disk is full."""

NO_RIGHT_ERRORS = frozenset({errno.EACCES, errno.EPERM})
"""Errors that mean that the user has no right to a file."""

MISSING_FILE_ERRORS = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ESTALE})
"""Errors that mean that nothing is there, or that the disk is gone."""

NO_DIRECTORY_ERRORS = frozenset({errno.ENOTDIR, errno.EEXIST})
"""Errors that mean that a file is in the place of a directory."""

TOO_MANY_FILES_ERRORS = frozenset({errno.EMFILE, errno.ENFILE})
"""Errors that mean that this program, or the machine, has as many files open as it may."""


_REASONS = (
    (DISK_FULL_ERRORS, text("the disk is full")),
    ({errno.EROFS}, text("the disk is read-only")),
    (NO_RIGHT_ERRORS, text("Tablekeeper has no right to it")),
    (MISSING_FILE_ERRORS, text("it is not there")),
    (NO_DIRECTORY_ERRORS, text("a file is where a directory should be")),
    (TOO_MANY_FILES_ERRORS, text("too many files are open")),
    ({errno.EISDIR}, text("a directory is where a file should be")),
    ({errno.EIO}, text("the disk fails")),
)
"""The reasons of errors, by their numbers."""


def error_reason(error: OSError) -> Text | str:
    """The reason of an error, to end a sentence; for rare errors, in the system's words."""
    if isinstance(error, NotAFile):
        return error.description
    reason = next((reason for error_numbers, reason in _REASONS if error.errno in error_numbers), None)
    return reason or error.strerror or type(error).__name__


def unread_sentence(path: Path, error: OSError) -> Text:
    """The sentence that says why a file can't be read."""
    return text("{file} can't be read: {reason}.", file=str(path), reason=error_reason(error))


def unwritten_sentence(path: Path, error: OSError) -> Text:
    """The sentence that says why a small file was not changed; see `device.system.atomicfile`."""
    if isinstance(error, BlockingIOError):
        return text("Somebody else is changing {file} just now. Try again.", file=str(path))
    return text("{file} can't be written: {reason}.", file=str(path), reason=error_reason(error))
