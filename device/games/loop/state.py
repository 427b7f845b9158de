"""The state of a game of LOOP, as immutable values, and who plays next."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.games.loop.cards import NO_COUNTS
from device.games.loop.combinations import Combination, Kind
from values.named_tuple import NamedTuple


class Hand(NamedTuple):
    """The cards that the table has seen of the 13 that belong to one board.

    `used_counts` counts the cards played or revealed this round, by number. `known_counts` is the largest such count of
    each number in any round so far, this one included.
    """

    known_counts: bytes = NO_COUNTS
    used_counts: bytes = NO_COUNTS
    played_count: int = 0
    revealed_count: int = 0

    def after_showing(self, numbers: tuple[int, ...], *, revealed: bool = False) -> Hand:
        """Return the hand after cards are played or, with `revealed`, revealed from those set aside."""
        known_counts, used_counts = bytearray(self.known_counts), bytearray(self.used_counts)
        for number in numbers:
            used_counts[number] += 1
            if used_counts[number] > known_counts[number]:
                known_counts[number] = used_counts[number]
        played, shown = (0, len(numbers)) if revealed else (len(numbers), 0)
        return Hand(bytes(known_counts), bytes(used_counts), self.played_count + played, self.revealed_count + shown)

    def for_next_round(self) -> Hand:
        """Return the hand at the start of the next round."""
        return Hand(self.known_counts)


class LaidCombination(NamedTuple):
    """A combination in a playing area."""

    seat: Seat
    combination: Combination


class CardsInPlay(NamedTuple):
    """The playing areas since they were last cleared, and what a play must beat.

    A play needs a card above `highest`. While a lower token is in force, it needs a card below `lowest` instead.
    `pass_count` counts the passes since the last play.
    """

    kind: Kind
    size: int
    highest: int
    lowest: int
    combinations: tuple[LaidCombination, ...]
    pass_count: int = 0

    @property
    def last_laid(self) -> LaidCombination:
        return self.combinations[-1]


class FinishedRound(NamedTuple):
    """A completed round: the players in the order they went out, and each board's `used_counts` (see `Hand`)."""

    order_out: tuple[Seat, ...]
    used_counts: tuple[bytes, ...]


class State(NamedTuple):
    """The state of a game of LOOP.

    Boards and the hands that belong to them are numbered by the seat that has them in the first round. Each round they
    move one seat clockwise. `golden_board` is the number of the golden board. `times_cleared` counts how often areas
    were cleared in this round. `known_copies` is the known number of copies of each card, by number, in all hands
    together. `has_begun` is whether anything was declared: `first` is refused from then on, in later rounds too.
    `lower_cards_win` is whether a lower token is in force, `has_twisted` whether the player in turn has revealed an 8.
    """

    table: TableSetup
    declares_plays: bool
    must_beat_all: bool
    golden_board: int
    turn: Seat
    hands: tuple[Hand, ...]
    known_copies: bytes = NO_COUNTS
    has_begun: bool = False
    lower_cards_win: bool = False
    in_play: CardsInPlay | None = None
    times_cleared: int = 0
    has_twisted: bool = False
    order_out: tuple[Seat, ...] = ()
    finished_rounds: tuple[FinishedRound, ...] = ()

    @property
    def player_count(self) -> int:
        return len(self.hands)

    @property
    def is_finished(self) -> bool:
        """Whether all rounds are over: everyone has played every hand once."""
        return len(self.finished_rounds) == len(self.hands)

    @property
    def round_index(self) -> int:
        """The round in play, from 0; once the game is finished, the last one."""
        return min(len(self.finished_rounds), len(self.hands) - 1)

    def board_of(self, seat: Seat) -> int:
        """Return the board that a player has this round."""
        return (seat - self.round_index) % len(self.hands)

    def hand_of(self, seat: Seat) -> Hand:
        return self.hands[self.board_of(seat)]

    def name(self, seat: Seat) -> str:
        return self.table.players[seat]

    def players_with_cards(self) -> tuple[Seat, ...]:
        """Return the players who have cards left this round."""
        return tuple(seat for seat in range(self.player_count) if seat not in self.order_out)

    def players_to_pass(self) -> tuple[Seat, ...]:
        """The players who must still pass, in order, before the areas are cleared; nobody if no area is filled."""
        if self.in_play is None:
            return ()
        last_has_cards = self.in_play.last_laid.seat not in self.order_out
        seats = [self.turn]
        while len(seats) < self.player_count - len(self.order_out) - last_has_cards - self.in_play.pass_count:
            seats.append(self.next_player_with_cards(seats[-1]))
        return tuple(seats)

    def next_player_with_cards(self, seat: Seat, seats_out: tuple[Seat, ...] | None = None) -> Seat:
        """The next player clockwise from `seat` who still has cards. `seats_out` replaces those who are out now."""
        seats_out, player_count = self.order_out if seats_out is None else seats_out, self.player_count
        next_seat = (seat + 1) % player_count
        while next_seat in seats_out:
            next_seat = (next_seat + 1) % player_count
        return next_seat
