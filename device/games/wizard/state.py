"""The frozen states of a game of Wizard."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.contract.unseen_cards import Void
from device.games.wizard.options import Detail, Settings, settings
from device.kits.cards import Card
from values.named_tuple import NamedTuple


class Round(NamedTuple):
    """A round in progress. `turn` is the player who bids, or plays the next card."""

    card_count: int
    first_seat: Seat
    turn: Seat
    is_starter_named: bool = False
    trump: str | None = None
    is_trump_declared: bool = False
    bids: tuple[int | None, ...] = ()
    tricks_won: tuple[int, ...] = ()
    # Detail `totals`: the players who have declared how many tricks they won.
    declared_seats: frozenset[Seat] = frozenset()
    finished_trick_count: int = 0
    leader: Seat = 0
    cards_on_table: tuple[Card, ...] = ()  # cards played to the trick on the table, from the leader on
    seen_cards: frozenset[Card] = frozenset()
    wizards_played: int = 0
    jesters_played: int = 0
    voids: tuple[Void, ...] = ()
    is_revoke_accepted: bool = False  # the table let a revoke stand: somebody did not follow suit

    @property
    def is_bidding(self) -> bool:
        return None in self.bids

    @property
    def has_begun(self) -> bool:
        """Whether anything has been declared in this round, other than who starts."""
        return self.is_trump_declared or any(bid is not None for bid in self.bids)

    @property
    def trick_number(self) -> int:
        """The number of the trick in play, from 1."""
        return self.finished_trick_count + 1


class Result(NamedTuple):
    """A scored round."""

    card_count: int
    bids: tuple[int, ...]
    tricks_won: tuple[int, ...]
    points: tuple[int, ...]


class State(NamedTuple):
    """The state of the game: the scored rounds, and the round in progress (None once the game is over)."""

    table: TableSetup
    settings: Settings
    results: tuple[Result, ...]
    totals: tuple[int, ...]
    round: Round | None

    @property
    def current_round(self) -> Round:
        """The round in progress. There must be one."""
        assert self.round is not None
        return self.round

    @property
    def player_count(self) -> int:
        return len(self.table.players)

    @property
    def seats(self) -> range:
        return range(self.player_count)

    def name(self, seat: Seat) -> str:
        return self.table.players[seat]

    def next_seat(self, seat: Seat) -> Seat:
        """Return the player to the left."""
        return (seat + 1) % self.player_count

    def dealer(self, round_: Round) -> Seat:
        """Return the dealer, who bids last: the player to the right of the first."""
        return (round_.first_seat - 1) % self.player_count

    def undeclared_seats(self, round_: Round) -> list[Seat]:
        """Return the players who have not declared their tricks at detail `totals`, from the first bidder on."""
        order = ((round_.first_seat + step) % self.player_count for step in range(self.player_count))
        return [seat for seat in order if seat not in round_.declared_seats]

    def must_declare_trump(self, round_: Round) -> bool:
        """Whether trump must be declared now: a card was turned, and tricks or cards are declared."""
        if round_.is_trump_declared or self.settings.detail is Detail.TOTALS:
            return False
        return not self.settings.deck.is_all_dealt(self.player_count, round_.card_count)

    def hand_size(self, round_: Round, seat: Seat) -> int:
        """Return the number of cards in a player's hand at detail `cards`."""
        played = round_.finished_trick_count + ((seat - round_.leader) % self.player_count < len(round_.cards_on_table))
        return round_.card_count - played


def start(table: TableSetup) -> State:
    """Return the state before the first round. Raises Refused (`player-count`)."""
    chosen, count = settings(table), len(table.players)
    return State(table, chosen, (), (0,) * count, new_round(count, chosen.cards_by_round[0], 0))


def new_round(player_count: int, card_count: int, first: Seat) -> Round:
    """Return a round before its first declaration."""
    bids, tricks_won = (None,) * player_count, (0,) * player_count
    return Round(card_count, first, first, bids=bids, tricks_won=tricks_won, leader=first)
