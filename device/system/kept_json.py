"""Small files of JSON that are there whole or not at all, and that somebody may have spoilt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from device.system import atomicfile, files

T = TypeVar("T")


class SpoiltFile(ValueError):
    """A file makes no sense, and was set aside: `aside` says where it is now."""

    def __init__(self, aside: str) -> None:
        super().__init__(aside)
        self.aside = aside


def kept(path: Path, most: int, read: Callable[[bytes], T]) -> T | None:
    """What `read` makes of a file of at most so many bytes; None if there is none. Raises OSError, and SpoiltFile for
    what it refuses by ValueError."""
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


def parsed(data: bytes, make: Callable[[Any], T]) -> T:
    """What a text of JSON comes to. Raises ValueError for what makes no sense."""
    import json  # most tables have no such file

    try:
        return make(json.loads(data))
    except (TypeError, LookupError, AttributeError, RecursionError) as error:
        raise ValueError(error) from error
