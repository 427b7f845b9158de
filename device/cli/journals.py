"""Where journals are: for who asks for one in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shlex import quote

from device import config
from device.journal.store import FILE
from device.system import files

SERVICE = Path("/var/lib/tablekeeper")
"""Where the service keeps it (systemd/tablekeeper.service, StateDirectory)."""

_HERE = ("table", "evening/data", ".")
"""Where `make run` and `make evening` keep theirs, from where they are begun."""


def others(data: Path) -> str:
    """A sentence that names the directories that have a journal, if this one has none and others have.

    Begins with a space, to stand behind another sentence; empty if there is nothing to say.
    """
    if _has_one(data):
        return ""
    found = list(dict.fromkeys(place for place in _places() if _has_one(place)))
    if not found:
        return ""
    return f" There is one in {' and in '.join(map(str, found))}: add --data {quote(str(found[0]))}."


def _places() -> Iterator[Path]:
    yield from (Path.cwd() / place for place in _HERE)
    yield config.default_data()
    yield SERVICE


def _has_one(directory: Path) -> bool:
    try:
        return files.is_file(directory / FILE)
    except OSError:
        return False
