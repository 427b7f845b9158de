"""A service whose hardware is missing: it says so, and plays once the hardware is there."""

from __future__ import annotations

import select
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

from device.system.ending import ended_by_signals
from device.system.exitcodes import FINE
from device.system.log_level import LogLevel
from device.system.wakeup import Wakeup
from device.table.transcript import Tell
from hal.service.manager import ServiceManager

LOOK_S = 10.0
"""How often hardware is looked for; well within the watchdog's minute."""
Wait = Callable[[float], bool]
"""Waits so many seconds; whether it was told to end meanwhile."""


def when_there(
    serve: Callable[[], int],
    refused: Mapping[type[Exception], str],
    tell: Tell,
    manager: ServiceManager,
    wait: Wait | None = None,
    notices: Sequence[str] = (),
) -> int:
    """Serve, and begin again as long as that is refused. Returns the exit status.

    `refused` are the errors that tell of missing hardware, each with a word for what is lacking.
    `notices` are sentences for the panel, which is not there to show them: they are told with the first refusal.

    The manager hears that the service is up: that its hardware is missing is told in a sentence, and a machine with a
    service that fails again and again would have no better one.
    """
    said = None
    while True:
        try:
            return serve()
        except tuple(refused) as error:
            if said is None:
                for notice in notices:
                    tell(notice, LogLevel.WARNING)
            if str(error) != said:
                said = str(error)
                tell(said, LogLevel.ERROR)
                tell(f"no table can be played at; its hardware is looked for every {LOOK_S:.0f} s", LogLevel.WARNING)
            lacking = next(word for kind, word in refused.items() if isinstance(error, kind))
            manager.ready_without(lacking, str(error))
            manager.ping()
        if (wait or _wait)(LOOK_S):
            return FINE


def _wait(seconds: float) -> bool:
    """Wait until a signal ends the program. One that comes when the waiting is over is heard, too.

    It would wait for ever by a lock that is held just then by whoever the signal interrupts, as an Event has one.
    """
    told: list[bool] = []
    with closing(Wakeup()) as bell:

        def end() -> None:
            told.append(True)
            bell.ring()

        with ended_by_signals(end):
            select.select([bell], [], [], seconds)
    return bool(told)
