"""Really dealt games of LOOP, played at random.

The dealer knows every hand and keeps its own account of the rules (rulebook,
How to play; for what the rulebook leaves open, the notes of the game). It shares
nothing with the game but the declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from device.contract.declarations import Declaration, First
from device.games.loop.declarations import Out, Pass, Plays, Twist
from tests.dealers.result import Dealt, Result

NUMBERS = range(1, 14)


@dataclass(frozen=True)
class Played:
    """A whole game: the declarations, and the order of going out in each round."""

    declarations: list[Declaration]
    orders: list[tuple[int, ...]]


@dataclass(frozen=True)
class Habits:
    """The probabilities that a player passes though able to play, and sets an 8 aside on purpose."""

    passing: float
    hoarding: float


@dataclass
class Round:
    """One round at the table. `cards` and `aside` are by seat."""

    cards: list[list[int]]
    aside: list[list[int]]
    turn: int
    beat_all: bool
    lower: bool = False
    areas: list[list[int]] = field(default_factory=list)
    last: int | None = None
    waiting: list[int] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    declared: list[Declaration] = field(default_factory=list)

    def after(self, seat: int) -> int:
        """The next player clockwise who is still in."""
        players = len(self.cards)
        return next(other % players for other in range(seat + 1, seat + players + 1) if other % players not in self.out)


def play(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> list[Declaration]:
    """Deal hands and play a legal game to its end. Returns the declarations in order."""
    return deal_and_play(random, players, chosen).declarations


def dealt(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> Dealt:
    """Like `play`, with the expected result."""
    game = deal_and_play(random, players, chosen)
    so_far = [points_of(game.orders[:rounds], players) for rounds in range(1, len(game.orders) + 1)]
    standings = [tuple(map(sum, zip(*points, strict=True))) for points in so_far]
    most = max(standings[-1])
    winners = tuple(seat for seat in range(players) if standings[-1][seat] == most)
    return Dealt(game.declarations, Result(standings, winners))


def points_of(orders: list[tuple[int, ...]], players: int) -> list[list[int]]:
    """Points by round and player, computed marker by marker on boards that are passed round the table."""
    boards: list[list[list[tuple[int, int]]]] = [[[] for _ in range(players)] for _ in range(players)]
    for round_, order in enumerate(orders):
        for place, seat in enumerate(order):
            boards[seat][place].append((round_, seat))
        boards = [boards[-1], *boards[:-1]]
    points = [[0] * players for _ in orders]
    for board in boards:
        for place, line in enumerate(board):
            below = sum(len(lower) for lower in board[place + 1 :])
            for round_, seat in line:
                points[round_][seat] = len(line) + below
    return points


def deal_and_play(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> Played:
    """Like `play`, with the order of each round."""
    options = dict(chosen)
    deck = [number for number in NUMBERS for _ in range(players)]
    random.shuffle(deck)
    boards = [deck[13 * board : 13 * board + 13] for board in range(players)]
    golden = 0
    declared: list[Declaration] = []
    if random.random() < 0.5:
        golden = random.randrange(players)
        declared.append(First(golden))
    habits = Habits(random.choice((0.0, 0.2, 0.5)), random.choice((0.0, 0.0, 0.6)))
    orders: list[tuple[int, ...]] = []
    for number in range(players):
        hands = [list(boards[(seat - number) % players]) for seat in range(players)]
        starter = (golden + number) % players
        current = _round(random, hands, starter, habits, options.get("beat") == "all")
        orders.append(tuple(current.out))
        if options.get("detail") == "finish":
            declared.extend(Out(seat) for seat in current.out[:-1])
        else:
            declared.extend(current.declared)
    return Played(declared, orders)


def _round(random: Random, hands: list[list[int]], starter: int, habits: Habits, beat_all: bool) -> Round:
    aside = [_set_aside(random, hand, habits.hoarding) for hand in hands]
    current = Round(hands, aside, starter, beat_all)
    while len(current.out) < len(hands) - 1:
        _take_turn(random, current, habits.passing)
    current.out.append(current.after(current.out[-1]))
    return current


def _set_aside(random: Random, hand: list[int], hoarding: float) -> list[int]:
    """Remove two cards from the hand."""
    aside = []
    for _ in range(2):
        card = 8 if 8 in hand and random.random() < hoarding else random.choice(hand)
        hand.remove(card)
        aside.append(card)
    return aside


def _take_turn(random: Random, current: Round, passing: float) -> None:
    seat = current.turn
    fitting = _fitting(current, current.lower)
    if 8 in current.aside[seat] and random.random() < 0.3:
        flipped = _fitting(current, not current.lower)
        if flipped:
            current.aside[seat].remove(8)
            current.lower = not current.lower
            current.declared.append(Twist(seat))
            _lay(current, random.choice(flipped))
            return
    if current.areas and (not fitting or random.random() < passing):
        _pass(current)
    else:
        _lay(current, random.choice(fitting))


def _pass(current: Round) -> None:
    current.declared.append(Pass(current.turn))
    current.waiting.remove(current.turn)
    if current.waiting:
        current.turn = current.after(current.turn)
        return
    assert current.last is not None
    current.areas = []
    current.turn = current.after(current.last) if current.last in current.out else current.last


def _lay(current: Round, cards: list[int]) -> None:
    seat = current.turn
    for card in cards:
        current.cards[seat].remove(card)
    current.declared.append(Plays(seat, tuple(cards)))
    if not current.cards[seat]:
        current.out.append(seat)
    if len(current.out) == len(current.cards):
        return
    if 8 in cards:
        current.areas = []
        current.turn = current.after(seat) if seat in current.out else seat
        return
    current.areas.append(cards)
    current.last = seat
    current.waiting = [other for other in range(len(current.cards)) if other not in current.out and other != seat]
    current.turn = current.after(seat)


def _fitting(current: Round, lower: bool) -> list[list[int]]:
    """The combinations that the player on turn could play from hand, if the token is on this side."""
    possible = _combinations(current.cards[current.turn])
    if not current.areas:
        return possible
    targets = current.areas if current.beat_all else current.areas[-1:]
    shape = _shape(targets[0])
    return [
        cards
        for cards in possible
        if _shape(cards) == shape and all(_beats(cards, target, lower) for target in targets)
    ]


def _beats(cards: list[int], target: list[int], lower: bool) -> bool:
    return min(cards) < min(target) if lower else max(cards) > max(target)


def _shape(cards: list[int]) -> tuple[int, bool]:
    """The size, and whether the cards are a run."""
    return len(cards), cards[0] != cards[-1]


def _combinations(hand: list[int]) -> list[list[int]]:
    same = [[number] * size for number in set(hand) for size in range(1, min(4, hand.count(number)) + 1)]
    runs = [
        list(range(low, low + size))
        for low in NUMBERS
        for size in (2, 3, 4)
        if all(number in hand for number in range(low, low + size))
    ]
    return same + runs
