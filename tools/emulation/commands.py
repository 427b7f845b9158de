"""Runs programs of the host, with the end of their output in the error if they fail."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_MAX_OUTPUT = 2000
"""The maximum number of characters of a program's output, its last ones, in an error."""


class CannotEmulate(Exception):
    """Something that the emulation needs is missing or failed; the message is a sentence."""


class HostTooBusy(CannotEmulate):
    """The host stalled, or timing was otherwise disturbed, so that presses or the power cut were not as intended."""


def run(
    command: Sequence[str | Path], *, cwd: Path | None = None, env: Mapping[str, str] | None = None, given: bytes = b""
) -> str:
    """Run a program and return its output. Raises CannotEmulate, with the end of that output."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except FileNotFoundError:
        raise CannotEmulate(f"the program {words[0]} is missing.") from None
    said = done.stdout.decode(errors="replace")
    if done.returncode:
        raise CannotEmulate(f"{' '.join(words[:3])} … failed with status {done.returncode}:\n{said[-_MAX_OUTPUT:]}")
    return said
