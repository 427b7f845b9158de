"""What stands: rounds, totals and winners."""

from __future__ import annotations

from device.contract.setup import Seat
from display.words import Text, text
from values.named_tuple import NamedTuple

AS_SAID = text("as said")
"""Why points are what they are that the table itself has said: there is no more to tell of them."""


class RoundName(NamedTuple):
    """What a round is called everywhere: by its number, in a game in sets by its set's and its own in that set."""

    number: int
    set_number: int | None = None

    @property
    def words(self) -> Text:
        """The name within a sentence."""
        if self.set_number is None:
            return text("round {n}", n=self.number)
        return text("set {set}, round {n}", set=self.set_number, n=self.number)

    @property
    def heading(self) -> Text:
        """The name where a sentence or a page begins."""
        if self.set_number is None:
            return text("Round {n}", n=self.number)
        return text("Set {set}, round {n}", set=self.set_number, n=self.number)

    @property
    def asked(self) -> Text:
        """Whether it is right, as a question."""
        if self.set_number is None:
            return text("Is round {n} right?", n=self.number)
        return text("Is set {set}, round {n} right?", set=self.set_number, n=self.number)

    @property
    def briefs(self) -> tuple[Text, ...]:
        """The name where there is hardly any room, the longest first: at last without the set."""
        # Translators: the letter of a round before its number, as in R3.
        brief = text("R{n}", n=self.number)
        if self.set_number is None:
            return (brief,)
        # Translators: the letter of a set before its number, and that of a round before its own, as in S2 R3.
        return text("S{set} R{n}", set=self.set_number, n=self.number), brief


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

    `stopped`: the table ended it before the rules did; the winners are those who were ahead after the last round.

    `sides`, where players are partners, has the side of each seat, from 0: partners have one total, and win together.

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
    stopped: bool = False
    sides: tuple[int, ...] | None = None

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
        """What the rounds that the totals come from added to them, by number (from 1, in each set anew), as far as it
        is known."""
        rounds = (round_ for round_ in self.rounds if round_.set_number == self.set_number)
        return {number: round_.gained for number, round_ in enumerate(rounds, 1) if round_.gained is not None}

    def round_name(self, round_: int) -> RoundName:
        """What a scored round (from 0) is called, or the one in play, if anything was declared in it."""
        if self.sets is None:
            return RoundName(round_ + 1)
        number = self.set_number if round_ == len(self.rounds) else self.rounds[round_].set_number
        return RoundName(1 + sum(each.set_number == number for each in self.rounds[:round_]), number)
