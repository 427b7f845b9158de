"""Lets a service wait for missing hardware: it reports what is missing, and starts the table once it is there."""

from __future__ import annotations

import select
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

from device.system.end_signals import end_on_signals
from device.system.exitcodes import SUCCESS
from device.system.log_level import LogLevel
from device.table.transcript import LineWriter
from hal.service.manager import ServiceManager
from hal.system.wakeup import Wakeup

RETRY_S = 10.0
"""Seconds between two attempts; well below the watchdog's minute."""
Wait = Callable[[float], bool]
"""Waits for a number of seconds. Returns whether a signal has ended the program meanwhile."""


def _wait(seconds: float) -> bool:
    """Wait until a signal ends the program, or the time is over. A signal before the return counts, too.

    An Event would not do: a signal handler that sets it waits for ever if it interrupts a holder of the Event's lock.
    """
    signals: list[bool] = []
    with closing(Wakeup()) as wakeup:

        def end() -> None:
            signals.append(True)
            wakeup.wake_up()

        with end_on_signals(end):
            select.select([wakeup], [], [], seconds)
    return bool(signals)


def serve_with_retries(
    serve: Callable[[], int],
    missing_hardware: Mapping[type[Exception], str],
    tell: LineWriter,
    manager: ServiceManager,
    wait: Wait = _wait,
    notices: Sequence[str] = (),
) -> int:
    """Call `serve`, again and again while it raises one of `missing_hardware`. Returns the exit status.

    `missing_hardware` are the errors that mean missing hardware, each with a word for what is missing.
    `notices` are sentences that the panel can't show, so they are reported with the first failure.

    The service manager is told that the service is up, since a service that fails again and again helps nobody.
    """
    reported_message = None
    while True:
        try:
            return serve()
        except tuple(missing_hardware) as error:
            if reported_message is None:
                for notice in notices:
                    tell(notice, LogLevel.WARNING)
            if str(error) != reported_message:
                reported_message = str(error)
                tell(reported_message, LogLevel.ERROR)
                tell(f"no table can be used; its hardware is looked for every {RETRY_S:.0f} s", LogLevel.WARNING)
            missing_part = next(word for kind, word in missing_hardware.items() if isinstance(error, kind))
            manager.report_ready_without_hardware(missing_part, str(error))
            manager.ping()
        if wait(RETRY_S):
            return SUCCESS
