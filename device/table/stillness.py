"""How long nobody has pressed a key: decides when a half-typed code gets its page, and when the idle page is shown."""

from __future__ import annotations

from collections.abc import Callable

HALF_TYPED_S = 2.5
"""Seconds without a press until a half-typed code is drawn, if a refresh takes seconds."""

IDLE_WITHOUT_GAME_S = 30 * 60.0
"""Seconds without a press, without a game, until the panel shows the idle page: no ink stays in one place for days."""

IDLE_IN_GAME_S = 6 * 3600.0
"""The same with a game in play: long enough for supper."""

IDLE_POSITION_S = 24 * 3600.0
"""Seconds for which the idle page's words stay in one position: makers want ink to move once a day."""


class Stillness:
    """Counts from the last press. Times are seconds of the table's clock.

    `half_typed_wait` returns how long a half-typed code waits for its page.
    """

    def __init__(self, now: float, half_typed_wait: Callable[[], float] = lambda: HALF_TYPED_S) -> None:
        self.idle_position: int | None = None
        """The position of the idle page's words; None while the game is shown."""
        self.pressed_at = now
        """When the last key was pressed, or the table began."""
        self.half_typed_due_at: float | None = None
        """When the page of a half-typed code is due; None if there is none to show."""
        self._half_typed_wait = half_typed_wait

    def note_press(self, time_s: float) -> bool:
        """Note a press, and show the game. Returns whether the idle page was shown."""
        self.pressed_at = time_s
        self.half_typed_due_at = None
        return self.wake()

    def note_half_typed(self, now: float) -> None:
        """Note that a code is half typed. Its page waits: it would be wasted if somebody types on."""
        self.half_typed_due_at = now + self._half_typed_wait()

    def cancel_half_typed(self) -> None:
        """Note that no half-typed code waits for its page any more."""
        self.half_typed_due_at = None

    def idle_due_at(self, *, is_playing: bool) -> float:
        """When the panel shows the idle page, or shows it in another position."""
        first_due_at = self.pressed_at + (IDLE_IN_GAME_S if is_playing else IDLE_WITHOUT_GAME_S)
        return first_due_at if self.idle_position is None else first_due_at + (self.idle_position + 1) * IDLE_POSITION_S

    def move_idle_page(self) -> None:
        """Show the idle page, or show it in its next position."""
        self.idle_position = 0 if self.idle_position is None else self.idle_position + 1

    def wake(self) -> bool:
        """Show the game again. Returns whether the idle page was shown."""
        was_idle, self.idle_position = self.idle_position is not None, None
        return was_idle
