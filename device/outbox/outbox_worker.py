"""The process that answers a courier's requests: `python -m device.outbox.outbox_worker DIRECTORY`."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

from device.outbox.journal_outbox import JournalOutbox
from device.system.worker import serve_requests

if __name__ == "__main__":
    with closing(JournalOutbox(Path(sys.argv[1]))) as outbox:
        serve_requests(outbox.answer)
