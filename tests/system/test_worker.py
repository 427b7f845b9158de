"""The process for what takes long: it gives way where it may, and answers where it may not."""

from __future__ import annotations

import errno
import os
import select
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from device.system import worker as worker_module
from device.system.worker import ANSWER_TIMEOUT_S, LOWEST_PRIORITY, WorkerClient

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
    with closing(WorkerClient((sys.executable, "-c", PROGRAM))) as worker:
        assert worker.answer(b"") == str(LOWEST_PRIORITY if allowed else own).encode()


def test_a_request_that_hangs_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked would wait twice as long."""
    waited: list[float] = []

    def no_answer(reading: list[object], _: object, __: object, timeout_s: float) -> tuple[list[object], ...]:
        waited.append(timeout_s)
        return [], [], []

    monkeypatch.setattr(select, "select", no_answer)
    with closing(WorkerClient((sys.executable, "-c", "import sys; sys.stdin.read()"))) as worker:
        assert worker.answer(b"") is None
    assert waited == [ANSWER_TIMEOUT_S]


def test_an_answer_that_stops_in_its_middle_ends_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not waited for until it goes on, which may be never."""
    monkeypatch.setattr(worker_module, "ANSWER_TIMEOUT_S", 0.5)
    half = f"echo >> {tmp_path / 'started'}; printf '\\0\\0\\0\\11x'; sleep 5"
    with closing(WorkerClient(("sh", "-c", half))) as worker:
        assert worker.answer(b"") is None
    assert (tmp_path / "started").read_text() == "\n"


def test_one_that_is_closed_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: started.append(command))
    worker = WorkerClient(("worker",))
    worker.close()
    assert worker.answer(b"") is None
    assert started == []
