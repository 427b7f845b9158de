"""A tone on any pin, switched by software: not every pin has PWM, and no pin with PWM is free on all boards."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

MAX_CLOSE_S = 2.0
"""Timeout for the end of the thread, in seconds."""


class SquareWave:
    """Switches a pin on and off, half of the time each, until it is closed.

    `switch_pin` switches the pin. A delay of less than half a wave does not lower the tone.
    """

    def __init__(self, switch_pin: Callable[[bool], None], frequency_hertz: float) -> None:
        self._frequency_hertz = frequency_hertz
        self._switch_pin = switch_pin
        self._end_event = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tone", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the tone, with the pin switched off."""
        self._end_event.set()
        self._thread.join(MAX_CLOSE_S)
        self._switch_pin(False)

    def _run(self) -> None:
        half_wave_s = 0.5 / self._frequency_hertz
        due_at = time.monotonic()
        is_high = False
        while not self._end_event.wait(max(0.0, due_at - time.monotonic())):
            is_high = not is_high
            self._switch_pin(is_high)
            due_at = max(due_at + half_wave_s, time.monotonic())
