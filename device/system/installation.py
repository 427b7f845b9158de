"""Whether the program's own files are still as they were installed."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from hal.system.installing import NAME

ROOMS = ("club", "device", "display", "firmware", "hal", "tablekeeper", "values")


def spoilt(distributions: Iterable[metadata.Distribution] | None = None) -> Iterator[str]:
    """The program's files that are missing, unreadable or changed since they were installed, by their path.

    The installer's own list (RECORD) says what there must be. None is found in a clone, which has no such list.
    """
    for distribution in metadata.distributions(name=NAME) if distributions is None else distributions:
        for file in distribution.files or ():
            if file.parts[0] in ROOMS and file.hash is not None and not _is_whole(file, file.hash):
                yield str(file)


def _is_whole(file: metadata.PackagePath, written: metadata.FileHash) -> bool:
    try:
        content = Path(str(file.locate())).read_bytes()
    except OSError:
        return False
    digest = hashlib.new(written.mode, content).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == written.value
