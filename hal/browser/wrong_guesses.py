"""How long guesses have to wait after wrong ones: the same for everybody, wherever they come from."""

from __future__ import annotations

from collections.abc import Callable

FREE = 5
"""Wrong ones after which the pauses grow: so often does somebody mistype."""

FIRST_PAUSE_S = 0.5
MAX_PAUSE_S = 60.0
"""After a wrong one, no other is looked at for so long."""

FORGIVEN_S = 60.0
"""After so long without a wrong one, one less counts."""


class WrongGuesses:
    """Counts them, by a clock in seconds. One thread at a time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._count = 0
        self._last = float("-inf")

    def wait_s(self) -> float:
        """For how many seconds no guess is looked at; not above 0 where the next one may be."""
        doublings = max(0, min(self._count - FREE, 10))
        return self._last + min(MAX_PAUSE_S, FIRST_PAUSE_S * 2.0**doublings) - self._clock()

    def add(self) -> None:
        """Somebody was wrong just now."""
        now = self._clock()
        if self._count:
            self._count -= min(self._count, int(max(0.0, now - self._last - MAX_PAUSE_S) / FORGIVEN_S))
        self._count += 1
        self._last = now
