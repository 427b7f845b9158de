"""Runs programs in processes of their own, and measures their peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.figures import NotTaken


def run(*arguments: str | Path, path: Path | None = None) -> str:
    """Run Python with these arguments. Returns its standard output. Packages are also found in the folder `path`.

    Raises CalledProcessError if it fails.
    """
    # Allow compiled modules, as in an installation.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {} if path is None else {"PYTHONPATH": str(path)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


@contextmanager
def beside(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program meanwhile. Raises NotTaken if it has ended by itself before the end of the block."""
    process = subprocess.Popen(command, text=True, **options)
    try:
        yield process
        if process.poll() is not None:
            raise NotTaken(f"{' '.join(command[1:3])} ended meanwhile, with exit status {process.returncode}")
    finally:
        process.terminate()
        process.communicate()


def own_peak() -> int:
    """The peak memory of this process so far, in KiB."""
    return peak_kib(os.getpid())


def peak_kib(process: int) -> int:
    """The peak memory of a process so far, in KiB.

    getrusage does not do: it gives the peak of the process from which this one was forked, if that was higher.
    """
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


def peak_mb(program: str, *arguments: str | Path) -> float:
    """Run one of `bench.programs` in a process of its own. Returns its peak memory in MiB, its last line of output."""
    return int(run("-m", f"bench.programs.{program}", *arguments).splitlines()[-1]) / 1024
