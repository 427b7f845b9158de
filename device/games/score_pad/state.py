"""The frozen states of a score pad."""

from __future__ import annotations

from dataclasses import dataclass

from device.contract.setup import Seat, TableSetup
from device.games.score_pad.options import MOST_ROUNDS, Settings, settings


@dataclass(frozen=True, slots=True)
class State:
    """The game: the points of the rounds that are over, and what has been said of the one in progress."""

    table: TableSetup
    settings: Settings
    said: tuple[int | None, ...]
    done: tuple[tuple[int, ...], ...] = ()
    totals: tuple[int, ...] = ()
    first: Seat = 0
    first_said: bool = False
    ended: bool = False

    @property
    def players(self) -> int:
        return len(self.table.players)

    @property
    def between(self) -> bool:
        """Whether nothing has been said of the round in progress."""
        return all(points is None for points in self.said)

    @property
    def finished(self) -> bool:
        """Whether the table has ended the game, or rounds or a total have."""
        rounds, target = self.settings.rounds or MOST_ROUNDS, self.settings.target
        return self.ended or len(self.done) >= rounds or (target is not None and max(self.totals) >= target)

    @property
    def dealer(self) -> Seat:
        """Who deals: the player to the right of who starts the round."""
        return (self.first - 1) % self.players

    @property
    def asked(self) -> Seat | None:
        """Whose points the table is asked next; None after the game."""
        return None if self.finished else self.said.index(None)

    def name(self, seat: Seat) -> str:
        return self.table.players[seat]


def start(table: TableSetup) -> State:
    """The game before its first round."""
    players = len(table.players)
    return State(table, settings(table), (None,) * players, totals=(0,) * players)
