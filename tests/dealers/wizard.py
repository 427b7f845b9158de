"""Really dealt games of Wizard and Oh Hell, played at random.

The dealer knows every hand and keeps its own account of the rules (rulebook of Wizard; for what it leaves open, the
notes of the game). It shares nothing with the game but the declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from device.contract.declarations import Declaration, First
from device.games.wizard.cards import JESTER, WIZARD
from device.games.wizard.declarations import Bid, Plays, TricksWon, Trump, Wins
from device.kits.cards import Card
from tests.dealers.result import Dealt, Result

Chosen = tuple[tuple[str, str], ...]

WIZARD_CARDS = [Card(suit, n) for suit in ("blue", "green", "yellow", "red") for n in range(1, 14)]
MAX_OF_WIZARD = 6
PLAIN_CARDS = [Card(suit, n) for suit in ("clubs", "diamonds", "hearts", "spades") for n in range(2, 15)]


@dataclass
class Deal:
    """One round."""

    first: int
    trump: str | None
    turned: bool  # whether a card was left to be turned
    bids: list[int]
    tricks: list[tuple[int, list[Card]]] = field(default_factory=list)  # who led, and the cards from there on
    winners: list[int] = field(default_factory=list)
    revoked: bool = False

    def won(self, seat: int) -> int:
        return self.winners.count(seat)


def play(random: Random, players: int, chosen: Chosen) -> list[Declaration]:
    """A whole game with these options, as a list of declarations."""
    return dealt(random, players, chosen).declarations


def dealt(random: Random, players: int, chosen: Chosen, cheating: float = 0.0) -> Dealt:
    """A whole game, with the expected result. `cheating` is the probability of not following suit though possible."""
    options = dict(chosen)
    rounds = deals(random, players, options, cheating)
    standings: list[tuple[int, ...]] = []
    totals = [0] * players
    for one in rounds:
        for seat in range(players):
            totals[seat] += points(one.bids[seat], one.won(seat), options.get("scoring", "wizard"))
        standings.append(tuple(totals))
    winners = tuple(seat for seat in range(players) if totals[seat] == max(totals))
    lines = [line for deal in declared(random, rounds, players, options) for line in deal]
    return Dealt(lines, Result(standings, winners))


def deals(random: Random, players: int, options: dict[str, str], cheating: float = 0.0) -> list[Deal]:
    """The rounds of a game, played out."""
    plain = options.get("deck", "plain" if players > MAX_OF_WIZARD else "wizard") == "plain"
    deck = PLAIN_CARDS if plain else [*WIZARD_CARDS, *[WIZARD] * 4, *[JESTER] * 4]
    most = len(deck) // players
    up, down = list(range(1, most + 1)), list(range(most, 0, -1))
    ways = {"up": up, "down": down, "up-down": up + down[1:], "down-up": down + up[1:]}
    found: list[Deal] = []
    for cards in ways[options.get("rounds", "up")]:
        due = (found[-1].first + 1) % players if found else 0
        first = random.randrange(players) if random.random() < 0.2 else due
        found.append(_deal(random, deck, players, cards, first, options.get("sum") == "not-even", cheating))
    return found


def declared(random: Random, rounds: list[Deal], players: int, options: dict[str, str]) -> list[list[Declaration]]:
    """The declarations of these rounds, round by round."""
    detail, found, due = options.get("detail", "totals"), [], 0
    for one in rounds:
        lines: list[Declaration] = [First(one.first)] if one.first != due else []
        due = (one.first + 1) % players
        if one.turned and (detail != "totals" or random.random() < 0.3):
            lines.append(Trump(one.trump))
        lines += [Bid(seat, one.bids[seat]) for seat in _from(one.first, players)]
        if detail == "totals":
            lines += [TricksWon(seat, one.won(seat)) for seat in _from(one.first, players)]
        for (leader, cards), winner in zip(one.tricks, one.winners, strict=True):
            if detail == "cards":
                lines += [Plays(seat, card) for seat, card in zip(_from(leader, players), cards, strict=True)]
            elif detail == "tricks":
                lines.append(_told(random, leader, cards, winner, players))
        found.append(lines)
    return found


def points(bid: int, won: int, scoring: str) -> int:
    """Wizard rulebook, Scoring, or one of the usual ways to score Oh Hell."""
    if scoring == "wizard":
        return 20 + 10 * won if won == bid else -10 * abs(won - bid)
    if scoring == "exact":
        return 10 + bid if won == bid else 0
    return won + (10 if won == bid else 0)


def _told(random: Random, leader: int, cards: list[Card], winner: int, players: int) -> Wins:
    card, lead = cards[(winner - leader) % players], asked(cards)
    if card == JESTER or not lead:
        lead = None
    return random.choice([Wins(winner), Wins(winner, card), Wins(winner, card, lead), Wins(winner, None, lead)])


def _from(first: int, players: int) -> list[int]:
    return [(first + step) % players for step in range(players)]


def _trump(random: Random, deck: list[Card], turned: Card | None) -> str | None:
    """The trump suit given by the turned card; after a wizard, the dealer's choice."""
    if turned == WIZARD:
        return random.choice([card.suit for card in deck if card.suit])
    return turned.suit if turned is not None and turned.suit else None


def _deal(
    random: Random, deck: list[Card], players: int, cards: int, first: int, uneven: bool, cheating: float
) -> Deal:
    left = random.sample(deck, len(deck))
    hands = [[left.pop() for _ in range(cards)] for _ in range(players)]
    turned = left.pop() if left else None
    trump = _trump(random, deck, turned)
    bids = [random.randint(0, cards) for _ in range(players)]
    if uneven and sum(bids) == cards:
        last = (first - 1) % players
        bids[last] += 1 if bids[last] < cards else -1
    deal = Deal(first, trump, turned is not None, bids)
    leader = first
    for _ in range(cards):
        table: list[Card] = []
        for seat in _from(leader, players):
            card = random.choice(_may(hands[seat], asked(table)))
            if random.random() < cheating:
                card = random.choice(hands[seat])
                deal.revoked |= card not in _may(hands[seat], asked(table))
            hands[seat].remove(card)
            table.append(card)
        deal.tricks.append((leader, table))
        leader = (leader + best(table, trump)) % players
        deal.winners.append(leader)
    return deal


def asked(table: list[Card]) -> str | None:
    """The suit that must be followed, if there is one."""
    for card in table:
        if card == WIZARD:
            return None
        if card != JESTER:
            return card.suit
    return None


def _may(hand: list[Card], lead: str | None) -> list[Card]:
    if lead is None or not any(card.suit == lead for card in hand):
        return hand
    return [card for card in hand if card.suit in (lead, "")]


def best(table: list[Card], trump: str | None) -> int:
    """The index of the winning card in a trick."""
    if WIZARD in table:
        return table.index(WIZARD)
    for suit in (trump, asked(table)):
        numbers = [card.number for card in table if suit and card.suit == suit]
        if numbers:
            return table.index(Card(str(suit), max(numbers)))
    return 0
