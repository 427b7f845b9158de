"""What somebody else's game may take of the processor before it is ended: no table waits for it for ever."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from functools import cache
from typing import NoReturn, TypeVar

R = TypeVar("R")

LONGEST_S = 20.0
"""Seconds of the processor that a function of a game may take: a hundred times what one takes on the slowest Pi, and a
third of what the service's watchdog allows."""


class TookTooLong(BaseException):
    """A game has not answered in time. No `except Exception` of its own keeps it from ending."""


def within_patience(function: Callable[..., R], *arguments: object) -> R:
    """What a function gives. Raises TookTooLong where it takes longer: in the main thread, where Python allows it."""
    if not _may_end() or signal.getitimer(signal.ITIMER_VIRTUAL)[0]:
        return function(*arguments)  # in a thread, or whoever has called has set a limit already
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_S)
    try:
        return function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _may_end() -> bool:
    return threading.current_thread() is threading.main_thread() and _listening()


@cache
def _listening() -> bool:
    """Whether this process hears that a time is over, from the first call on; nothing else in it uses that signal."""
    signal.signal(signal.SIGVTALRM, _end)
    return True


def _end(number: int, frame: object) -> NoReturn:
    raise TookTooLong
