"""Another user of this machine, for tests: what such a user can create, open and lock."""

from __future__ import annotations

import os
import pkgutil
import shutil
import signal
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest

import device

NOBODY = 65534
"""Debian's user `nobody`, who owns nothing."""
OTHER = 65533

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as two users")


def as_user(work: Callable[[], object], user: int = NOBODY) -> None:
    """Call a function as another user, in a process of its own. Fails if it raises."""
    child = _forked()
    if child == 0:
        _become(user, work)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@cache
def load_all_modules() -> None:
    """Import every module of a table: another user may not be able to read the checkout, as in a home of mode 0700."""
    for found in pkgutil.walk_packages(device.__path__, f"{device.__name__}."):
        if not found.name.endswith("__main__"):
            import_module(found.name)


@contextmanager
def holding(work: Callable[[], object], user: int = NOBODY) -> Iterator[None]:
    """Call a function as another user in a process that stays alive meanwhile, with its files open and locked."""
    done, tell = os.pipe()
    child = _forked()
    if child == 0:

        def stay() -> None:
            work()
            os.write(tell, b"done")
            signal.pause()

        _become(user, stay)
    os.close(tell)
    try:
        assert os.read(done, 4) == b"done"
        yield
    finally:
        os.close(done)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@contextmanager
def shared_directory() -> Iterator[Path]:
    """A directory to which everybody may write, like /dev/shm and /tmp (mode 1777)."""
    # pytest's directories are inside one that other users can't enter.
    path = Path(tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else "/tmp"))
    path.chmod(0o1777)
    try:
        yield path
    finally:
        shutil.rmtree(path)


@contextmanager
def at_once(seconds: int = 20) -> Iterator[None]:
    """Fail instead of waiting for another user for ever."""

    def fail(number: int, frame: FrameType | None) -> None:
        raise AssertionError("this waits for another user")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _forked() -> int:
    with warnings.catch_warnings():
        # The child runs only a few system calls, so missing threads do no harm.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _become(user: int, work: Callable[[], object]) -> None:
    """Call a function as this user, and end the process."""
    status = 1
    try:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
        work()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)
