"""The frozen states of a game of Wizard."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.contract.unseen_cards import Void
from device.games.wizard.options import Detail, Settings, settings
from device.kits.cards import Card
from values.named_tuple import NamedTuple


class Round(NamedTuple):
    """A round in progress. `turn` is who bids, or who plays the next card."""

    cards: int
    first: Seat
    turn: Seat
    first_said: bool = False
    trump: str | None = None
    trump_said: bool = False
    bids: tuple[int | None, ...] = ()
    won: tuple[int, ...] = ()
    told: frozenset[Seat] = frozenset()  # detail `totals`: who has said how many tricks they won
    finished: int = 0
    leader: Seat = 0
    trick: tuple[Card, ...] = ()  # cards played to the trick on the table, from the leader on
    seen: frozenset[Card] = frozenset()
    wizards: int = 0
    jesters: int = 0
    voids: tuple[Void, ...] = ()
    unfollowed: bool = False  # the table let a revoke stand: somebody did not follow suit

    @property
    def bidding(self) -> bool:
        return None in self.bids

    @property
    def begun(self) -> bool:
        """Whether anything has been declared in this round besides who starts."""
        return self.trump_said or any(bid is not None for bid in self.bids)

    @property
    def trick_number(self) -> int:
        """The trick being played, from 1."""
        return self.finished + 1


class Result(NamedTuple):
    """A scored round."""

    cards: int
    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]


class State(NamedTuple):
    """The game: what has been scored, and the round in progress (None once it is over)."""

    table: TableSetup
    settings: Settings
    results: tuple[Result, ...]
    totals: tuple[int, ...]
    round: Round | None

    @property
    def running(self) -> Round:
        """The round in progress, where there is one."""
        assert self.round is not None
        return self.round

    @property
    def players(self) -> int:
        return len(self.table.players)

    @property
    def seats(self) -> range:
        return range(self.players)

    def name(self, seat: Seat) -> str:
        return self.table.players[seat]

    def next(self, seat: Seat) -> Seat:
        """The player to the left."""
        return (seat + 1) % self.players

    def dealer(self, round_: Round) -> Seat:
        """Who deals, and bids last: the player to the right of the first."""
        return (round_.first - 1) % self.players

    def untold(self, round_: Round) -> list[Seat]:
        """Who has not said at detail `totals` how many tricks they won, from the first bidder on."""
        order = ((round_.first + step) % self.players for step in range(self.players))
        return [seat for seat in order if seat not in round_.told]

    def asks_trump(self, round_: Round) -> bool:
        """Whether trump has to be said now: a card was turned, and what is played is declared."""
        if round_.trump_said or self.settings.detail is Detail.TOTALS:
            return False
        return not self.settings.deck.all_dealt(self.players, round_.cards)

    def hand(self, round_: Round, seat: Seat) -> int:
        """Cards that a player still holds at detail `cards`."""
        played = round_.finished + ((seat - round_.leader) % self.players < len(round_.trick))
        return round_.cards - played


def start(table: TableSetup) -> State:
    """The game before its first round."""
    chosen, players = settings(table), len(table.players)
    return State(table, chosen, (), (0,) * players, new_round(players, chosen.rounds[0], 0))


def new_round(players: int, cards: int, first: Seat) -> Round:
    """A round before its first declaration."""
    return Round(cards, first, first, bids=(None,) * players, won=(0,) * players, leader=first)
