"""The process that makes a file of past games: `python -m device.reports.file_maker JOURNAL_DIRECTORY`, with the
request on standard input.

It writes the file while it reads the games, no faster than the file is read, and in little memory however many there
are. If memory is short nevertheless, this process is ended, not the table: see `device.system.worker.lower_priority`
and `limit_memory`.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from device.reports import documents
from device.reports.archive_client import DocumentRequest
from device.system.worker import limit_memory

NO_FILE = 3
"""The exit status if there is no such file."""


def main() -> int:
    """Write the file's type and name, pickled, and then its content.
    An exit status other than 0 means it is incomplete."""
    limit_memory()
    request: DocumentRequest = pickle.load(sys.stdin.buffer)
    file = documents.make_file(Path(sys.argv[1]), request.path, request.query, request.language_code)
    if file is None:
        return NO_FILE
    sys.stdout.buffer.write(pickle.dumps((file.media_type, file.name)))
    for part in file.parts:
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
