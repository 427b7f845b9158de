"""How urgent a log line is."""

from __future__ import annotations

from enum import IntEnum


class LogLevel(IntEnum):
    """How urgent a log line is, in syslog's numbers (RFC 5424, 6.2.1)."""

    ERROR = 3  # points may be lost
    WARNING = 4  # somebody should look: panel, disk or key
    NOTICE = 5  # a refusal, a switch-off: not the usual, but nothing is wrong
    INFO = 6  # what the table declares
