"""Really dealt games of No Loose Ends, played at random.

The dealer knows every hand and keeps its own account of the rules, figures
included (rulebook: Setup, Planning, Trick-Taking, Scoring, Snitching, Game End,
Additional Rules). It shares nothing with the game but the declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import NamedTuple

from device.contract.declarations import Declaration, First
from device.games.no_loose_ends.cards import GETAWAY, Card
from device.games.no_loose_ends.declarations import (
    Bid,
    Covers,
    CoversNothing,
    DoubleCross,
    Pass,
    Plays,
    RoundTotals,
    Wins,
)
from tests.dealers.result import Dealt, Result

Chosen = tuple[tuple[str, str], ...]

SUITS = ("blue", "red", "yellow", "gray")
TRUMP = "blue"
TOP = {2: 12, 3: 12, 4: 15, 5: 15}
CARDS = {2: 15, 3: 16, 4: 15, 5: 12}
MAX_BIDS = {2: 6, 3: 5, 4: 4, 5: 3}


@dataclass(frozen=True)
class Cheat:
    """A failure to follow suit though possible, noted at the declaration that shows the play."""

    declaration: int  # its place in `Played.declarations`
    round: int
    seat: int
    suit: str


@dataclass(frozen=True)
class Played:
    """A whole game: declarations, points of each round, totals, winners, and failures to follow suit."""

    rounds: list[list[Declaration]]
    points: list[tuple[int, ...]]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    cheats: list[Cheat]

    @property
    def declarations(self) -> list[Declaration]:
        return [line for lines in self.rounds for line in lines]


@dataclass(frozen=True)
class Habits:
    """How a table plays and declares."""

    bidding: float  # how likely another bid is
    crossing: float
    naming: float  # how often the winning card is said at detail `tricks`
    leading: float  # how often the lead suit is said there
    cheating: float  # how often suit is not followed though it could be


class Said(NamedTuple):
    """What the table declares of a trick in addition to its winner."""

    card: bool
    lead: bool


@dataclass
class Hand:
    """One player's round: cards in hand, bids on the table, and what the tricks did to them."""

    cards: list[Card]
    bids: list[Card] = field(default_factory=list)
    covered: list[Card] = field(default_factory=list)
    loose: int = 0
    ducking: bool = False

    @property
    def open(self) -> list[Card]:
        return [card for card in self.bids if card not in self.covered]


def play(random: Random, players: int, chosen: Chosen) -> list[Declaration]:
    """Deal hands and play a legal game to its end. Returns the declarations in order, including forced ones."""
    return deal_and_play(random, players, chosen).declarations


def dealt(random: Random, players: int, chosen: Chosen) -> Dealt:
    """Like `play`, with the expected result."""
    return _accounted(deal_and_play(random, players, chosen))


def dealt_briefly(random: Random, players: int, chosen: Chosen) -> Dealt:
    """The same, with only the winners of tricks declared."""
    return _accounted(deal_and_play(random, players, chosen, naming=False))


def _accounted(game: Played) -> Dealt:
    standings = zip(*(list(accumulate(own, initial=5))[1:] for own in zip(*game.points, strict=True)), strict=True)
    return Dealt(game.declarations, Result(list(standings), game.winners))


def deal_and_play(random: Random, players: int, chosen: Chosen, cheating: float = 0, *, naming: bool = True) -> Played:
    """Deal hands and play a game to its end. It is legal unless players cheat.

    Without `naming`, only the winners of tricks are declared.
    """
    options = dict(chosen)
    habits = Habits(
        random.choice([0.3, 0.7, 0.95]),
        random.choice([0.2, 0.8]),
        random.choice([0, 0.3, 1]) if naming else 0,
        random.choice([0, 0.3, 1]) if naming else 0,
        cheating,
    )
    rounds: list[list[Declaration]] = []
    points: list[tuple[int, ...]] = []
    cheats: list[Cheat] = []
    due = 0
    for number in range(3):
        first = random.randrange(players) if random.random() < 0.3 else due
        said: list[Declaration] = [First(first)] if first != due or random.random() < 0.1 else []
        before = sum(map(len, rounds)) + len(said)
        due = (first + 1) % players
        hands = _deal(random, players, options)
        lines, leader = _plan(random, hands, first, habits, options)
        for place, seat, suit in _tricks(random, hands, leader, habits, options, lines):
            cheats.append(Cheat(before + place, number, seat, suit))
        rounds.append([*said, *(_totals(random, hands) if options.get("detail") == "totals" else lines)])
        points.append(round_points(hands, options))
    totals = tuple(5 + sum(own) for own in zip(*points, strict=True))
    return Played(rounds, points, totals, winners(totals, points[-1]), cheats)


def round_points(hands: list[Hand], options: dict[str, str]) -> tuple[int, ...]:
    """A round's points (rulebook, Round Scoring and Simplified Scoring)."""
    loose = [len(hand.open) + hand.loose for hand in hands]
    if options.get("scoring") == "simplified":
        return tuple(4 if ends == 0 else 2 if ends == 1 else -ends for ends in loose)
    snitches = [not hand.bids and not hand.loose for hand in hands]
    points = []
    for hand, ends, snitch in zip(hands, loose, snitches, strict=True):
        if snitch:
            points.append(10)
        elif any(snitches):
            points.append(2 * len(hand.covered) - 2 * ends)
        else:
            points.append(2 * len(hand.covered) - ends + (5 if ends == 0 else 0))
    return tuple(points)


def winners(totals: tuple[int, ...], final: tuple[int, ...]) -> tuple[int, ...]:
    """Most points, then most points in the final round, then shared (rulebook, Game End)."""
    best = max(zip(totals, final, strict=True))
    return tuple(seat for seat, figures in enumerate(zip(totals, final, strict=True)) if figures == best)


