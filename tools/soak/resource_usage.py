"""Measures the resources of a process and its journal."""

from __future__ import annotations

import gc
import os
import sqlite3
from pathlib import Path
from typing import NamedTuple

from device.journal.store import FILE_NAME

PROCESS = Path("/proc/self")


class Usage(NamedTuple):
    """Memory in bytes, the numbers of open files and threads, the data directory's files, and the journal's size.

    `journal` and `log` are bytes. The log's size does not depend on the journal's.
    """

    memory: int
    descriptors: int
    threads: int
    files: frozenset[str]
    rows: int
    journal: int
    log: int

    @property
    def bytes_per_row(self) -> float:
        return self.journal / self.rows


def usage(data: Path) -> Usage:
    """The current usage of this process, and of the open journal in `data`."""
    gc.collect()
    files = {path.name: path.stat().st_size for path in data.iterdir()}
    journal = sqlite3.connect(f"{(data / FILE_NAME).as_uri()}?mode=ro", uri=True)
    rows: int = journal.execute("SELECT count(*) FROM line").fetchone()[0]
    journal.close()
    return Usage(
        int((PROCESS / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"),
        sum(not _is_reusable(path) for path in (PROCESS / "fd").iterdir()),
        len(list((PROCESS / "task").iterdir())),
        frozenset(files),
        rows,
        files[FILE_NAME],
        files[f"{FILE_NAME}-wal"],
    )


def _is_reusable(descriptor: Path) -> bool:
    """Whether this is a descriptor of the journal's main file: SQLite keeps those of readers for reuse."""
    try:
        return descriptor.readlink().name == FILE_NAME
    except OSError:  # the descriptor by which the directory is read
        return True
