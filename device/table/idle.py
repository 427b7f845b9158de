"""When nobody is at the table: the panel shows a quiet page, so that no ink stays in one place for days."""

from __future__ import annotations

QUIET_S = 30 * 60.0
"""How long nobody presses a key, without a game, until the panel shows the quiet page."""

ABANDONED_S = 6 * 3600.0
"""The same with a game in play: long enough for supper."""

PLACE_S = 24 * 3600.0
"""How long the quiet page's words stand in one place: makers want ink to move once a day."""


class Idle:
    """Counts from the last press. Times are seconds of the table's clock."""

    def __init__(self, now: float) -> None:
        self.place: int | None = None
        """In which place the quiet page's words stand; None while the table is awake."""
        self._heard_at = now

    def heard(self, at: float) -> None:
        """Somebody pressed a key."""
        self._heard_at = at

    def due(self, *, playing: bool) -> float:
        """When the panel shows the quiet page, or shows it in another place."""
        first = self._heard_at + (ABANDONED_S if playing else QUIET_S)
        return first if self.place is None else first + (self.place + 1) * PLACE_S

    def fall(self) -> None:
        """Show the quiet page, or show it in its next place."""
        self.place = 0 if self.place is None else self.place + 1

    def wake(self) -> bool:
        """Show the game again. Whether it was not to be shown before."""
        asleep, self.place = self.place is not None, None
        return asleep
