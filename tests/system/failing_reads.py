"""A disk that does not give one file, and has it all the same."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.system import files


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
