"""Checks whether the program's own files are still as they were installed."""

from __future__ import annotations

import base64
import csv
import hashlib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from hal.system.install_hint import PACKAGE_NAME

PACKAGES = ("club", "device", "display", "firmware", "guard", "hal", "tablekeeper", "values")


def damaged_files(distributions: Iterable[metadata.Distribution] | None = None) -> Iterator[str]:
    """The paths of the program's files that are missing, unreadable or changed since they were installed.

    The installer's own list (RECORD) says which files there must be. A clone has no such list, so nothing is found
    there.
    """
    for distribution in metadata.distributions(name=PACKAGE_NAME) if distributions is None else distributions:
        # Not `distribution.files`: from Python 3.12 on, it leaves out missing files.
        rows = csv.reader((distribution.read_text("RECORD") or "").splitlines())
        for file, digest_entry in ((row[0], row[1]) for row in rows if len(row) == 3):
            if file.split("/")[0] in PACKAGES and digest_entry and not _is_unchanged(distribution, file, digest_entry):
                yield file


def _is_unchanged(distribution: metadata.Distribution, file: str, digest_entry: str) -> bool:
    """Whether a file has the digest in RECORD: the algorithm, `=`, and base64 without padding."""
    algorithm, _, expected = digest_entry.partition("=")
    try:
        content = Path(str(distribution.locate_file(file))).read_bytes()
    except OSError:
        return False
    digest = hashlib.new(algorithm, content).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == expected
