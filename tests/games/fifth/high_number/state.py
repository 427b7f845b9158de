"""Where a game of High Number stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from device.contract.setup import Seat, TableSetup


@dataclass(frozen=True, slots=True)
class Round:
    """A round: who starts, what has been said from the starter on, and how often it counts."""

    first: Seat = 0
    said: tuple[int, ...] = ()
    worth: int = 1


@dataclass(frozen=True, slots=True)
class State:
    """A game: the rounds that are over, and the one in progress."""

    table: TableSetup
    rounds: int
    done: tuple[Round, ...] = ()
    round: Round = field(default=Round())

    @property
    def finished(self) -> bool:
        return len(self.done) == self.rounds

    @property
    def turn(self) -> Seat:
        return self.order(self.round)[len(self.round.said)]

    def order(self, round_: Round) -> tuple[Seat, ...]:
        """Everybody, from who starts the round on."""
        players = len(self.table.players)
        return tuple((round_.first + step) % players for step in range(players))
