"""The page's log counts what happens again and again, and stays short."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing

from guard.counted_log import MAX_KINDS, MAX_LINE_LENGTH, PREFIX, CountedLog


class Log:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.now = 0.0
        self.log = CountedLog(self.lines.append, lambda: self.now)


def test_what_happens_again_is_counted_and_told_once_a_minute() -> None:
    log = Log()
    for _ in range(500):
        log.log.log_or_count("a stranger")
    log.log.log_or_count("a crowd", count=300)
    log.log.log_counts()
    assert log.lines == ["a stranger", "a crowd"]
    log.now = 60.0
    log.log.log_counts()
    assert log.lines[2:] == [
        "a stranger: 499 more in the last 60 s",
        "a crowd: 299 more in the last 60 s",
    ]
    log.log.log_or_count("a stranger")
    log.now = 119.0
    log.log.log_counts()
    assert len(log.lines) == 4
    log.now = 120.0
    log.log.log_counts()
    assert log.lines[4:] == ["a stranger: 1 more in the last 60 s"]


def test_after_a_quiet_minute_it_is_new_again() -> None:
    log = Log()
    log.log.log_or_count("a stranger", "the first")
    log.now = 60.0
    log.log.log_counts()
    log.log.log_or_count("a stranger", "the second")
    assert log.lines == ["a stranger: the first", "a stranger: the second"]


def test_however_much_goes_wrong_a_minute_is_short() -> None:
    """10 kB is what a minute may take."""
    log = Log()
    for number in range(10_000):
        log.log.log_or_count(f"kind {number}" + "x" * 1000, "y" * 1000)
    log.now = 60.0
    log.log.log_counts()
    assert sum(len(f"{PREFIX}{line}\n".encode()) for line in log.lines) <= 10_000
    assert len(log.lines) == MAX_KINDS + 2
    assert all(len(line) <= MAX_LINE_LENGTH for line in log.lines)


def test_an_error_is_told_by_its_kind_and_place_without_a_traceback() -> None:
    log = Log()
    with log.log.capture_library_logs():
        for _ in range(3):
            try:
                raise ValueError("bad \x1b[31mcolour\n")
            except ValueError:
                logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        logging.getLogger("uvicorn.error").info("nobody needs this")
        logging.getLogger("asyncio").warning("slow %s", 3)
    logging.getLogger("uvicorn.error").debug("nobody hears this")
    assert len(log.lines) == 2
    assert log.lines[0].startswith("Exception in ASGI application (ValueError, test_counted_log.py:")
    assert log.lines[0].endswith("): bad ?[31mcolour?")
    assert log.lines[1] == "slow %s"


def test_the_same_error_of_two_tasks_is_one_kind() -> None:
    log = Log()
    with closing(asyncio.new_event_loop()) as loop, log.log.capture_library_logs():
        for _ in range(2):
            loop.call_exception_handler(
                {"message": "Task exception was never retrieved", "future": loop.create_future()}
            )
    assert log.lines == ["Task exception was never retrieved"]
