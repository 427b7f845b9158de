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
_RECORD = "RECORD"


def damaged_files(distributions: Iterable[metadata.Distribution] | None = None) -> Iterator[str]:
    """The paths of the program's files that are missing, unreadable or changed since they were installed.

    The installer's own list (RECORD) says which files there must be. It lists itself, too: if it does not, or can't be
    decoded, it is damaged. A clone has no such list, so nothing is found there.
    """
    for distribution in metadata.distributions(name=PACKAGE_NAME) if distributions is None else distributions:
        try:
            # Not `distribution.files`: from Python 3.12 on, it leaves out missing files.
            record = distribution.read_text(_RECORD)
        except UnicodeDecodeError:
            record = ""
        if record is None:
            continue
        if f"/{_RECORD}," not in record:
            yield _RECORD
        for file, digest_entry in _recorded_digests(record):
            if not _is_unchanged(distribution, file, digest_entry):
                yield file


def _recorded_digests(record: str) -> Iterator[tuple[str, str]]:
    """The program's files for which RECORD has a digest, each with that entry."""
    for row in csv.reader(record.splitlines()):
        if len(row) == 3 and row[1] and row[0].split("/")[0] in PACKAGES:
            yield row[0], row[1]


def _is_unchanged(distribution: metadata.Distribution, file: str, digest_entry: str) -> bool:
    """Whether a file has the digest in RECORD: the algorithm, `=`, and base64 without padding."""
    algorithm, _, expected = digest_entry.partition("=")
    try:
        content = Path(str(distribution.locate_file(file))).read_bytes()
        digest = hashlib.new(algorithm, content).digest()
    except (OSError, ValueError, TypeError):  # the file can't be read, or the entry names no algorithm or no path
        return False
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == expected
