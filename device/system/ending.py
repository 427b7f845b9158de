"""The signals by which a program is told to end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, a service that is stopped, a terminal that closes."""


@contextmanager
def ended_by_signals(end: Callable[[], None]) -> Iterator[None]:
    """Let a signal end the program in good order by `end`: what is under way is finished. A second one kills.

    A hang-up that is ignored, as nohup has it, stays so.
    """

    def handle(number: int, _: FrameType | None) -> None:
        # Somebody who asks twice does not want to wait.
        restore()
        end()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    numbers = [one for one in ENDING if one is not signal.SIGHUP or signal.getsignal(one) is not signal.SIG_IGN]
    before: dict[signal.Signals, Any] = {}
    try:
        # One by one: a signal may come while the others are not yet expected.
        for number in numbers:
            before[number] = signal.signal(number, handle)
        yield
    finally:
        restore()
