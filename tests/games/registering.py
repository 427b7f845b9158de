"""Registers games of other folders temporarily."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device import games


@contextmanager
def registered(folder: Path) -> Iterator[None]:
    """Register a folder's packages as games of the box meanwhile. They are unloaded afterwards."""
    before = set(sys.modules)
    games.__path__.append(str(folder))
    try:
        yield
    finally:
        games.__path__.remove(str(folder))
        for name in set(sys.modules) - before:
            package, _, inner = name.removeprefix(f"{games.__name__}.").partition(".")
            if name.startswith(f"{games.__name__}.") and (folder / package).is_dir():
                del sys.modules[name]
                if not inner:
                    delattr(games, package)
