"""Limits the processor time of third-party games, so that the table never waits for one for ever."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from functools import cache
from typing import NoReturn, TypeVar

R = TypeVar("R")

MAX_SECONDS = 20.0
"""Maximum processor time for a function of a game: a hundred times what one needs on the slowest Pi, and a third of the
timeout of the service's watchdog."""


class TookTooLong(BaseException):
    """Raised if a game's time is used up. A BaseException: the game's own `except Exception` can't catch it."""


def call_with_timeout(function: Callable[..., R], *arguments: object) -> R:
    """Call a function with the time limit, and return its result. Raises TookTooLong.

    Outside of the main thread there is no limit, since Python handles signals only there.
    """
    if threading.current_thread() is not threading.main_thread() or signal.getitimer(signal.ITIMER_VIRTUAL)[0]:
        return function(*arguments)  # in another thread, or under a limit that a caller has set
    _install_handler()
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
    try:
        return function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@cache
def _install_handler() -> None:
    """Install the handler of the timer signal, once. Nothing else in this process uses that signal."""
    signal.signal(signal.SIGVTALRM, _raise_timeout)


def _raise_timeout(number: int, frame: object) -> NoReturn:
    raise TookTooLong
