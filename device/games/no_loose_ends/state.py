"""The frozen states of a game of No Loose Ends.

A trick can cover one bid of its winner: a card that matches the winning card's number or suit, or the lead suit.
"""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.contract.unseen_cards import Void
from device.games.no_loose_ends.cards import DEAL_SIZES, GETAWAY, GETAWAY_COUNT, Card, DealSizes, deck
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.example import Example
from device.games.no_loose_ends.options import START_POINTS, Settings, settings
from values.named_tuple import NamedTuple


class Trick(NamedTuple):
    """A finished trick. `lead` is the suit that was led; it and the winning card are None if they are not known."""

    number: int
    winner: Seat
    winning_card: Card | None
    lead: str | None

    @property
    def lacks_only_lead(self) -> bool:
        """Whether the winning card is known, but not the suit that was led. Never so if a getaway card won."""
        return self.lead is None and self.winning_card not in (None, GETAWAY)


class PlayerResult(NamedTuple):
    """A player's result of a round: the bids, the covered bids, and the tricks that covered nothing.

    At detail `totals` only the counts are known: `bids` and `covered_bids` hold no cards then, and `loose_tricks` no
    trick numbers.
    """

    bid_count: int
    covered_count: int
    loose_trick_count: int
    bids: tuple[Card, ...] = ()
    covered_bids: tuple[Card, ...] = ()
    loose_tricks: tuple[int, ...] = ()

    @property
    def loose_end_count(self) -> int:
        """The number of uncovered bids and tricks that covered nothing (rulebook, Scoring)."""
        return self.bid_count - self.covered_count + self.loose_trick_count

    @property
    def is_successful_snitch(self) -> bool:
        """Whether the player bid nothing, and won nothing either (rulebook, Snitching)."""
        return self.bid_count == 0 and self.loose_trick_count == 0


class Round(NamedTuple):
    """A round in progress. Each card creates one, and no immutable type is faster to create than a named tuple."""

    first_seat: Seat
    turn: Seat
    is_starter_named: bool = False
    bids: tuple[tuple[Card, ...], ...] = ()
    passed_seats: tuple[Seat, ...] = ()
    double_crosser: Seat | None = None
    taken_back: frozenset[Card] = frozenset()  # bids that a double-cross put back, without those declared since
    undeclared_play_count: int = 0  # plays of the double-crosser that were not declared
    total_trick_count: int = 0  # how many tricks the round has; 0 while it is planned, and at detail `totals`
    finished_trick_count: int = 0
    leader: Seat = 0
    cards_on_table: tuple[Card, ...] = ()  # cards played to the trick on the table, from the leader on
    pending_trick: Trick | None = None  # a trick whose winner must still declare the cover
    covered_bids: tuple[tuple[Card, ...], ...] = ()
    loose_tricks: tuple[tuple[int, ...], ...] = ()
    seen_cards: frozenset[Card] = frozenset()
    played_getaway_count: int = 0
    voids: tuple[Void, ...] = ()
    clues: tuple[Clue, ...] = ()  # detail `tricks`: what the tricks as declared say about the deal
    example: Example | None = None  # a deal that agrees with all clues; None without clues, and after a revoke
    example_before: Example | None = None  # one that agrees with all clues but the last
    is_revoke_accepted: bool = False  # the table let a revoke stand: somebody did not follow suit
    player_results: tuple[PlayerResult | None, ...] = ()  # detail `totals`

    @property
    def is_planning(self) -> bool:
        """Whether no trick has begun; at detail `totals`, none ever does."""
        return self.total_trick_count == 0

    @property
    def has_begun(self) -> bool:
        """Whether anything has been declared in this round."""
        return bool(self.passed_seats) or any(self.bids) or any(result is not None for result in self.player_results)

    @property
    def trick_number(self) -> int:
        """The number of the trick in play, from 1."""
        return self.finished_trick_count + 1

    def uncovered_bids(self, seat: Seat) -> tuple[Card, ...]:
        """Return a player's bids that no trick has covered yet, in the order in which they were bid."""
        covered = self.covered_bids[seat]
        return tuple([card for card in self.bids[seat] if card not in covered])


class RoundResult(NamedTuple):
    """A scored round."""

    player_results: tuple[PlayerResult, ...]
    points: tuple[int, ...]


class State(NamedTuple):
    """The state of the game: the scored rounds, and the round in progress (None once the game is over)."""

    table: TableSetup
    settings: Settings
    deal_sizes: DealSizes
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    round: Round | None

    @property
    def current_round(self) -> Round:
        """The round in progress. There must be one."""
        assert self.round is not None
        return self.round

    @property
    def seats(self) -> range:
        return range(self.deal_sizes.player_count)

    def name(self, seat: Seat) -> str:
        return self.table.players[seat]

    def next_seat(self, seat: Seat) -> Seat:
        """Return the player to the left."""
        return (seat + 1) % self.deal_sizes.player_count

    def has_card(self, card: Card) -> bool:
        if card == GETAWAY:
            return self.settings.has_getaway_cards
        return card in deck(self.deal_sizes.highest_number)

    @property
    def is_all_dealt(self) -> bool:
        """Whether no card of the deck is left over, so that every unseen card is in a hand."""
        return self.undealt_count == 0

    @property
    def undealt_count(self) -> int:
        """The number of cards of the deck that are in no hand."""
        return self.deal_sizes.undealt_count + (GETAWAY_COUNT if self.settings.has_getaway_cards else 0)

    def hand_size(self, seat: Seat) -> int:
        """Return the number of cards in a player's hand at detail `cards`, without the one just played."""
        round_ = self.current_round
        played = round_.finished_trick_count + (
            (seat - round_.leader) % self.deal_sizes.player_count < len(round_.cards_on_table)
        )
        return self.deal_sizes.hand_size - len(round_.bids[seat]) - played


def new_round(player_count: int, first: Seat) -> Round:
    """Return a round before its first declaration."""
    bids: tuple[tuple[Card, ...], ...] = ((),) * player_count
    results = (None,) * player_count
    return Round(first, first, bids=bids, covered_bids=bids, loose_tricks=((),) * player_count, player_results=results)


def start(table: TableSetup) -> State:
    """Return the state before the first round: everyone has 5 points (rulebook, Setup)."""
    count = len(table.players)
    return State(table, settings(table), DEAL_SIZES[count], (), (START_POINTS,) * count, new_round(count, 0))
