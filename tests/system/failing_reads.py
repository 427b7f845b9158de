"""A disk that does not give one file, or some of its blocks, and has them all the same."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.system import files

BLOCK = 512


class BadBlocks:
    """Blocks that Python can't read, which recovers what SQLite gives up. What is before them comes short."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pread = os.pread
        self.blocks: set[int] = set()

    def pread(self, file: int, length: int, at: int) -> bytes:
        if not os.path.samestat(os.fstat(file), self._path.stat()):
            return self._pread(file, length, at)
        first, end = at // BLOCK, -(-(at + length) // BLOCK)
        bad = [block * BLOCK for block in sorted(self.blocks) if first <= block < end]
        if bad and bad[0] <= at:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return self._pread(file, bad[0] - at if bad else length, at)


@contextmanager
def unreadable(name: str) -> Iterator[None]:
    """Reading a file of this name fails (EIO) in this context."""
    read_file = files.read_file

    def read(path: str | Path, *limits: int, allow_streams: bool = False) -> bytes:
        if Path(path).name == name:
            raise OSError(errno.EIO, "Input/output error")
        return read_file(path, *limits, allow_streams=allow_streams)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "read_file", read)
        yield
