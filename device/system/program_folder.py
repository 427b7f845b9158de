"""The folder for a newer program that came by the table's page, and what became of it (docs/image.md).

The table writes the file; the SD card's own program (`tools/image/on_card/programs.py`) examines it, and notes the
outcome where it keeps which program is used.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from device.system import files

CARD_STATE = "TABLEKEEPER_CARD_STATE"
"""The environment variable with the path of the card's own state. Only the service of a card has it, and only of one
that looks into the folder."""

FOLDER_NAME = "newer-program"
"""The folder beside the journal. Its mode lets the card's own program read it by a bind mount; for other users, the
directory above it is closed."""
FILE_NAME = "tablekeeper-page.update"
PARTIAL_FILE_NAME = "tablekeeper-page.part"
"""The name of the file until it is complete."""

MAX_STATE_BYTES = 1_000_000


def card_state(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The file with the card's state; None if this box takes no programs from its page."""
    path = environment.get(CARD_STATE)
    return Path(path) if path else None


def sent_program_outcome(data: Path, state: Path) -> str | None:
    """The outcome for the file that was sent last; "" while it is not examined yet, None if there is no such file."""
    try:
        status = (data / FOLDER_NAME / FILE_NAME).lstat()
    except OSError:
        return None
    file_stamp, outcome = _examination(state)
    return outcome if file_stamp == f"{FILE_NAME} {status.st_size} {status.st_mtime_ns}" else ""


def _examination(state: Path) -> tuple[str, str]:
    """Name, size and time of the file that the card examined last, and its outcome; two empty strings without one."""
    import json  # imported late: needed only on a card whose page takes programs

    try:
        file_stamp, outcome = json.loads(files.read_file(state, MAX_STATE_BYTES))["page"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return "", ""
    return str(file_stamp), str(outcome)
