"""One companion a data directory: two would write over each other's rows."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from device.system.atomicfile import make_directory

FILE = "lock"

_HELD = (errno.EWOULDBLOCK, errno.EACCES)
"""What flock says of a file that another process has locked; anything else is said of the disk."""

_FAILING = (errno.EIO, errno.ENODEV, errno.ETIMEDOUT, errno.EUCLEAN, errno.ENOSPC, errno.EDQUOT)
"""What a disk says that fails to open a file, whoever's it is."""


class InUse(Exception):
    """The directory can't be had by this companion alone; the message is a sentence."""


@contextmanager
def held(directory: Path) -> Iterator[None]:
    """Hold a directory for this process; the system lets go of it however the process ends.

    Raises InUse. A directory that never could be written to is not locked, since nobody writes there; nor is one on a
    disk that fails, since the table goes on without it.
    """
    opened = _opened(directory)
    if opened is None:
        yield
        return
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _HELD:
                raise InUse(
                    f"{directory} is on a disk that can't lock files ({error.strerror}), so that two tables could write"
                    " over each other; name another folder with --data."
                ) from None
            raise InUse(
                f"another Tablekeeper is using {directory}; stop it, or name another folder with --data."
            ) from None
        yield
    finally:
        os.close(opened)


def can_be_had(path: Path) -> bool:
    """Whether the disk that has a file can lock files at all; also where that can't be found out.

    It is asked of another file beside it, where there is one: to close a file lets go of all that this process has
    locked of it (fcntl(2)).
    """
    for one in (path.parent / FILE, Path(f"{path}-wal"), path):
        with suppress(OSError):
            opened = os.open(one, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                fcntl.lockf(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError as error:
                return error.errno in _HELD
            else:
                return True
            finally:
                os.close(opened)
    return True


def _opened(directory: Path) -> int | None:
    """The lock's file, which nobody else may open: whoever can read a file can lock it."""
    with suppress(OSError):
        make_directory(directory)
    path = directory / FILE
    flags, failing = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, False
    # On a disk that has become read-only, the file is there to be locked all the same.
    for access in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
        try:
            opened = os.open(path, access | flags, 0o600)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise _foreign(path) from None
            failing = error.errno in _FAILING
        else:
            return _own(path, opened)
    if not failing and os.path.lexists(path) and os.access(directory, os.W_OK):
        raise _foreign(path)
    return None


def _own(path: Path, opened: int) -> int | None:
    """The file that was opened, made one that only its owner can open; None where the disk fails to say whose it is.

    Raises InUse.
    """
    try:
        found, directory = os.fstat(opened), path.parent.stat()
    except OSError:
        os.close(opened)
        return None
    owners = (0, os.geteuid(), directory.st_uid)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1 or found.st_uid not in owners:
        os.close(opened)
        raise _foreign(path)
    with suppress(OSError):
        if os.geteuid() == 0:
            # What root leaves behind must be the service's to open.
            os.fchown(opened, directory.st_uid, directory.st_gid)
        os.fchmod(opened, 0o600)
    return opened


def _foreign(path: Path) -> InUse:
    return InUse(f"{path} is not a plain file of this user's; remove it, or name another folder with --data.")
