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
        self._refresh_timeout_s = 2 * refresh_s
        self._new_busy_wait = partial(
            BusyWait, busy_level=controller.busy_level, clock=clock or RealClock(), sleep=sleep
        )
        self._busy_wait = self._new_busy_wait(lambda: False)
        self._is_refresh_requested = False
        self._has_refreshed = False

    def attach(self, driver: Any) -> None:
        """Replace the waiting methods of a driver. Raises AttributeError if it is not a known driver."""
        from gpiod.line import Value

        send_command = driver._send_command

        def send_and_note(command: int, *arguments: object, **keyword_arguments: object) -> None:
            # First, so that a refresh that begins before the bytes are all sent is not missed.
            if command == self._controller.refresh_command:
                self._is_refresh_requested, self._has_refreshed = True, False
            send_command(command, *arguments, **keyword_arguments)

        def is_line_high() -> bool:
            return bool(driver._gpio.get_value(driver.busy_pin) == Value.ACTIVE)

        self._busy_wait = self._new_busy_wait(is_line_high)
        for name in self._controller.wait_methods:
            getattr(driver, name)  # raises AttributeError if the driver has another method for it
            setattr(driver, name, self.wait_until_idle)
        driver._send_command = send_and_note

    def reset(self) -> None:
        """Reset the state, before a picture is sent."""
        self._is_refresh_requested = self._has_refreshed = False

    def wait_until_idle(self, timeout_s: float = MIN_TIMEOUT_S) -> None:
        """Wait until the chip is idle; after the command to refresh, until it has refreshed. Raises PanelError."""
        if self._is_refresh_requested and not self._has_refreshed:
            self._busy_wait.wait_for_refresh(max(timeout_s, self._refresh_timeout_s), MIN_REFRESH_S)
            self._has_refreshed = True
        else:
            self._busy_wait.wait_until_idle(min(timeout_s, self._controller.settle_s), max(timeout_s, MIN_TIMEOUT_S))

    def wait_for_refresh(self) -> None:
        """Wait for a refresh that the driver has not waited for. Raises PanelError if the driver did not start one."""
        if not self._is_refresh_requested:
            raise PanelError("The panel's driver returned without asking for a refresh.")
        if not self._has_refreshed:
            self.wait_until_idle()
