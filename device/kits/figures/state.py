"""The frozen state of a game by figures."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.kits.figures.columns import FiguresRound
from device.kits.tricks import TrickPlay
from values.named_tuple import NamedTuple


class FiguresState(NamedTuple):
    """The state of a game by figures: the round in progress, which contains the rounds before it."""

    round: FiguresRound
    is_starter_named: bool = False
    is_finished: bool = False
    play: TrickPlay | None = None

    @property
    def table(self) -> TableSetup:
        """The players and the options."""
        return self.round.table

    @property
    def is_between_rounds(self) -> bool:
        """Whether nothing of the round in progress has been declared."""
        return self.play is None and all(figure is None for column in self.round.cells for figure in column)

    def name(self, seat: Seat) -> str:
        """The name of a player."""
        return self.table.players[seat]
