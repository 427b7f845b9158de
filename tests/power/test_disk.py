"""Disks that are full, read-only, failing, slow or gone: the real program, and errors where the kernel gives them.

strace lets system calls on the journal fail, or take their time; nothing in the program knows of it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from device.journal.export import exported_lines
from device.journal.spill import default_spill
from device.journal.store import FILE_NAME
from tests.power import tracing
from tests.power.scripts import HOUSE, LINES, SCRIPT, on_disk

pytestmark = pytest.mark.skipif(
    not tracing.available(), reason="strace is missing (tools/environment test installs it) or may not trace here"
)


def play(data: Path, *faults: str, script: str = SCRIPT, log: Path, kept: bool = True) -> list[str]:
    """Play in the real program while system calls on the journal fail; what it tells. `kept` is what its end says."""
    watched = [f"-P{data / FILE_NAME}{suffix}" for suffix in ("", "-wal", "-journal", "-shm")]
    injected = [f"-einject={fault}" for fault in faults]
    calls = ",".join(fault.partition(":")[0] for fault in faults)
    strace = ["strace", "-f", "-qq", "-o", str(log), f"-etrace={calls}", *watched, *injected] if faults else []
    command = [sys.executable, "-m", "device", "--hal", "mock", "--keys", "-", "--data", str(data)]
    done = subprocess.run([*strace, *command], input=script, capture_output=True, text=True, check=False)
    assert done.returncode == (0 if kept else 74), done.stderr
    assert "Traceback" not in done.stderr
    if not kept:
        place = Path(done.stderr.partition("What is missing is in ")[2].partition(",")[0])
        assert list(place.iterdir()), done.stderr
    return done.stdout.splitlines()


def exported(data: Path) -> list[str]:
    """What another process than the table's exports."""
    return list(exported_lines(data, None, spill=default_spill(data)))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


FAULTS = [
    ("pwrite64:error=ENOSPC:when=40..60", "The disk is full."),
    ("fdatasync:error=EIO:when=14..24", "The disk fails"),
    ("pwrite64:error=EROFS:when=40..60", "The disk"),
]


@pytest.mark.parametrize(("fault", "sentence"), FAULTS)
def test_disk_that_refuses_for_a_while_has_everything_in_the_end(
    data: Path, tmp_path: Path, fault: str, sentence: str
) -> None:
    told = play(data, fault, log=tmp_path / "log")
    assert [line for line in told if line in LINES] == LINES
    assert any(line.startswith(sentence) for line in told)
    assert "everything is on the disk again" in told
    assert on_disk(data) == exported(data) == LINES
    assert default_spill(data).load() is None


def test_disk_that_refuses_to_the_end_is_exported_from_memory_and_written_by_the_next_start(
    data: Path, tmp_path: Path
) -> None:
    told = play(data, "pwrite64:error=ENOSPC:when=50+", log=tmp_path / "log", kept=False)
    assert [line for line in told if line in LINES] == LINES
    assert len(on_disk(data)) < len(LINES)
    command = [sys.executable, "-m", "device", "export", "--data", str(data)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines() == LINES
    assert play(data, script="", log=tmp_path / "log") == []
    assert on_disk(data) == exported(data) == LINES
    assert default_spill(data).load() is None


def test_disk_that_refuses_from_the_start_is_played_on_all_the_same(data: Path, tmp_path: Path) -> None:
    told = play(data, "openat:error=EIO:when=1+", log=tmp_path / "log", kept=False)
    assert [line for line in told if line in LINES] == LINES
    assert exported(data) == LINES
    play(data, script="", log=tmp_path / "log")
    assert on_disk(data) == LINES


def test_disk_that_is_slow_loses_no_press_and_is_told(data: Path, tmp_path: Path) -> None:
    told = play(data, "fdatasync:delay_enter=1100000:when=30", log=tmp_path / "log")
    assert [line for line in told if line in LINES] == LINES
    assert sum(line.startswith("The disk is slow.") for line in told) == 1
    assert on_disk(data) == LINES


def test_directory_that_is_gone_in_the_middle_is_made_again_with_tonights_games(data: Path) -> None:
    command = [sys.executable, "-m", "device", "--hal", "mock", "--keys", "-", "--data", str(data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        presses_ = SCRIPT.splitlines(keepends=True)
        process.stdin.writelines(presses_[:60])
        process.stdin.flush()
        told = [process.stdout.readline().rstrip("\n") for _ in range(12)]
        shutil.rmtree(data)
        process.stdin.writelines(presses_[60:])
        process.stdin.close()
        told += process.stdout.read().splitlines()
    assert process.returncode == 0
    assert [line for line in told if line in LINES] == LINES
    assert on_disk(data) == LINES


def namespaces() -> bool:
    """Whether this user may have mounts of their own."""
    found = shutil.which("unshare")
    return (
        found is not None and subprocess.run([found, "-rm", "true"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.skipif(not namespaces(), reason="this machine allows no mounts of one's own")
@pytest.mark.parametrize("scenario", ["full", "read-only", "log-left", "french"])
def test_file_system_that_is(scenario: str, tmp_path: Path) -> None:
    command = ["unshare", "-rm", sys.executable, "-m", "tests.power.small_filesystems", scenario, str(tmp_path)]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
