"""Programs of the machine: run, with what they said in the error when they fail."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_SAID = 2000
"""Characters of a program's output, its last ones, that an error repeats."""


class CannotEmulate(Exception):
    """Something that the emulation needs is missing or failed; the message is a sentence."""


class HostTooBusy(CannotEmulate):
    """The host stalled, or was quicker than before: what was pressed, or when power went, is not what was meant."""


def run(
    command: Sequence[str | Path], *, cwd: Path | None = None, env: Mapping[str, str] | None = None, given: bytes = b""
) -> str:
    """Run a program and return what it printed. Raises CannotEmulate, with the end of what it said."""
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
        raise CannotEmulate(f"{' '.join(words[:3])} … failed with status {done.returncode}:\n{said[-_SAID:]}")
    return said
