"""Small files that are there whole or not at all, whenever the power goes, and that nobody else can lead astray.

No call here waits for a lock, and a link is followed only where the caller names the path of a file.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from device.system import files

SUFFIX = ".new"
"""What the name of a file ends in while it is being written."""

_TRIES = 100


def write(path: Path, data: bytes, *, follow: bool = True) -> None:
    """Replace a file by one with this content. When this returns, the new file outlives a power cut.

    Until then a power cut leaves the old file or the new one, never a part. An existing
    file's mode and, where the system allows it, owner are kept; a new one is for its owner only. A link stays a link,
    if it leads to a file or to nothing, unless it is not to be followed: then it is replaced. A device is not.
    Its directory is made if need be. Raises OSError; the file is then the old one, unless only
    the last sync failed: then it is the new one, and may be lost again.
    """
    path = _led_to(path) if follow else path
    make_directory(path.parent)
    with _directory(path.parent) as directory:
        write_in(directory, path.name, data)


def _led_to(path: Path) -> Path:
    """The file to be replaced. Raises NoFile where that would cost the machine a device, or what a link leads to."""
    # `Path.resolve` raises for a link to itself what is no OSError, before Python 3.13.
    found = Path(os.path.realpath(path))
    with suppress(FileNotFoundError):
        mode, leads = os.lstat(found).st_mode, stat.S_ISLNK(os.lstat(path).st_mode)
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or (leads and not stat.S_ISLNK(mode)):
            files.check(found)
    return found


def write_in(directory: int, name: str, data: bytes) -> None:
    """The same in an opened directory. A link of that name is replaced, not followed. Raises OSError."""
    _remove_leftovers(directory, name)
    part, file = _new_part(directory, name)
    try:
        _fill(file, data, _old(directory, name), os.fstat(directory))
        # A rename may reach the disk before the content of what it names, were that not synced first.
        os.replace(part, name, src_dir_fd=directory, dst_dir_fd=directory)
    except BaseException:
        with suppress(OSError):
            os.unlink(part, dir_fd=directory)
        raise
    finally:
        os.close(file)  # and with it the lock
    _sync(directory)


@contextmanager
def changing(directory: Path) -> Iterator[None]:
    """Have a directory's small files to oneself, to change one of them by what is in it. The directory is made.

    Raises OSError; BlockingIOError, without waiting, while somebody else has them.
    """
    make_directory(directory)
    with _directory(directory) as opened:
        if not _locked(opened):
            raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK), str(directory))
        yield


def set_aside(path: Path) -> str:
    """Give a file that makes no sense another name, under which it is kept, and return that; as far as the disk lets
    it."""
    aside = path.with_name(f"{path.name}.damaged")
    with suppress(OSError):
        os.replace(path, aside)
    return aside.name


def make_directory(directory: Path) -> None:
    """Make a directory, and those above it, such that they are still there after a power cut. Raises OSError.

    What is made is for its owner only, as the XDG base directories are.
    """
    missing = [one for one in (directory, *directory.parents) if not files.exists(one)]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)
    if not missing and not stat.S_ISDIR(os.stat(directory).st_mode):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(directory))
    for made in missing:
        sync_directory(made.parent)


def sync_directory(directory: Path) -> None:
    """Make durable which files a directory has, and by which names. Raises OSError."""
    with _directory(directory) as opened:
        _sync(opened)


def _new_part(directory: int, name: str) -> tuple[str, int]:
    """A new file of this writer's own, locked against those that remove leftovers, with its name."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    for _ in range(_TRIES):
        part = f"{name}.{os.urandom(4).hex()}{SUFFIX}"
        try:
            file = os.open(part, flags, 0o600, dir_fd=directory)
        except FileExistsError:
            continue
        if _locked(file) and _is_there(directory, part, file):
            return part, file
        os.close(file)
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), f"{name}{SUFFIX}")


def _remove_leftovers(directory: int, name: str) -> None:
    """Remove what power cuts have left of earlier writers. Those that are still at it hold a lock."""
    leftover = re.compile(rf"{re.escape(name)}(\.[0-9a-f]{{8}})?{re.escape(SUFFIX)}")
    for found in os.listdir(directory):
        if leftover.fullmatch(found) is None:
            continue
        with suppress(OSError):
            file = os.open(found, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=directory)
            try:
                if _locked(file):
                    os.unlink(found, dir_fd=directory)
            finally:
                os.close(file)


def _locked(file: int) -> bool:
    """Lock a file or directory without waiting; a file system that knows no locks has no other writers either."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def _is_there(directory: int, name: str, file: int) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.stat(name, dir_fd=directory, follow_symlinks=False), os.fstat(file))
    return False


def _old(directory: int, name: str) -> os.stat_result | None:
    """The file that is about to be replaced, if there is one."""
    with suppress(FileNotFoundError):
        found = os.stat(name, dir_fd=directory, follow_symlinks=False)
        return found if stat.S_ISREG(found.st_mode) else None
    return None


def _fill(file: int, data: bytes, old: os.stat_result | None, directory: os.stat_result) -> None:
    owner = directory if old is None else old
    # What root writes for a service must be the service's to read.
    if os.geteuid() == 0 or old is not None:
        with suppress(PermissionError):
            os.fchown(file, owner.st_uid, owner.st_gid)
    if old is not None:
        os.fchmod(file, old.st_mode & 0o777)
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


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
