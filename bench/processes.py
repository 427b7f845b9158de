"""Programs in processes of their own, and how much memory they take at the most."""

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
    """What Python says on standard output with these arguments; it finds packages in the folder `path`, too.

    Raises CalledProcessError if it fails.
    """
    # As installed: with the modules compiled, which whoever was there before has seen to.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {} if path is None else {"PYTHONPATH": str(path)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


@contextmanager
def beside(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that runs meanwhile. Raises NotTaken if it has ended before it is ended here: it would have died."""
    process = subprocess.Popen(command, text=True, **options)
    try:
        yield process
        if process.poll() is not None:
            raise NotTaken(f"{' '.join(command[1:3])} ended meanwhile, with exit status {process.returncode}")
    finally:
        process.terminate()
        process.communicate()


def own_peak() -> int:
    """The most memory that this process has taken so far, in KiB."""
    return peak_kib(os.getpid())


def peak_kib(process: int) -> int:
    """The most memory that a process has taken so far, in KiB.

    What getrusage calls a process's peak is that of the process it was forked from, where that was higher.
    """
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


def peak_mb(program: str, *arguments: str | Path) -> float:
    """Run one of `bench.programs` in a process of its own; its last line of output is its peak. MiB."""
    return int(run("-m", f"bench.programs.{program}", *arguments).splitlines()[-1]) / 1024
