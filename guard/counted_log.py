"""What the server and its libraries have to say, without repetition: the first of a kind at once, then how many."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PERIOD_S = 60.0
"""How long what was said is only counted when it happens again."""

LONGEST = 240
"""Characters of one line."""

MOST_KINDS = 15
"""Kinds of events that are told apart; all others are one."""

BEGINNING = "tablekeeper: page: "

LOGGERS = ("uvicorn", "websockets", "asyncio")


class CountedLog:
    """Says each kind of event at most twice a minute: when it comes, and how often it has come since."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._since: dict[str, float] = {}
        self._more: dict[str, int] = {}
        self._lock = threading.Lock()

    def tell(self, kind: str, details: str = "", count: int = 1) -> None:
        """Something of this kind has happened."""
        with self._lock:
            if kind not in self._since and len(self._since) >= MOST_KINDS:
                kind, details = "something else", ""
            if kind in self._since:
                self._more[kind] = self._more.get(kind, 0) + count
                return
            self._since[kind] = self._clock()
            self._more[kind] = count - 1
        self._write(f"{kind}: {details}" if details else kind)

    def tick(self) -> None:
        """Say what has been counted for long enough."""
        with self._lock:
            now = self._clock()
            due = [kind for kind, since in self._since.items() if now >= since + PERIOD_S]
            counted = [(kind, self._more.pop(kind)) for kind in due]
            for kind, more in counted:
                del self._since[kind]
                if more:
                    # It is going on: that it does is not said as if it were new.
                    self._since[kind], self._more[kind] = now, 0
        for kind, more in counted:
            if more:
                self._write(f"{kind}: {more} more in the last {PERIOD_S:.0f} s")

    def _write(self, line: str) -> None:
        plain = "".join(each if each.isascii() and each.isprintable() else "?" for each in line)
        self._say(plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 3]}...")

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Meanwhile, what the libraries log is told here. Without any handler, Python would print all of it."""
        handler = _Handler(self)
        loggers = [logging.getLogger(name) for name in LOGGERS]
        for each in loggers:
            each.addHandler(handler)
        try:
            yield
        finally:
            for each in loggers:
                each.removeHandler(handler)


def to_stderr(line: str) -> None:
    """Say it where the service's log is."""
    print(f"{BEGINNING}{line}", file=sys.stderr, flush=True)


class _Handler(logging.Handler):
    """Hands on warnings and worse, by the sentence they are made from: what differs in it comes from outside."""

    def __init__(self, log: CountedLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        kind = str(record.msg).strip()
        error = record.exc_info[1] if record.exc_info else None
        self._log.tell(kind if error is None else f"{kind} ({_where(error)})", "" if error is None else str(error))


def _where(error: BaseException) -> str:
    """The kind of an error, and the line that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    return f"{type(error).__name__}, {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
