"""A tone on any pin, switched by software: not every pin has PWM, and no pin with PWM is free on all boards."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

CLOSE_S = 2.0
"""Timeout for the end of the thread, in seconds."""


class SquareWave:
    """Switches a pin on and off, half of the time each, until it is closed.

    `put` switches the pin; `frequency` is in hertz. A delay of less than half a wave does not lower the tone.
    """

    def __init__(self, put: Callable[[bool], None], frequency: float) -> None:
        self._frequency = frequency
        self._put = put
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tone", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the tone, with the pin switched off."""
        self._end.set()
        self._thread.join(CLOSE_S)
        self._put(False)

    def _run(self) -> None:
        half = 0.5 / self._frequency
        due = time.monotonic()
        state = False
        while not self._end.wait(max(0.0, due - time.monotonic())):
            state = not state
            self._put(state)
            due = max(due + half, time.monotonic())
