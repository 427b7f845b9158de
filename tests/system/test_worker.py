"""The process for what takes long: it gives way where it may, and answers where it may not."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import closing

import pytest

from device.system.worker import LOWEST_PRIORITY, Worker

PROGRAM = """
import os
from device.system.worker import serve_requests
serve_requests(lambda asked: str(os.nice(0)).encode())
"""


def forbidden(*_: object) -> None:
    """As a seccomp filter without setpriority has it."""
    raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


@pytest.mark.parametrize("allowed", [True, False])
def test_it_answers_with_the_lowest_priority_that_it_is_allowed(allowed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    own = os.nice(0)
    if not allowed:
        monkeypatch.setattr(os, "setpriority", forbidden)
    with closing(Worker((sys.executable, "-c", PROGRAM))) as worker:
        assert worker.answer(b"") == str(LOWEST_PRIORITY if allowed else own).encode()
