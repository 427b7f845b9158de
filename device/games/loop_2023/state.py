"""The state of a game of LOOP's first edition, as immutable values."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.games.loop_2023.combinations import Combination
from device.games.loop_2023.hands import ASIDE, IN_PLAY, NOTHING, Shown
from device.games.loop_2023.options import Settings
from device.games.loop_2023.seats import Choosing, Place
from values.named_tuple import NamedTuple


class Laid(NamedTuple):
    """The cards that one seat has shown in this round: `shown` counts both plays and twists.

    `held` is the number of cards that the hand must have, given this round and earlier ones.
    """

    shown: Shown = NOTHING
    played: int = 0
    twists: int = 0
    held: int = 0

    @property
    def left(self) -> int:
        """The number of cards left in the hand, without those set aside."""
        return IN_PLAY - self.played

    @property
    def hidden(self) -> int:
        """The number of cards still face down under the Rank card."""
        return ASIDE - self.twists


class Playing(NamedTuple):
    """A round in play.

    `best` is the combination to beat, None if the player in turn leads; `by` is the place that played it. `passes`
    counts the passes in a row since then, and `tricks` the finished tricks. At detail `finish` only `out` changes.
    """

    laid: tuple[Laid, ...]
    turn: Place
    out: tuple[Seat, ...] = ()
    best: Combination | None = None
    by: Place = 0
    passes: int = 0
    tricks: int = 0
    twisted: bool = False
    begun: bool = False


class Round(NamedTuple):
    """A completed round. `before` is the rank (from 0) on each place's Rank card, None in a set's first round.

    `spared` are the points that each player did not lose because no total falls below 0.
    """

    set_number: int
    number: int
    points: tuple[int, ...]
    spared: tuple[int, ...]
    order: tuple[Seat, ...]
    seating: tuple[Seat, ...]
    before: tuple[int, ...] | None
    shown: tuple[Shown, ...]

    def rank(self, player: Seat) -> int:
        return self.order.index(player)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of the player at each place, from 0."""
        return tuple(self.order.index(player) for player in self.seating)


class Finished(NamedTuple):
    """The game is over."""

    winners: tuple[Seat, ...]


Phase = Playing | Choosing | Finished


class State(NamedTuple):
    """The state of a game. `number` is the round's in its set, from 1.

    `last` are the totals of the previous set, until something is declared in this one. `known` is what each place's
    hand showed in earlier rounds of the set. `opening` is True while `first` may still be declared.
    """

    table: TableSetup
    settings: Settings
    phase: Phase
    seating: tuple[Seat, ...]  # the player at each place
    totals: tuple[int, ...]
    known: tuple[Shown, ...]
    won: tuple[int, ...]  # sets
    start: Place = 0
    set_number: int = 1
    number: int = 1
    cards: tuple[int, ...] | None = None  # the rank on each place's Rank card, None in a set's first round
    last: tuple[int, ...] | None = None
    rounds: tuple[Round, ...] = ()
    opening: bool = True

    @property
    def size(self) -> int:
        """The number of players."""
        return len(self.seating)

    @property
    def standing(self) -> tuple[int, ...]:
        """The totals to show: the previous set's until this one has begun."""
        return self.totals if self.last is None else self.last

    def name(self, player: Seat) -> str:
        return self.table.players[player]

    def place(self, player: Seat) -> Place:
        """Return the place of a player."""
        return self.seating.index(player)

    def set_rounds(self) -> tuple[Round, ...]:
        """Return the completed rounds of this set, oldest first."""
        return self.rounds[len(self.rounds) - (self.number - 1) :]
