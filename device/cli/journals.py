"""Finds journals in the usual places, for a user who looked in the wrong one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shlex import quote

from device import config
from device.journal.store import FILE_NAME
from device.system import files

SERVICE_FOLDER = Path("/var/lib/tablekeeper")
"""The service's data directory (systemd/tablekeeper.service, StateDirectory)."""

_RELATIVE_FOLDERS = ("table", "evening/data", ".")
"""The data directories of `make run` and `make evening`, relative to the current directory."""


def other_journals_sentence(data: Path) -> str:
    """A sentence that names other directories with a journal, if `data` has none.

    It begins with a space, to follow another sentence. It is empty if there is nothing to say.
    """
    if _has_journal(data):
        return ""
    folders = list(dict.fromkeys(folder for folder in _candidate_folders() if _has_journal(folder)))
    if not folders:
        return ""
    return f" There is one in {' and in '.join(map(str, folders))}: add --data {quote(str(folders[0]))}."


def _candidate_folders() -> Iterator[Path]:
    yield from (Path.cwd() / folder for folder in _RELATIVE_FOLDERS)
    yield config.default_data()
    yield SERVICE_FOLDER


def _has_journal(directory: Path) -> bool:
    try:
        return files.is_file(directory / FILE_NAME)
    except OSError:
        return False
