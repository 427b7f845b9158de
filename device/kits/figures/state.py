"""The frozen state of a game by figures."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.kits.figures.columns import Cells, CompletedRound, FiguresRound
from device.kits.tricks import TrickPlay
from values.named_tuple import NamedTuple


class FiguresState(NamedTuple):
    """The state of a game by figures: the round in progress, which contains the rounds before it."""

    round: FiguresRound
    is_first_declared: bool = False
    is_finished: bool = False
    play: TrickPlay | None = None

    @property
    def table(self) -> TableSetup:
        """The players and the options."""
        return self.round.table

    @property
    def cells(self) -> Cells:
        """The figures of the round in progress."""
        return self.round.cells

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's total before this round."""
        return self.round.totals

    @property
    def done(self) -> tuple[CompletedRound, ...]:
        """The completed rounds."""
        return self.round.done

    @property
    def first(self) -> Seat:
        """The seat that starts the round in progress."""
        return self.round.first

    @property
    def player_count(self) -> int:
        """The number of players."""
        return self.round.players

    @property
    def is_between_rounds(self) -> bool:
        """Whether nothing of the round in progress has been declared."""
        return self.play is None and all(figure is None for column in self.cells for figure in column)

    def name(self, seat: Seat) -> str:
        """The name of a player."""
        return self.table.players[seat]