def _deal(random: Random, players: int, options: dict[str, str]) -> list[Hand]:
    deck = [Card(suit, number) for suit in SUITS for number in range(1, TOP[players] + 1)]
    if options.get("getaway-cards") == "on":
        deck += [GETAWAY] * 4
    random.shuffle(deck)
    size = CARDS[players]
    return [Hand(deck[seat * size : (seat + 1) * size], ducking=random.random() < 0.3) for seat in range(players)]


def _plan(
    random: Random, hands: list[Hand], first: int, habits: Habits, options: dict[str, str]
) -> tuple[list[Declaration], int]:
    lines: list[Declaration] = []
    passed: list[int] = []
    turn = first
    while len(passed) < len(hands):
        hand = hands[turn]
        if turn in passed:
            turn = (turn + 1) % len(hands)
            continue
        full = len(hand.bids) == MAX_BIDS[len(hands)]
        if not full and not (hand.ducking and random.random() < 0.7) and random.random() < habits.bidding:
            card = random.choice([card for card in hand.cards if card != GETAWAY])
            hand.cards.remove(card)
            hand.bids.append(card)
            lines.append(Bid(turn, card))
        elif options.get("double-cross") == "on" and not passed and hand.bids and random.random() < habits.crossing:
            hand.cards += hand.bids
            hand.bids.clear()
            hand.ducking = True
            passed.append(turn)
            lines.append(DoubleCross(turn))
        else:
            passed.append(turn)
            lines.append(Pass(turn))
        turn = (turn + 1) % len(hands)
    return lines, passed[-1]


def _tricks(
    random: Random,
    hands: list[Hand],
    leader: int,
    habits: Habits,
    options: dict[str, str],
    lines: list[Declaration],
) -> list[tuple[int, int, str]]:
    """Play the tricks and add their lines. Returns the cheats: index of the line, seat and suit."""
    cheats: list[tuple[int, int, str]] = []
    while all(hand.cards for hand in hands):
        seats = [(leader + place) % len(hands) for place in range(len(hands))]
        cards: list[Card] = []
        lead: str | None = None
        for seat in seats:
            card = _choose(random, hands[seat], lead if random.random() >= habits.cheating else None)
            if lead is not None and _is_revoke(hands[seat], card, lead):
                cheats.append((len(lines), seat, lead))
            hands[seat].cards.remove(card)
            cards.append(card)
            if lead is None and card != GETAWAY:
                lead = card.suit
            if options.get("detail") == "cards":
                lines.append(Plays(seat, card))
        best = _best(cards, lead)
        said = Said(True, True)
        if options.get("detail") != "cards":
            said = _says(random, habits, lead)
            lines.append(_wins(seats[best], cards[best], lead, said))
            if cards[best].suit != TRUMP or seats[best] == leader:
                said = said._replace(lead=True)  # it follows from the card
        leader = seats[best]
        lines += _cover(random, hands[leader], leader, cards[best], lead, said)
    return cheats


def _says(random: Random, habits: Habits, lead: str | None) -> Said:
    """What the table declares of a trick in addition to its winner."""
    return Said(random.random() < habits.naming, lead is not None and random.random() < habits.leading)


def _wins(seat: int, card: Card, lead: str | None, said: Said) -> Wins:
    return Wins(seat, card if said.card else None, lead if said.lead else None)


def _is_revoke(hand: Hand, card: Card, lead: str) -> bool:
    return card not in (*_suited(hand, lead), GETAWAY) and bool(_suited(hand, lead))


def _suited(hand: Hand, suit: str | None) -> list[Card]:
    return [card for card in hand.cards if card.suit == suit]


def _choose(random: Random, hand: Hand, lead: str | None) -> Card:
    """A card that follows suit if one can, or a getaway card at any time."""
    following = _suited(hand, lead)
    allowed = [*following, *(card for card in hand.cards if card == GETAWAY)] if following else hand.cards
    if hand.ducking:
        return min(allowed, key=lambda card: (card.suit == TRUMP and lead not in (None, TRUMP), card.number))
    return random.choice(allowed)


def _best(cards: list[Card], lead: str | None) -> int:
    """The index of the winning card: highest trump, else highest of the lead suit, else the first getaway card."""
    for suit in (TRUMP, lead):
        numbers = [card.number if card.suit == suit else 0 for card in cards]
        if any(numbers):
            return numbers.index(max(numbers))
    return 0


def _sure(hand: Hand, card: Card) -> list[Card]:
    """The bids that a card covers whatever suit was led."""
    return [bid for bid in hand.open if bid.number == card.number or bid.suit == card.suit]


def _cover(random: Random, hand: Hand, seat: int, card: Card, lead: str | None, said: Said) -> list[Declaration]:
    """Use the trick for its winner. Returns the line for it, if the program can't infer it."""
    eligible = [bid for bid in hand.open if bid.number == card.number or bid.suit in (card.suit, lead)]
    if card == GETAWAY:
        eligible = []
        asked = not said.card and bool(hand.open)
    elif not said.card:
        asked = bool(hand.open)
    elif said.lead:
        asked = len(eligible) > 1
    else:
        asked = bool(hand.open) and (len(hand.open) > 1 or not _sure(hand, card))
    if not eligible:
        hand.loose += 1
        return [CoversNothing(seat)] if asked else []
    chosen = random.choice(eligible)
    hand.covered.append(chosen)
    return [Covers(seat, chosen)] if asked else []


def _totals(random: Random, hands: list[Hand]) -> list[Declaration]:
    lines: list[Declaration] = [
        RoundTotals(seat, len(hand.bids), len(hand.covered), hand.loose) for seat, hand in enumerate(hands)
    ]
    random.shuffle(lines)
    return lines
