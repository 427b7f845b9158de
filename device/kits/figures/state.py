"""The frozen state of a game by figures."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.kits.figures.columns import Cells, DoneRound, FiguresRound
from device.kits.tricks import TrickPlay
from values.named_tuple import NamedTuple


class FiguresState(NamedTuple):
    """The round in progress, which has those before it."""

    round: FiguresRound
    first_said: bool = False
    finished: bool = False
    play: TrickPlay | None = None

    @property
    def table(self) -> TableSetup:
        """Who plays, and by which options."""
        return self.round.table

    @property
    def cells(self) -> Cells:
        """What has been said of the round in progress."""
        return self.round.cells

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's points before it."""
        return self.round.totals

    @property
    def done(self) -> tuple[DoneRound, ...]:
        """The rounds that are over."""
        return self.round.done

    @property
    def first(self) -> Seat:
        """Who starts the round in progress."""
        return self.round.first

    @property
    def players(self) -> int:
        """How many play."""
        return self.round.players

    @property
    def between(self) -> bool:
        """Whether nothing has been said or played of the round in progress."""
        return self.play is None and all(figure is None for column in self.cells for figure in column)

    def name(self, seat: Seat) -> str:
        """What a player is called."""
        return self.table.players[seat]
