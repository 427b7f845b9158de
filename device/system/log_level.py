"""LogLevel: the severity of a log line."""

from __future__ import annotations

from enum import IntEnum


class LogLevel(IntEnum):
    """The severity of a log line, in syslog's numbers (RFC 5424, 6.2.1)."""

    ERROR = 3  # points may be lost
    WARNING = 4  # somebody should look at it: panel, disk or key
    NOTICE = 5  # a refusal, a switch-off: unusual, but nothing is wrong
    INFO = 6  # what the table declares
