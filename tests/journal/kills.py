"""Runs processes that play a key script and are killed."""

from __future__ import annotations

import os
from pathlib import Path

from tests import preloaded_program


def killed(data: Path, script: list[str], acknowledged: int) -> list[str]:
    """Give a script to a process, and kill it once it has acknowledged this many rows.

    Returns its transcript by then.
    """
    keys = data.with_suffix(".keys")
    keys.write_text("\n".join(script) + "\n", encoding="utf-8")
    read, write = os.pipe()
    arguments = ["--hal", "mock", "--keys", str(keys), "--data", str(data)]
    process = preloaded_program.begin(arguments, write, write, os.environ)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as transcript:
        told = [transcript.readline() for _ in range(acknowledged)]
        process.kill()
        told += transcript.readlines()
    process.join()
    return [line.rstrip("\n") for line in told if line.endswith("\n")]
