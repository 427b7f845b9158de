"""Small files that are there whole or not at all, whenever the power goes."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SUFFIX = ".new"
"""What the name of a file ends in while it is being written."""


def write(path: Path, data: bytes) -> None:
    """Replace a file by one with this content. When this returns, the new file outlives a power cut.

    Until then a power cut leaves the old file or the new one, never a part. An existing
    file's mode and, where the system allows it, owner are kept; a link stays a link. Its directory is made
    if need be. Writers of one directory wait for each other. Raises OSError; the file is then the old one, unless only
    the last sync failed: then it is the new one, and may be lost again.
    """
    path = path.resolve()
    make_directory(path.parent)
    with _directory(path.parent) as directory:
        fcntl.flock(directory, fcntl.LOCK_EX)
        part = path.with_name(path.name + SUFFIX)
        try:
            _write_part(part, path, data)
            # A rename may reach the disk before the content of what it names, were that not synced first.
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        _sync(directory)


def make_directory(directory: Path) -> None:
    """Make a directory, and those above it, such that they are still there after a power cut. Raises OSError."""
    missing = [one for one in (directory, *directory.parents) if not one.exists()]
    directory.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync_directory(made.parent)


def sync_directory(directory: Path) -> None:
    """Make durable which files a directory has, and by which names. Raises OSError."""
    with _directory(directory) as opened:
        _sync(opened)


def _write_part(part: Path, path: Path, data: bytes) -> None:
    # What a power cut left here is cut to nothing first.
    with open(part, "wb") as file:
        with suppress(FileNotFoundError):
            old = path.stat()
            os.fchmod(file.fileno(), old.st_mode & 0o7777)
            with suppress(PermissionError):
                os.fchown(file.fileno(), old.st_uid, old.st_gid)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _directory(path: Path) -> Iterator[int]:
    opened = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield opened
    finally:
        os.close(opened)


def _sync(directory: int) -> None:
    try:
        os.fsync(directory)
    except OSError as error:
        # Some file systems know no sync of a directory; there is nothing better to do on them.
        if error.errno != errno.EINVAL:
            raise
