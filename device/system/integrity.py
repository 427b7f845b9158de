"""Whether the program's own files are still as they were installed."""

from __future__ import annotations

import base64
import csv
import hashlib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from hal.system.installing import NAME

ROOMS = ("club", "device", "display", "firmware", "guard", "hal", "tablekeeper", "values")


def spoilt(distributions: Iterable[metadata.Distribution] | None = None) -> Iterator[str]:
    """The program's files that are missing, unreadable or changed since they were installed, by their path.

    The installer's own list (RECORD) says what there must be. None is found in a clone, which has no such list.
    """
    for distribution in metadata.distributions(name=NAME) if distributions is None else distributions:
        # Not `distribution.files`: from Python 3.12 on, it leaves out what is missing.
        rows = csv.reader((distribution.read_text("RECORD") or "").splitlines())
        for file, written in ((row[0], row[1]) for row in rows if len(row) == 3):
            if file.split("/")[0] in ROOMS and written and not _is_whole(distribution, file, written):
                yield file


def _is_whole(distribution: metadata.Distribution, file: str, written: str) -> bool:
    """Whether a file has the digest that an installer wrote as `sha256=` and base64 without padding."""
    mode, _, expected = written.partition("=")
    try:
        content = Path(str(distribution.locate_file(file))).read_bytes()
    except OSError:
        return False
    digest = hashlib.new(mode, content).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == expected
