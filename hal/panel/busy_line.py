"""Wait for a panel's BUSY line, in the same way for every driver of the package inky.

The drivers' own waiting differs. Some return at once while the refresh runs, some raise, some warn and continue, some
sleep for the length of a refresh without a word. Drivers that read the line only once, right after a command, take a
chip for idle that has not pulled the line yet. So no driver waits by itself: `hal.panel.inky_panel` replaces their
methods.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from hal.clock.clock import Clock, RealClock
from hal.panel.busy_wait import BusyWait
from hal.panel.inky_models import PanelController
from hal.panel.panel import PanelError

MIN_REFRESH_S = 1.0
"""No panel refreshes in fewer seconds: a shorter pulse on the line is not the refresh."""
MIN_TIMEOUT_S = 5.0
"""Timeout, in seconds, for anything but a refresh; drivers allow only 0.3 s for some of it, and continue regardless."""


class BusyLine:
    """The BUSY line of one driver. `attach` makes the driver wait here; `wait_for_refresh` waits for a refresh still
    under way.

    `refresh_s` is the seconds of a refresh. The timeout is twice as long, or the driver's own if that is longer.
    """

    def __init__(
        self,
        controller: PanelController,
        refresh_s: float,
        clock: Clock | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._controller = controller
        self._patience = 2 * refresh_s
        self._wait_for = partial(BusyWait, busy=controller.busy, clock=clock or RealClock(), sleep=sleep)
        self._waiting = self._wait_for(lambda: False)
        self._asked = False
        self._done = False

    def attach(self, driver: Any) -> None:
        """Replace the waiting methods of a driver. Raises AttributeError if it is not a known driver."""
        from gpiod.line import Value

        send = driver._send_command

        def note(command: int, *rest: object, **more: object) -> None:
            # First, so that a refresh that begins before the bytes are all sent is not missed.
            if command == self._controller.refresh:
                self._asked, self._done = True, False
            send(command, *rest, **more)

        def level() -> bool:
            return bool(driver._gpio.get_value(driver.busy_pin) == Value.ACTIVE)

        self._waiting = self._wait_for(level)
        for name in self._controller.waits:
            getattr(driver, name)
            setattr(driver, name, self.wait_until_idle)
        driver._send_command = note

    def reset(self) -> None:
        """Reset the state, before a picture is sent."""
        self._asked = self._done = False

    def wait_until_idle(self, timeout: float = MIN_TIMEOUT_S) -> None:
        """Wait until the chip is idle; after the command to refresh, until it has refreshed. Raises PanelError."""
        if self._asked and not self._done:
            self._waiting.wait_for_refresh(max(timeout, self._patience), MIN_REFRESH_S)
            self._done = True
        else:
            self._waiting.wait_until_idle(min(timeout, self._controller.settle_s), max(timeout, MIN_TIMEOUT_S))

    def wait_for_refresh(self) -> None:
        """Wait for a refresh that the driver has not waited for. Raises PanelError if the driver did not start one."""
        if not self._asked:
            raise PanelError("The panel's driver returned without asking for a refresh.")
        if not self._done:
            self.wait_until_idle()
