"""Reads files that may be another user's: only regular files, and only up to a size limit."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import TypeVar

from display.words import ENGLISH, Text, text

T = TypeVar("T")

_STREAM_PATH = re.compile(r"/dev/stdin|/(dev|proc/self)/fd/[0-9]+")
"""The paths that a shell passes instead of a file's: standard input, or a process substitution."""

_NON_FILE_KINDS = (
    (stat.S_ISDIR, text("a directory is where a file should be")),
    (stat.S_ISFIFO, text("a pipe is where a file should be")),
    (stat.S_ISCHR, text("a device is where a file should be")),
    (stat.S_ISBLK, text("a device is where a file should be")),
    (stat.S_ISSOCK, text("a socket is where a file should be")),
)

_LEADS_TO_NOTHING = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


class NotAFile(OSError):
    """Something other than a file is at a path: `description` describes it, and `strerror` does in English."""

    def __init__(self, path: str | Path, description: Text) -> None:
        super().__init__(errno.EINVAL, ENGLISH.say(description), str(path))
        self.description = description


def read_file(path: str | Path, max_bytes: int, *, allow_streams: bool = False) -> bytes:
    """Read the first `max_bytes` bytes of a file. Raises OSError; for pipes, devices and directories NotAFile, without
    waiting.

    With `allow_streams`, descriptors that a shell opened (`/dev/stdin`, `<(…)`) are read, whatever they are.
    """
    if allow_streams and _STREAM_PATH.fullmatch(str(path)):
        with open(path, "rb") as stream:
            return stream.read(max_bytes)
    with open_file(path) as file:
        return read_piece(file.fileno(), max_bytes, 0)


def exists(path: Path) -> bool:
    """Whether a path leads to anything; a link to itself does not. Raises OSError if that can't be determined.

    Not `path.exists()`: from Python 3.14 on, that returns False if the disk fails.
    """
    return _status(path) is not None


def is_file(path: Path) -> bool:
    """Whether a path leads to a regular file. Raises OSError if that can't be determined.

    Not `path.is_file()`: from Python 3.14 on, that returns False if this user has no right to look.
    """
    status = _status(path)
    return status is not None and stat.S_ISREG(status.st_mode)


def file_stamp(path: Path) -> tuple[int, ...] | None:
    """A file's inode, size and modification time, which change when it is written; None if it can't be examined."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def cached_reader(
    path: Path, initial_value: T, read: Callable[[T], T], value_on_error: Callable[[T, OSError], T]
) -> Callable[[], T]:
    """Return a function for the value of a file, for one thread at a time.

    The first call, and each one after a change of the file, calls `read(previous_value)`. Before the first, the value
    is `initial_value`. If `read` raises OSError, `value_on_error(previous_value, error)` is returned, and the next call
    tries again.
    """
    stamp: tuple[int, ...] | None = ()  # no file has this one: the first call always reads
    value = initial_value

    def current() -> T:
        nonlocal stamp, value
        if (new_stamp := file_stamp(path)) != stamp:
            try:
                stamp, value = new_stamp, read(value)
            except OSError as error:
                return value_on_error(value, error)
        return value

    return current


def open_file(path: str | Path) -> FileIO:
    """Open a file for reading. Raises OSError; for pipes, devices and directories NotAFile, without waiting."""
    check_is_file(path)
    # The file may have become a pipe meanwhile: opening one must not wait for a writer.
    file = FileIO(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    try:
        check_mode(path, os.fstat(file.fileno()))
    except BaseException:
        file.close()
        raise
    return file


def check_is_file(path: str | Path) -> None:
    """Raise NotAFile if there is something other than a file, and OSError if there is nothing."""
    check_mode(path, os.stat(path))


def read_piece(descriptor: int, length: int, offset: int) -> bytes:
    """Read `length` bytes of an open file from `offset`; fewer at its end. Raises OSError.

    If the disk fails to read a block, the system returns the bytes before it, and reports the error only for the next
    read.
    """
    data = b""
    while len(data) < length and (piece := os.pread(descriptor, length - len(data), offset + len(data))):
        data += piece
    return data


def _status(path: Path) -> os.stat_result | None:
    """Return the status of what a path leads to; None if it leads to nothing. Raises OSError."""
    try:
        return os.stat(path)
    except OSError as error:
        if error.errno in _LEADS_TO_NOTHING:
            return None
        raise


def check_mode(path: str | Path, status: os.stat_result) -> None:
    """Raise NotAFile if this is the status of something other than a file."""
    for is_kind, description in _NON_FILE_KINDS:
        if is_kind(status.st_mode):
            raise NotAFile(path, description)
