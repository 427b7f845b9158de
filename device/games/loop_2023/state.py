"""The state of a game of LOOP's first edition, as immutable values."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.games.loop_2023.combinations import Combination
from device.games.loop_2023.hands import NO_CARDS_SHOWN, PLAYABLE_COUNT, SET_ASIDE_COUNT, ShownCards
from device.games.loop_2023.options import Settings
from device.games.loop_2023.seats import Place, SeatChoice
from values.named_tuple import NamedTuple


class SeatCards(NamedTuple):
    """The cards that one seat has shown in this round: `shown_cards` counts both plays and twists.

    `known_card_count` is the number of cards that the hand must have, given this round and earlier ones.
    """

    shown_cards: ShownCards = NO_CARDS_SHOWN
    played_count: int = 0
    twist_count: int = 0
    known_card_count: int = 0

    @property
    def cards_left(self) -> int:
        """The number of cards left in the hand, without those set aside."""
        return PLAYABLE_COUNT - self.played_count

    @property
    def hidden_count(self) -> int:
        """The number of cards still face down under the Rank card."""
        return SET_ASIDE_COUNT - self.twist_count


class RoundInPlay(NamedTuple):
    """A round in play.

    `to_beat` is the combination to beat, None if the player in turn leads; `place_to_beat` is the place that played it.
    `pass_count` counts the passes in a row since then, and `trick_count` the finished tricks. At detail `finish` only
    `players_out` changes.
    """

    seat_cards: tuple[SeatCards, ...]
    turn: Place
    players_out: tuple[Seat, ...] = ()
    to_beat: Combination | None = None
    place_to_beat: Place = 0
    pass_count: int = 0
    trick_count: int = 0
    is_twisted: bool = False
    has_begun: bool = False


class Round(NamedTuple):
    """A completed round. `ranks_before` is the rank (from 0) on each place's Rank card, None in a set's first round.

    `points_spared` are the points that each player did not lose because no total falls below 0.
    """

    set_number: int
    number: int
    points: tuple[int, ...]
    points_spared: tuple[int, ...]
    order_out: tuple[Seat, ...]
    seating: tuple[Seat, ...]
    ranks_before: tuple[int, ...] | None
    shown_cards: tuple[ShownCards, ...]

    def rank(self, player: Seat) -> int:
        return self.order_out.index(player)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of the player at each place, from 0."""
        return tuple(self.order_out.index(player) for player in self.seating)


class GameOver(NamedTuple):
    """The game is over."""

    winners: tuple[Seat, ...]


Phase = RoundInPlay | SeatChoice | GameOver


class State(NamedTuple):
    """The state of a game. `round_number` is the round's in its set, from 1.

    `previous_totals` are the totals of the previous set, until something is declared in this one. `known_cards` is what
    each place's hand showed in earlier rounds of the set. `may_name_starter` is True while `first` may still be
    declared.
    """

    table: TableSetup
    settings: Settings
    phase: Phase
    seating: tuple[Seat, ...]  # the player at each place
    totals: tuple[int, ...]
    known_cards: tuple[ShownCards, ...]
    sets_won: tuple[int, ...]
    start_place: Place = 0
    set_number: int = 1
    round_number: int = 1
    rank_cards: tuple[int, ...] | None = None  # the rank on each place's Rank card, None in a set's first round
    previous_totals: tuple[int, ...] | None = None
    rounds: tuple[Round, ...] = ()
    may_name_starter: bool = True

    @property
    def player_count(self) -> int:
        """The number of players."""
        return len(self.seating)

    @property
    def shown_totals(self) -> tuple[int, ...]:
        """The totals to show: the previous set's until this one has begun."""
        return self.totals if self.previous_totals is None else self.previous_totals

    def name(self, player: Seat) -> str:
        return self.table.players[player]

    def place_of(self, player: Seat) -> Place:
        """Return the place of a player."""
        return self.seating.index(player)

    def set_rounds(self) -> tuple[Round, ...]:
        """Return the completed rounds of this set, oldest first."""
        return self.rounds[len(self.rounds) - (self.round_number - 1) :]
