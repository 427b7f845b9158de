"""Reads small JSON files, and sets invalid ones aside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from device.system import atomicfile, files

T = TypeVar("T")


class SpoiltFile(ValueError):
    """A file was invalid and has been set aside: `aside` is its new name."""

    def __init__(self, aside: str) -> None:
        super().__init__(aside)
        self.aside = aside


def load_or_set_aside(path: Path, most: int, read: Callable[[bytes], T]) -> T | None:
    """The result of `read` for the content of a file of at most `most` bytes; None if there is no file. Raises OSError.
    If `read` raises ValueError, the file is set aside and SpoiltFile is raised."""
    try:
        data = files.read(path, most + 1)
    except FileNotFoundError:
        return None
    try:
        if len(data) > most:
            raise ValueError("too large")
        return read(data)
    except ValueError:
        raise SpoiltFile(atomicfile.set_aside(path)) from None


def parse_json(data: bytes, make: Callable[[Any], T]) -> T:
    """Parse JSON and pass it to `make`. Raises ValueError if either fails."""
    import json  # imported late: most tables have no such file

    try:
        return make(json.loads(data))
    except (TypeError, LookupError, AttributeError, RecursionError) as error:
        raise ValueError(error) from error
