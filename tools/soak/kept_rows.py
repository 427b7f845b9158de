"""The number of rows of a game that must be left after the process was broken off."""

from __future__ import annotations

from device.session.rows import JournalRow
from tools.soak.planned_games import PlannedGame
from tools.soak.players import Interruption


class Lost(Exception):
    """The table is not in the state after the last acknowledged declaration, so play can't go on."""


class KeptRows:
    """The acknowledged rows of one game."""

    def __init__(self) -> None:
        self._possible = {0}
        """The numbers of rows that a power cut may leave: those on the disk, and if it failed, any number since."""
        self._acknowledged = 0
        """The number of rows that a kill leaves: those on the disk and in the spill."""

    def acknowledge(self, length: int, *, on_disk: bool) -> None:
        """Note that `length` rows are acknowledged, and whether all are on the disk."""
        if on_disk:
            self._possible.clear()
        self._possible.add(length)
        self._acknowledged = length

    def check(self, kept: list[JournalRow], game: PlannedGame, broken: Interruption) -> None:
        """Compare what a new start finds with what must be left. Raises Lost."""
        killed = broken is Interruption.KILL
        what, possible = ("kill", {self._acknowledged}) if killed else ("power cut", self._possible)
        if len(kept) not in possible:
            raise Lost(f"{len(kept)} rows are left after a {what} instead of {sorted(possible)}")
        if kept != game.rows()[: len(kept)]:
            raise Lost(f"the rows left after a {what} are not those that were declared")
