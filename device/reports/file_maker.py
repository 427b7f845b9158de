"""The process that makes a file of the past: `python -m device.reports.file_maker DIRECTORY`, with what is asked for on
its standard input.

It writes the file while it reads the games, as fast as it is read, and in little memory however many there are. Where
memory lacks all the same, this process ends, and not the table: see `device.system.worker.give_way` and `limit`.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from device.reports import documents
from device.reports.archive_client import DocumentAsked
from device.system.worker import limit_memory

NOTHING = 3
"""How it ends where there is no such file."""


def main() -> int:
    """Write the file's type and name, pickled, and what is in it. Another status than 0 says that it is not whole."""
    limit_memory()
    asked: DocumentAsked = pickle.load(sys.stdin.buffer)
    found = documents.file(Path(sys.argv[1]), asked.path, asked.query, asked.language)
    if found is None:
        return NOTHING
    sys.stdout.buffer.write(pickle.dumps((found.kind, found.name)))
    for part in found.parts:
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
