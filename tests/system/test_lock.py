"""A disk that fails where the lock is keeps no table from its start."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from device.system import lock

FAILS = [errno.EIO, errno.ENOSPC, errno.EUCLEAN]


def failing(number: int) -> Callable[..., object]:
    def fail(*_: object, **__: object) -> object:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("number", FAILS)
@pytest.mark.parametrize("call", ["open", "fstat"])
def test_disk_that_fails_to_give_the_lock_stops_no_table(
    call: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lock.hold_lock(tmp_path):
        pass
    begun = []
    with monkeypatch.context() as patched:
        patched.setattr(os, call, failing(number))
        with lock.hold_lock(tmp_path):
            begun.append(call)
    assert begun == [call]
    open_files = os.listdir("/proc/self/fd")
    with lock.hold_lock(tmp_path):  # it is a lock again once the disk is well
        assert len(os.listdir("/proc/self/fd")) == len(open_files) + 1


def test_lock_that_another_user_keeps_to_himself_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with lock.hold_lock(tmp_path):
        pass
    monkeypatch.setattr(os, "open", failing(errno.EACCES))
    with pytest.raises(lock.DirectoryNotLocked, match="lock is not a plain file"), lock.hold_lock(tmp_path):
        pass
