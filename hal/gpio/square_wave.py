"""A tone on a pin, switched by the program: not every pin has a PWM channel of the Pi's, and none is free on all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

CLOSE_S = 2.0
"""How long the thread may take to end."""


class SquareWave:
    """Switches a pin on and off until it is closed, half of the time each.

    `put` switches; `frequency` is in hertz. Being late by less than half a wave does not lower the tone.
    """

    def __init__(self, put: Callable[[bool], None], frequency: float) -> None:
        self._frequency = frequency
        self._put = put
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tone", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End with the pin switched off."""
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
