"""Writes small files atomically: after a power cut, a file is complete or unchanged. Other users can't redirect a
write.

No call here waits for a lock. A link is followed where the caller gives a file's path, and not where it gives an open
directory and a name.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path

from device.system import files

TEMPORARY_SUFFIX = ".new"
"""The suffix of a file's name while it is being written."""

_MAX_TRIES = 100


def replace_file(path: Path, data: bytes, *, follow: bool = True) -> None:
    """Replace a file by one with this content. When this returns, the new file survives a power cut.

    Until then, a power cut leaves the old file or the new one, never a part. An existing file's mode and, where the
    system allows it, owner are kept; a new file is for its owner only. A link that leads to a file or to nothing is
    kept, unless `follow` is false: then it is replaced. A device is never replaced. The directory is created if
    necessary. Raises OSError. Then the file is the old one; but if only the last sync failed, it is the new one, which
    a power cut may take back.
    """
    path = _resolve_links(path) if follow else path
    make_directory(path.parent)
    with opened_directory(path.parent) as directory:
        replace_file_in(directory, path.name, data)


def _resolve_links(path: Path) -> Path:
    """The path of the file to replace. Raises NotAFile if that is a device, or a link to something other than a
    file."""
    # Before Python 3.13, `Path.resolve` raises an exception that is no OSError for a link to itself.
    resolved = Path(os.path.realpath(path))
    with suppress(FileNotFoundError):
        mode, is_link = os.lstat(resolved).st_mode, stat.S_ISLNK(os.lstat(path).st_mode)
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or (is_link and not stat.S_ISLNK(mode)):
            files.check_is_file(resolved)
    return resolved


def replace_file_in(directory_fd: int, name: str, data: bytes) -> None:
    """Replace a file in an open directory, like `replace_file`. A link of that name is replaced, never followed.
    Raises OSError; NotAFile for a device."""
    old_status = _status_to_replace(directory_fd, name)
    _remove_leftovers(directory_fd, name)
    temporary_name, file = _create_temporary_file(directory_fd, name)
    try:
        _write_temporary(file, data, old_status, os.fstat(directory_fd))
        # Without the sync before, the rename might reach the disk before the content.
        os.replace(temporary_name, name, src_dir_fd=directory_fd, dst_dir_fd=directory_fd)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary_name, dir_fd=directory_fd)
        raise
    finally:
        os.close(file)  # this also releases the lock
    _sync_opened(directory_fd)


@contextmanager
def opened_directory(path: Path | str, parent: int | None = None) -> Iterator[int]:
    """The descriptor of a directory. Within the open directory `parent`, a link is not followed. Raises OSError."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | (0 if parent is None else os.O_NOFOLLOW)
    descriptor = os.open(path, flags, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def locked_directory(directory: Path) -> Iterator[None]:
    """Lock a directory while one of its small files is read and changed. The directory is created if necessary.

    Raises OSError; BlockingIOError, without waiting, while another process holds the lock.
    """
    make_directory(directory)
    with opened_directory(directory) as opened:
        if not _lock(opened):
            raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK), str(directory))
        yield


def set_aside(path: Path) -> str:
    """Rename an invalid file, so that it is kept beside earlier ones. Returns its name then: the old one if that
    fails."""
    new_names = (f"{path.name}.damaged{number}" for number in chain([""], (f"-{n}" for n in count(2))))
    kept_path = next(new_path for new_path in map(path.with_name, new_names) if not files.exists(new_path))
    try:
        os.replace(path, kept_path)
    except OSError:
        return path.name
    return kept_path.name


def make_directory(directory: Path) -> None:
    """Create a directory, and those above it, so that they survive a power cut. Raises OSError.

    A new directory is for its owner only, as the XDG base directories are.
    """
    missing = [path for path in (directory, *directory.parents) if not files.exists(path)]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)
    if not missing and not stat.S_ISDIR(os.stat(directory).st_mode):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(directory))
    for created in missing:
        sync_directory(created.parent)


def sync_directory(directory: Path) -> None:
    """Sync a directory, so that the names of its files survive a power cut. Raises OSError."""
    with opened_directory(directory) as opened:
        _sync_opened(opened)


def _create_temporary_file(directory_fd: int, name: str) -> tuple[str, int]:
    """Create a temporary file, locked so that other writers do not remove it. Returns its name and descriptor."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    for _ in range(_MAX_TRIES):
        temporary_name = f"{name}.{os.urandom(4).hex()}{TEMPORARY_SUFFIX}"
        try:
            file = os.open(temporary_name, flags, 0o600, dir_fd=directory_fd)
        except FileExistsError:
            continue
        if _lock(file) and _is_still_named(directory_fd, temporary_name, file):
            return temporary_name, file
        os.close(file)
    raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK), f"{name}{TEMPORARY_SUFFIX}")


def _remove_leftovers(directory_fd: int, name: str) -> None:
    """Remove the temporary files that power cuts have left. Files that are still being written are locked."""
    pattern = re.compile(rf"{re.escape(name)}(\.[0-9a-f]{{8}})?{re.escape(TEMPORARY_SUFFIX)}")
    for leftover_name in os.listdir(directory_fd):
        if pattern.fullmatch(leftover_name) is None:
            continue
        with suppress(OSError):
            file = _open_to_lock(directory_fd, leftover_name)
            try:
                if _lock(file):
                    os.unlink(leftover_name, dir_fd=directory_fd)
            finally:
                os.close(file)


def _open_to_lock(directory_fd: int, name: str) -> int:
    """Open a file, for writing if possible: some network file systems lock only those. Raises OSError."""
    flags = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        return os.open(name, os.O_WRONLY | flags, dir_fd=directory_fd)
    except PermissionError:  # it has the mode of a file that nobody may write
        return os.open(name, os.O_RDONLY | flags, dir_fd=directory_fd)


def _lock(file: int) -> bool:
    """Lock a file or directory without waiting. Returns whether it is locked.

    On a file system without locks, it counts as locked: there are no other writers.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def _is_still_named(directory_fd: int, name: str, file: int) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.stat(name, dir_fd=directory_fd, follow_symlinks=False), os.fstat(file))
    return False


def _status_to_replace(directory_fd: int, name: str) -> os.stat_result | None:
    """The status of the regular file that is about to be replaced; None if there is none. Raises NotAFile for a
    device."""
    with suppress(FileNotFoundError):
        status = os.stat(name, dir_fd=directory_fd, follow_symlinks=False)
        if stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            files.check_mode(name, status)
        return status if stat.S_ISREG(status.st_mode) else None
    return None


def _write_temporary(
    file: int, data: bytes, old_status: os.stat_result | None, directory_status: os.stat_result
) -> None:
    owner = directory_status if old_status is None else old_status
    # What root writes for a service must be readable by the service.
    if os.geteuid() == 0 or old_status is not None:
        with suppress(PermissionError):
            os.fchown(file, owner.st_uid, owner.st_gid)
    if old_status is not None:
        os.fchmod(file, old_status.st_mode & 0o777)
    unwritten = memoryview(data)
    while unwritten:
        unwritten = unwritten[os.write(file, unwritten) :]
    os.fsync(file)


def _sync_opened(directory_fd: int) -> None:
    try:
        os.fsync(directory_fd)
    except OSError as error:
        # Some file systems can't sync a directory; nothing better can be done on them.
        if error.errno != errno.EINVAL:
            raise
