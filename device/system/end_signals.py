"""Handles the signals that end a program."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, the stop of a service, and the closing of a terminal."""


@contextmanager
def end_on_signals(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` at the first signal, so that the program finishes its work and ends. A second signal kills it.

    SIGHUP stays ignored if it was ignored before, as with nohup.
    """

    def handle(signal_number: int, _: FrameType | None) -> None:
        # A second signal means that the user does not want to wait.
        restore()
        end()

    def restore() -> None:
        for signal_number, handler in handlers_before.items():
            signal.signal(signal_number, handler)

    handlers_before: dict[signal.Signals, Any] = {}
    try:
        # One by one: a signal may arrive before the other handlers are set.
        for signal_number in ENDING_SIGNALS:
            if signal_number is not signal.SIGHUP or signal.getsignal(signal_number) is not signal.SIG_IGN:
                handlers_before[signal_number] = signal.signal(signal_number, handle)
        yield
    finally:
        restore()
