"""Growing pauses after wrong guesses of a token or PIN, shared by everybody who guesses."""

from __future__ import annotations

from collections.abc import Callable

SHORT_PAUSE_COUNT = 5
"""Number of wrong guesses with the shortest pause after each; later pauses grow. People mistype as often."""

FIRST_PAUSE_S = 0.5
MAX_PAUSE_S = 60.0
"""The shortest and the longest pause after a wrong guess, in seconds: no guess is checked meanwhile."""

FORGIVE_AFTER_S = 60.0
"""Seconds without a wrong guess that forgive an earlier one. They begin once the longest pause could be over."""


class WrongGuesses:
    """Counts wrong guesses. `clock` returns seconds. For one thread at a time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._count = 0
        self._last_wrong_at = float("-inf")

    def wait_s(self) -> float:
        """The seconds until the next guess may be checked; 0 or less if it may be checked now."""
        doubling_count = max(0, min(self._count - SHORT_PAUSE_COUNT, 10))
        return self._last_wrong_at + min(MAX_PAUSE_S, FIRST_PAUSE_S * 2.0**doubling_count) - self._clock()

    def count_wrong_guess(self) -> None:
        """Count a wrong guess that was made now."""
        now = self._clock()
        if self._count:
            self._count -= min(self._count, int(max(0.0, now - self._last_wrong_at - MAX_PAUSE_S) / FORGIVE_AFTER_S))
        self._count += 1
        self._last_wrong_at = now
