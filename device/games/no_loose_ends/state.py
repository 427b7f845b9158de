"""The frozen states of a game of No Loose Ends."""

from __future__ import annotations

from device.contract.setup import Seat, TableSetup
from device.contract.unseen_cards import Void
from device.games.no_loose_ends.cards import DEALS, GETAWAY, GETAWAYS, ROUNDS, START_POINTS, Card, Deal, deck
from device.games.no_loose_ends.clues import Clue, Dealt
from device.games.no_loose_ends.example import Example
from device.games.no_loose_ends.options import Settings, settings
from values.named_tuple import NamedTuple


class Trick(NamedTuple):
    """A finished trick: who won it, and the winning card and lead suit where they are known."""

    number: int
    winner: Seat
    card: Card | None
    lead: str | None

    @property
    def lead_open(self) -> bool:
        """Whether the winning card is known, but not which suit it won against."""
        return self.lead is None and self.card not in (None, GETAWAY)


class Plan(NamedTuple):
    """How a player's round came out: bids with what was covered, and tricks that covered nothing.

    At detail `totals` only the counts are known: `bids` and `covered` hold no
    cards then, and `loose` no trick numbers.
    """

    bid: int
    covered: int
    extra: int
    bids: tuple[Card, ...] = ()
    covers: tuple[Card, ...] = ()
    loose: tuple[int, ...] = ()

    @property
    def loose_ends(self) -> int:
        """Uncovered bids and tricks that covered nothing (rulebook, Scoring)."""
        return self.bid - self.covered + self.extra

    @property
    def snitched(self) -> bool:
        """Bid nothing and won nothing (rulebook, Snitching)."""
        return self.bid == 0 and self.extra == 0


class Round(NamedTuple):
    """A round in progress. A tuple: of all frozen values it is the quickest to make anew, and it is at every card."""

    first: Seat
    turn: Seat
    first_said: bool = False
    bids: tuple[tuple[Card, ...], ...] = ()
    passed: tuple[Seat, ...] = ()
    # The cards that a double-cross put back and that have not been declared since.
    crossed: Seat | None = None
    taken_back: frozenset[Card] = frozenset()
    undeclared: int = 0  # plays of the double-crosser that were not declared
    # Tricks; `tricks` is 0 while the planning lasts.
    tricks: int = 0
    finished: int = 0
    leader: Seat = 0
    trick: tuple[Card, ...] = ()  # cards played to the trick on the table, from the leader on
    pending: Trick | None = None  # a trick whose cover its winner still has to name
    covers: tuple[tuple[Card, ...], ...] = ()
    loose: tuple[tuple[int, ...], ...] = ()
    seen: frozenset[Card] = frozenset()
    getaways: int = 0
    voids: tuple[Void, ...] = ()
    clues: tuple[Clue, ...] = ()  # detail `tricks`: the tricks as declared, for the search for deals
    dealt: Dealt | None = None
    example: Example | None = None
    before: Example | None = None
    unfollowed: bool = False  # the table let a revoke stand: somebody did not follow suit
    plans: tuple[Plan | None, ...] = ()  # detail `totals`

    @property
    def planning(self) -> bool:
        return self.tricks == 0

    @property
    def begun(self) -> bool:
        """Whether anything has been declared in this round."""
        return bool(self.passed) or any(self.bids) or any(plan is not None for plan in self.plans)

    @property
    def trick_number(self) -> int:
        """The trick being played, from 1."""
        return self.finished + 1

    def uncovered(self, seat: Seat) -> tuple[Card, ...]:
        """A player's bid cards that no trick covers yet, in the order they were bid."""
        covered = self.covers[seat]
        return tuple([card for card in self.bids[seat] if card not in covered])


class Result(NamedTuple):
    """A scored round."""

    plans: tuple[Plan, ...]
    points: tuple[int, ...]


class State(NamedTuple):
    """The game: what has been scored, and the round in progress (None once it is over)."""

    table: TableSetup
    settings: Settings
    deal: Deal
    results: tuple[Result, ...]
    totals: tuple[int, ...]
    round: Round | None

    @property
    def running(self) -> Round:
        """The round in progress, where there is one."""
        assert self.round is not None
        return self.round

    @property
    def seats(self) -> range:
        return range(self.deal.players)

    def name(self, seat: Seat) -> str:
        return self.table.players[seat]

    def next(self, seat: Seat) -> Seat:
        """The player to the left."""
        return (seat + 1) % self.deal.players

    def in_deck(self, card: Card) -> bool:
        if card == GETAWAY:
            return self.settings.getaway_cards
        return card in deck(self.deal.top)

    @property
    def all_dealt(self) -> bool:
        """Whether no card of the deck is left over, so that every unseen card is in a hand."""
        return self.rest == 0

    @property
    def rest(self) -> int:
        """Cards of the deck that are in no hand."""
        return self.deal.rest + (GETAWAYS if self.settings.getaway_cards else 0)

    def hand(self, seat: Seat) -> int:
        """Cards a player still holds at detail `cards`, the one just played not counted."""
        round_ = self.running
        played = round_.finished + ((seat - round_.leader) % self.deal.players < len(round_.trick))
        return self.deal.cards - len(round_.bids[seat]) - played


def new_round(players: int, first: Seat) -> Round:
    """A round before its first declaration."""
    nothing: tuple[tuple[Card, ...], ...] = ((),) * players
    return Round(first, first, bids=nothing, covers=nothing, loose=((),) * players, plans=(None,) * players)


def start(table: TableSetup) -> State:
    """The game before its first round: everyone has 5 points (rulebook, Setup)."""
    players = len(table.players)
    return State(table, settings(table), DEALS[players], (), (START_POINTS,) * players, new_round(players, 0))


def last_round(state: State) -> bool:
    """Whether the round in progress is the game's last."""
    return len(state.results) == ROUNDS - 1
