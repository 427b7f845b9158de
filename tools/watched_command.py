"""Runs a long command, with a callback at intervals to show its progress."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

LOOK_S = 5.0
"""Seconds between two callbacks."""


def run_watched(command: Sequence[str], cwd: Path, look: Callable[[], None]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, calling `look` at intervals. The output is captured as by `subprocess.run`."""
    with subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        try:
            while True:
                try:
                    out, err = process.communicate(timeout=LOOK_S)
                    return subprocess.CompletedProcess(command, process.returncode, out, err)
                except subprocess.TimeoutExpired:
                    look()
        except BaseException:
            process.kill()
            raise
