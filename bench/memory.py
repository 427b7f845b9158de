"""How much memory a program of its own takes at the most."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def own_peak() -> int:
    """The most memory that this process has taken so far, in KiB.

    What getrusage calls a process's peak is that of the process it was forked from, where that was higher.
    """
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


def peak_mb(program: str, *arguments: str | Path) -> float:
    """Run one of `bench.programs` in a process of its own; its last line of output is its peak. MiB."""
    # As installed: with the modules compiled, which whoever was there before has seen to.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", f"bench.programs.{program}", *map(str, arguments)]
    ended = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return int(ended.stdout.splitlines()[-1]) / 1024
