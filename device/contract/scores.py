"""The scores of a game: rounds, totals and winners, and the names of rounds."""

from __future__ import annotations

from collections.abc import Sequence

from device.contract.setup import Seat
from display.vocabulary import Cause
from display.words import Text, counted, figure, text
from values.named_tuple import NamedTuple

AS_SAID = text("as said")
"""The cause of points that the table declared as a sum: there is no further detail."""

EARLIER = text("earlier")
"""The kind of a cause that adds points to earlier rounds, as markers of LOOP do."""


def causes_with_detail(causes: tuple[Cause, ...]) -> tuple[Cause, ...]:
    """Return the causes that say more than the points that the table has declared."""
    return tuple(cause for cause in causes if cause.why != AS_SAID)


def leaders(totals: Sequence[int], *, lowest: bool = False) -> tuple[Seat, ...]:
    """Return the players with the highest total, or with the lowest one."""
    best = min(totals) if lowest else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


class RoundName(NamedTuple):
    """The name of a round: its number; in a game in sets, the number of the set and that of the round in the set."""

    number: int
    set_number: int | None = None

    @property
    def words(self) -> Text:
        """The name for use within a sentence."""
        if self.set_number is None:
            return text("round {n}", n=self.number)
        return text("set {set}, round {n}", set=self.set_number, n=self.number)

    @property
    def heading(self) -> Text:
        """The name for the beginning of a sentence or a page."""
        if self.set_number is None:
            return text("Round {n}", n=self.number)
        return text("Set {set}, round {n}", set=self.set_number, n=self.number)

    @property
    def question(self) -> Text:
        """The question whether the round is right."""
        if self.set_number is None:
            return text("Is round {n} right?", n=self.number)
        return text("Is set {set}, round {n} right?", set=self.set_number, n=self.number)

    @property
    def short_forms(self) -> tuple[Text, ...]:
        """Short forms for narrow places, the longest first; the last one leaves the set out."""
        # Translators: the letter of a round before its number, as in R3.
        brief = text("R{n}", n=self.number)
        if self.set_number is None:
            return (brief,)
        # Translators: the letter of a set before its number, and that of a round before its own, as in S2 R3.
        return text("S{set} R{n}", set=self.set_number, n=self.number), brief


class RoundScore(NamedTuple):
    """A completed round. `points` is None if they are not known before the game ends.

    `listed` are lists of all players that rounds have in addition to points, each with its key in exported data:
    `order` for the order in which players went out. `changes` are the changes of the totals, in a game where these are
    not always the points. In a game in sets, `set_number` is the set of the round.
    """

    points: tuple[int, ...] | None
    listed: tuple[tuple[str, tuple[Seat, ...]], ...] = ()
    changes: tuple[int, ...] | None = None
    set_number: int = 1

    @property
    def gained(self) -> tuple[int, ...] | None:
        """The changes of the totals."""
        return self.points if self.changes is None else self.changes


class Scores(NamedTuple):
    """The scores at one moment. `winners` is empty until the game is finished.

    `stopped`: the table ended the game early; the winners are the players who led after the last round.

    `sides`, if players are partners, has the side of each seat, from 0: partners share one total and win together.

    `by_last_round`: a tie for first place was broken by the last round's points.

    In a game in sets, `sets` are the sets that each player has won, and the `totals` are those of set `set_number`.
    """

    rounds: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    finished: bool = False
    winners: tuple[Seat, ...] = ()
    sets: tuple[int, ...] | None = None
    set_number: int = 1
    by_last_round: bool = False
    stopped: bool = False
    sides: tuple[int, ...] | None = None

    @property
    def points_outside_rounds(self) -> tuple[int, ...]:
        """The part of the totals that no round gave, such as points at the start; 0 before the first round, and while
        points aren't known."""
        if not self.rounds or any(round_.points is None for round_ in self.rounds):
            return (0,) * len(self.totals)
        rounds = self.gained_by_round.values()
        return tuple(total - sum(points[seat] for points in rounds) for seat, total in enumerate(self.totals))

    @property
    def outside_rounds_label(self) -> Text:
        """The label for `points_outside_rounds`. If they differ, some players had a bonus besides the points at the
        start."""
        return text("start") if len(set(self.points_outside_rounds)) == 1 else text("start, bonus")

    def standing(self, seat: Seat) -> Text | str:
        """The total of a seat; in a game in sets, the sets won come first."""
        return standing_text(self.totals[seat], None if self.sets is None else self.sets[seat])

    @property
    def gained_by_round(self) -> dict[int, tuple[int, ...]]:
        """The changes that rounds of the current set made to the totals, by round number (from 1 in each set). Rounds
        whose points are not known are left out."""
        rounds = (round_ for round_ in self.rounds if round_.set_number == self.set_number)
        return {number: round_.gained for number, round_ in enumerate(rounds, 1) if round_.gained is not None}

    def round_name(self, round_: int) -> RoundName:
        """Return the name of a scored round (from 0), or of the round in play if anything was declared in it."""
        if self.sets is None:
            return RoundName(round_ + 1)
        number = self.set_number if round_ == len(self.rounds) else self.rounds[round_].set_number
        return RoundName(1 + sum(scored.set_number == number for scored in self.rounds[:round_]), number)


def standing_text(points: int, sets_won: int | None) -> Text | str:
    """Points; in a game in sets, the sets won come first."""
    if sets_won is None:
        return figure(points)
    return text("{sets}: {points}", sets=counted("{n} set", "{n} sets", sets_won), points=figure(points))


def counts_as_played(round_count: int, *, is_stopped: bool) -> bool:
    """Whether a finished game counts as played: one that was stopped before a round was over does not."""
    return round_count > 0 or not is_stopped
