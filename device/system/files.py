"""Files that somebody else may have put there: read only if they are files, and only so far."""

from __future__ import annotations

import errno
import os
import re
import stat
from io import FileIO
from pathlib import Path

from display.words import ENGLISH, Text, text

_STREAM = re.compile(r"/dev/stdin|/(dev|proc/self)/fd/[0-9]+")
"""What a shell puts in the place of a file: standard input, or a process substitution."""

_KINDS = (
    (stat.S_ISDIR, text("a directory is where a file should be")),
    (stat.S_ISFIFO, text("a pipe is where a file should be")),
    (stat.S_ISCHR, text("a device is where a file should be")),
    (stat.S_ISBLK, text("a device is where a file should be")),
    (stat.S_ISSOCK, text("a socket is where a file should be")),
)


class NoFile(OSError):
    """There is something else where a file is meant: `what`, and in English `strerror`."""

    def __init__(self, path: str | Path, what: Text) -> None:
        super().__init__(errno.EINVAL, ENGLISH.say(what), str(path))
        self.what = what


def read(path: str | Path, most: int, *, streams: bool = False) -> bytes:
    """The first `most` bytes of a file. Raises OSError; for pipes, devices and directories NoFile, without waiting.

    With `streams`, descriptors that a shell opened (`/dev/stdin`, `<(…)`) are read, whatever they are.
    """
    if streams and _STREAM.fullmatch(str(path)):
        with open(path, "rb") as stream:
            return stream.read(most)
    with opened(path) as file:
        return file.read(most)


def exists(path: Path) -> bool:
    """Whether a name leads to anything; a link to itself does not. Raises OSError where that can't be found out.

    Not `path.exists()`: from Python 3.14 on, that takes what a disk fails to look at for nothing.
    """
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        if error.errno == errno.ELOOP:
            return False
        raise
    return True


def is_file(path: Path) -> bool:
    """Whether there is a file. Raises OSError where that can't be found out.

    Not `path.is_file()`: from Python 3.14 on, that takes a file that this user may not look at for none.
    """
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def stamp(path: Path) -> tuple[int, ...] | None:
    """What tells whether a file has been written since; None if there is none, or nobody may look at it."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def opened(path: str | Path) -> FileIO:
    """A file to be read. Raises OSError; for pipes, devices and directories NoFile, without waiting."""
    check(path)
    # What was a file may have become a pipe: opening one must not wait for somebody to write into it.
    file = FileIO(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    try:
        _check(path, os.fstat(file.fileno()))
    except BaseException:
        file.close()
        raise
    return file


def check(path: str | Path) -> None:
    """Raise NoFile where there is something else than a file, and OSError where there is nothing."""
    _check(path, os.stat(path))


def piece(file: int, length: int, at: int) -> bytes:
    """So many bytes of an open file from one on, or those that there are before its end. Raises OSError.

    A disk that fails to read a block gives what is before it as a short piece, and the error only to who asks again.
    """
    found = b""
    while len(found) < length and (more := os.pread(file, length - len(found), at + len(found))):
        found += more
    return found


def _check(path: str | Path, found: os.stat_result) -> None:
    for is_kind, what in _KINDS:
        if is_kind(found.st_mode):
            raise NoFile(path, what)
