"""Where a game of LOOP's first edition stands."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.games.loop_2023.combinations import Combination
from device.games.loop_2023.hands import ASIDE, IN_PLAY, NOTHING, Shown
from device.games.loop_2023.options import Settings
from device.games.loop_2023.seats import Choosing, Place
from values.named_tuple import NamedTuple


class Laid(NamedTuple):
    """What one seat has laid down in this round: `shown` counts both plays and twists.

    `held` is how many cards the hand must have, by this round and those before.
    """

    shown: Shown = NOTHING
    played: int = 0
    twists: int = 0
    held: int = 0

    @property
    def left(self) -> int:
        """Cards still in play in the hand."""
        return IN_PLAY - self.played

    @property
    def hidden(self) -> int:
        """Cards still face down under the Rank card."""
        return ASIDE - self.twists


class Playing(NamedTuple):
    """A round in progress.

    `best` is the combination to beat, None when the player on turn leads; `by`
    is the place that played it. `passes` counts passes in a row since then,
    and `tricks` those that are over.
    At detail `finish` only `out` changes.
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
    """A completed round. `before` is each place's rank (from 0) on its Rank card, None in a set's first round.

    `spared` is what each player did not lose because no total falls below 0.
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
        """The rank got at each place, from 0."""
        return tuple(self.order.index(player) for player in self.seating)


class Finished(NamedTuple):
    """The game is over."""

    winners: tuple[Seat, ...]


Phase = Playing | Choosing | Finished


class State(NamedTuple):
    """A game. `number` is the round's in its set, from 1.

    `last` are the totals of the set before while nothing has been declared of
    this one. `known` is what each place's hand showed in earlier rounds of the
    set. `opening` says that `first` may still be declared.
    """

    table: TableSetup
    settings: Settings
    phase: Phase
    seating: tuple[Seat, ...]  # who sits in each place
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
        """How many players there are."""
        return len(self.seating)

    @property
    def standing(self) -> tuple[int, ...]:
        """The totals that stand now: the last set's until this one has begun."""
        return self.totals if self.last is None else self.last

    def name(self, player: Seat) -> str:
        return self.table.players[player]

    def place(self, player: Seat) -> Place:
        """Where a player sits."""
        return self.seating.index(player)

    def set_rounds(self) -> tuple[Round, ...]:
        """The completed rounds of this set, oldest first."""
        return self.rounds[len(self.rounds) - (self.number - 1) :]
