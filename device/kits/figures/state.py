"""The frozen states of a game by figures."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.kits.figures.columns import Cells, DoneRound
from device.kits.tricks import TrickPlay
from values.named_tuple import NamedTuple


class FiguresState(NamedTuple):
    """The rounds that are over, and what has been said of the one in progress."""

    table: TableSetup
    cells: Cells
    totals: tuple[int, ...]
    done: tuple[DoneRound, ...] = ()
    first: Seat = 0
    first_said: bool = False
    finished: bool = False
    play: TrickPlay | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.table.players)

    @property
    def between(self) -> bool:
        """Whether nothing has been said or played of the round in progress."""
        return self.play is None and all(figure is None for column in self.cells for figure in column)

    @property
    def dealer(self) -> Seat:
        """Who deals: the player to the right of who starts the round."""
        return (self.first - 1) % self.players

    def name(self, seat: Seat) -> str:
        """What a player is called."""
        return self.table.players[seat]


def empty_cells(columns: int, players: int) -> Cells:
    """The figures of a round before anything is said."""
    return ((None,) * players,) * columns
