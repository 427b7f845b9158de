"""The running account: one line for each declaration, undo, refusal and trouble, none for the time passing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import IntEnum
from typing import Protocol, TextIO

from device.system.printing import write
from hal.printable import shortened


class Weight(IntEnum):
    """How much a line matters, in syslog's numbers (RFC 5424, 6.2.1)."""

    ERROR = 3  # points may be lost
    WARNING = 4  # somebody should look: panel, disk or key
    NOTICE = 5  # a refusal, a switch-off: not the usual, but nothing is wrong
    INFO = 6  # what the table declares


class Tell(Protocol):
    """Where the account goes."""

    def __call__(self, line: str, weight: Weight = Weight.INFO) -> None: ...


def nobody(line: str, weight: Weight = Weight.INFO) -> None:
    """An account that nobody hears."""


def to(stream: TextIO, *, weighted: bool) -> Tell:
    """An account on a stream, each line at once; with `weighted`, as sd-daemon(3) has levels for the journal.

    A stream that can't be written to any more loses the account, never the game.
    """

    def tell(line: str, weight: Weight = Weight.INFO) -> None:
        prefix = f"<{int(weight)}>" if weighted else ""
        try:
            write(stream, prefix + shortened(line.replace("\n", " ")), flush=True)
        except (OSError, ValueError):
            return

    return tell


def is_journal(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream goes to the system's journal: systemd.exec(5), `JOURNAL_STREAM`."""
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
