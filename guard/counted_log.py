"""A log of the server and its libraries without repetition: the first event of a kind at once, then counts."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PERIOD_S = 60.0
"""For so many seconds after an event, more of its kind are only counted."""

MAX_LINE_LENGTH = 240
"""Maximum characters of a line."""

MAX_KINDS = 15
"""Maximum kinds of events that are distinguished; all others count as one kind."""

PREFIX = "tablekeeper: page: "
"""The lines are about the web page, in a log that the table's are in, too."""

LOGGER_NAMES = ("uvicorn", "websockets", "asyncio")


class CountedLog:
    """Logs the first event of each kind at once, and then at most once a minute how many more there were."""

    def __init__(self, write_line: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._write_line = write_line
        self._clock = clock
        self._periods: dict[str, tuple[float, int]] = {}
        """By kind: when its period began, and how many events have not been logged since."""
        self._lock = threading.Lock()

    def log_or_count(self, kind: str, details: str = "", count: int = 1) -> None:
        """Log or count an event."""
        with self._lock:
            if kind not in self._periods and len(self._periods) >= MAX_KINDS:
                kind, details = "something else", ""
            if kind in self._periods:
                since, earlier_count = self._periods[kind]
                self._periods[kind] = since, earlier_count + count
                return
            self._periods[kind] = self._clock(), count - 1
        self._write(f"{kind}: {details}" if details else kind)

    def log_counts(self) -> None:
        """Log the counts whose period is over."""
        with self._lock:
            now = self._clock()
            due = [(kind, count) for kind, (since, count) in self._periods.items() if now >= since + PERIOD_S]
            for kind, count in due:
                del self._periods[kind]
                if count:
                    # Still going on: the next event is counted, and not logged as if it were new.
                    self._periods[kind] = now, 0
        for kind, count in due:
            if count:
                self._write(f"{kind}: {count} more in the last {PERIOD_S:.0f} s")

    def _write(self, line: str) -> None:
        plain = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in line)
        self._write_line(plain if len(plain) <= MAX_LINE_LENGTH else f"{plain[: MAX_LINE_LENGTH - 3]}...")

    @contextmanager
    def capture_library_logs(self) -> Iterator[None]:
        """Receive what the libraries log within the context. Without a handler, Python would print all of it."""
        handler = _Handler(self)
        loggers = [logging.getLogger(name) for name in LOGGER_NAMES]
        for logger in loggers:
            logger.addHandler(handler)
        try:
            yield
        finally:
            for logger in loggers:
                logger.removeHandler(handler)


def print_to_stderr(line: str) -> None:
    """Print a line to the service's log."""
    print(f"{PREFIX}{line}", file=sys.stderr, flush=True)


class _Handler(logging.Handler):
    """Passes warnings and errors on.

    Their kind is the first line of the message's format string: its arguments come from outside, and asyncio appends
    lines that differ for each task.
    """

    def __init__(self, log: CountedLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        kind = str(record.msg).strip().partition("\n")[0]
        error = record.exc_info[1] if record.exc_info else None
        self._log.log_or_count(
            kind if error is None else f"{kind} ({_location(error)})", "" if error is None else str(error)
        )


def _location(error: BaseException) -> str:
    """Return the kind of an error, and the line that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    return f"{type(error).__name__}, {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
