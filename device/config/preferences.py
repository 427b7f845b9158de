"""What a table has chosen for all its games, in small files beside the journal: its language."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from device.config import LANGUAGES
from device.system import atomicfile, files

FILE = "language"
LONGEST = 100
"""Bytes of the file that are read; it holds a code of two letters."""


def language(directory: Path) -> str | None:
    """The code of the language chosen at the table; None if none was, or what is kept there means nothing."""
    with suppress(OSError, UnicodeDecodeError):
        kept = files.read(directory / FILE, LONGEST).decode("ascii").strip()
        if kept in LANGUAGES:
            return kept
    return None


def keep_language(directory: Path, code: str) -> None:
    """Keep the choice of a language, such that it outlives a power cut. Raises OSError."""
    atomicfile.write(directory / FILE, f"{code}\n".encode())
