"""The lock of a data directory: only one program may use it, since two would write over each other's rows."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from device.system.atomicfile import make_directory

FILE_NAME = "lock"

_HELD_ERRORS = (errno.EWOULDBLOCK, errno.EACCES)
"""The errors of flock for a file that another process has locked; any other error concerns the disk."""

_DISK_ERRORS = (errno.EIO, errno.ENODEV, errno.ETIMEDOUT, errno.EUCLEAN, errno.ENOSPC, errno.EDQUOT)
"""The errors of a disk that fails to open a file, whoever owns it."""


class DirectoryNotLocked(Exception):
    """The directory can't be locked for this program alone; the message is a sentence."""


@contextmanager
def hold_lock(directory: Path) -> Iterator[None]:
    """Lock a directory for this process; the system releases the lock however the process ends.

    Raises DirectoryNotLocked. A directory that can't be written to is not locked, since nobody writes there. A
    directory on a failing disk is not locked either, since the table continues without it.
    """
    file = _open_lock_file(directory)
    if file is None:
        yield
        return
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _HELD_ERRORS:
                raise DirectoryNotLocked(
                    f"{directory} is on a disk that can't lock files ({error.strerror}), so that two tables could write"
                    " over each other; name another folder with --data."
                ) from None
            raise DirectoryNotLocked(
                f"another Tablekeeper is using {directory}; stop it, or name another folder with --data."
            ) from None
        yield
    finally:
        os.close(file)


def locks_are_supported(path: Path) -> bool:
    """Whether the disk with this file supports locks at all; True if that can't be determined.

    If possible, another file beside it is used for the test: closing a file releases all locks of this process on it
    (fcntl(2)).
    """
    for tested_path in (path.parent / FILE_NAME, Path(f"{path}-wal"), path):
        with suppress(OSError):
            file = os.open(tested_path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError as error:
                return error.errno in _HELD_ERRORS
            else:
                return True
            finally:
                os.close(file)
    return True


def _open_lock_file(directory: Path) -> int | None:
    """Open the lock's file for its owner only, since whoever can read a file can lock it. None if it can't be opened.
    Raises DirectoryNotLocked."""
    with suppress(OSError):
        make_directory(directory)
    path = directory / FILE_NAME
    flags, is_disk_failing = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, False
    # On a disk that has become read-only, an existing file can still be locked.
    for access in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
        try:
            file = os.open(path, access | flags, 0o600)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise _wrong_file_error(path) from None
            is_disk_failing = error.errno in _DISK_ERRORS
        else:
            return _restrict_to_owner(path, file)
    if not is_disk_failing and os.path.lexists(path) and os.access(directory, os.W_OK):
        raise _wrong_file_error(path)
    return None


def _restrict_to_owner(path: Path, file: int) -> int | None:
    """Restrict the open file to its owner, and return it; None if the disk fails to report its owner.

    Raises DirectoryNotLocked if it belongs to another user, or is not a plain file.
    """
    try:
        file_status, directory_status = os.fstat(file), path.parent.stat()
    except OSError:
        os.close(file)
        return None
    owners = (0, os.geteuid(), directory_status.st_uid)
    if not stat.S_ISREG(file_status.st_mode) or file_status.st_nlink > 1 or file_status.st_uid not in owners:
        os.close(file)
        raise _wrong_file_error(path)
    with suppress(OSError):
        if os.geteuid() == 0:
            # What root creates must be accessible to the service.
            os.fchown(file, directory_status.st_uid, directory_status.st_gid)
        os.fchmod(file, 0o600)
    return file


def _wrong_file_error(path: Path) -> DirectoryNotLocked:
    return DirectoryNotLocked(
        f"{path} is not a plain file of this user's; remove it, or name another folder with --data."
    )
