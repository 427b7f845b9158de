"""What stands: rounds, totals and winners."""

from __future__ import annotations

from device.contract.setup import Seat
from display.words import Text, text
from values.named_tuple import NamedTuple

AS_SAID = text("as said")
"""Why points are what they are that the table itself has said: there is no more to tell of them."""


class RoundScore(NamedTuple):
    """A completed round. `points` is None where they are not known before the game ends.

    `listed` are lists of all players that a game's rounds have besides points, each by the word that programs know it
    by: `order` for who went out first. `changes` is what the totals changed by, in a game where that is not always the
    points. Of a game in sets, `set_number` is the one that the round belongs to.
    """

    points: tuple[int, ...] | None
    listed: tuple[tuple[str, tuple[Seat, ...]], ...] = ()
    changes: tuple[int, ...] | None = None
    set_number: int = 1

    @property
    def gained(self) -> tuple[int, ...] | None:
        """What the totals changed by."""
        return self.points if self.changes is None else self.changes


class Scores(NamedTuple):
    """What stands now. `winners` is empty until the game is finished.

    `by_last_round`: of those who are level at the top, the last round's points decided.

    Of a game in sets, `sets` are those that each player has won, and the `totals` are those of the set `set_number`.
    """

    rounds: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    finished: bool = False
    winners: tuple[Seat, ...] = ()
    sets: tuple[int, ...] | None = None
    set_number: int = 1
    by_last_round: bool = False

    @property
    def besides(self) -> tuple[int, ...]:
        """What the totals have that no round gave, as points at the start; 0 where rounds' points are not known yet."""
        if not self.rounds or any(round_.points is None for round_ in self.rounds):
            return (0,) * len(self.totals)
        rounds = self.counting.values()
        return tuple(total - sum(points[seat] for points in rounds) for seat, total in enumerate(self.totals))

    @property
    def besides_named(self) -> Text:
        """What that is called: those who have more than others had a bonus besides what all have at the start."""
        return text("start") if len(set(self.besides)) == 1 else text("start, bonus")

    @property
    def counting(self) -> dict[int, tuple[int, ...]]:
        """What the rounds that the totals come from added to them, by number (from 1), as far as it is known."""
        return {
            number: round_.gained
            for number, round_ in enumerate(self.rounds, 1)
            if round_.gained is not None and round_.set_number == self.set_number
        }
