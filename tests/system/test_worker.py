"""The process for what takes long: it gives way where it may, and answers where it may not."""

from __future__ import annotations

import sys
from contextlib import closing

import pytest

from device.system.worker import POLITE, Worker

PRIORITY = "lambda asked: str(os.nice(0)).encode()"
FORBIDDEN = """
def forbidden(increment):
    if increment:
        raise PermissionError(1, "Operation not permitted")
    return 0

os.nice = forbidden
"""
"""As a seccomp filter without setpriority has it."""


@pytest.mark.parametrize(("sandbox", "priority"), [("", POLITE), (FORBIDDEN, 0)])
def test_it_answers_with_the_lowest_priority_that_it_is_allowed(sandbox: str, priority: int) -> None:
    program = f"import os\nfrom device.system.worker import serve\n{sandbox}\nserve({PRIORITY})"
    with closing(Worker((sys.executable, "-c", program))) as worker:
        assert worker.ask(b"") == str(priority).encode()
