"""Really dealt games of LOOP's first edition, played at random.

The dealer knows every hand and keeps its own account of the rules and of the
points (rulebook of the first edition; for what it leaves open, the notes of the
game). It shares nothing with the game but the declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, permutations
from random import Random

from device.contract.declarations import Declaration, First
from device.games.loop_2023.cards import Card, Colour, sort_cards
from device.games.loop_2023.declarations import Out, Pass, Plays, Sits, ThreeEights, Twist
from tests.dealers.result import Dealt, Result

DECK = [(number, colour) for number in range(1, 16) for colour in range(3)]
BASIC = {4: [4, 2, 1, 0], 3: [3, 1, 0], 2: [2, 0]}
GOAL = {4: 12, 3: 10, 2: 7}

Real = tuple[int, int]
"""A physical card: number and colour."""


@dataclass
class Played:
    """A whole game: the declarations, and the expected results.

    A round is (points before the floor, players in the order in which they went out, players by seat); `standings`
    are the totals after each.
    """

    declarations: list[Declaration] = field(default_factory=list)
    rounds: list[tuple[list[int], list[int], list[int]]] = field(default_factory=list)
    standings: list[tuple[int, ...]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)


@dataclass
class Manner:
    """How these people play."""

    random: Random
    plays: bool
    three_eights: bool
    passing: float
    saying: float  # how likely a colour is said that need not be


@dataclass
class Round:
    """One round at the table. Hands, cards set aside and the turn go by seat; `out` names players."""

    sitting: list[int]
    cards: list[list[Real]]
    aside: list[list[Real]]
    turn: int
    twisted: bool = False
    best: list[Real] | None = None
    by: int = 0
    waiting: set[int] = field(default_factory=set)  # seats that have not passed since the last play
    out: list[int] = field(default_factory=list)
    declared: list[Declaration] = field(default_factory=list)

    def still_in(self, seat: int) -> bool:
        return self.sitting[seat] not in self.out

    def after(self, seat: int) -> int:
        """The next seat clockwise whose player is still in."""
        size = len(self.sitting)
        return next(other % size for other in range(seat + 1, seat + size + 1) if self.still_in(other % size))


def play(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> list[Declaration]:
    """Deal hands and play a legal game to its end. Returns the declarations in order."""
    return deal_and_play(random, players, chosen).declarations


def dealt(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> Dealt:
    """Like `play`, with the expected result."""
    game = deal_and_play(random, players, chosen)
    return Dealt(game.declarations, Result(game.standings, tuple(game.winners)))


def deal_and_play(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> Played:
    """Like `play`, with the expected results."""
    options = dict(chosen)
    manner = Manner(
        random,
        options.get("detail", "plays") == "plays",
        options.get("three-eights", "off") == "on",
        random.choice((0.0, 0.2, 0.5)),
        random.choice((0.0, 0.5, 1.0)),
    )
    wanted = int(options.get("sets", "1"))
    game = Played(sets=[0] * players)
    start = 0
    while max(game.sets) < wanted:
        start = _set(manner, game, players, start)
        best = max(game.totals)
        for player in range(players):
            game.sets[player] += game.totals[player] == best
        start = (start + 1) % players
    game.winners = [player for player in range(players) if game.sets[player] >= wanted]
    return game


def _set(manner: Manner, game: Played, players: int, start: int) -> int:
    """Play a set. Returns the seat that started it."""
    random = manner.random
    game.totals = [2] * players
    if random.random() < 0.5:
        start = random.randrange(players)
        game.declarations.append(First(start))
    hands = _deal(manner, game, players)
    sitting, ranks = list(range(players)), None
    while True:
        out = _round(manner, game, hands, sitting, start)
        got = [out.index(player) for player in sitting]
        points = [0] * players
        for seat, player in enumerate(sitting):
            points[player] = BASIC[players][got[seat]] + (0 if ranks is None else ranks[seat] - got[seat])
        game.rounds.append((points, out, list(sitting)))
        game.totals = [max(0, total + gained) for total, gained in zip(game.totals, points, strict=True)]
        game.standings.append(tuple(game.totals))
        if max(game.totals) >= GOAL[players]:
            return start
        ranks, sitting = got, _change_seats(random, game, sitting, out)


def _deal(manner: Manner, game: Played, players: int) -> list[list[Real]]:
    random = manner.random
    deck = list(DECK)
    while True:
        random.shuffle(deck)
        if random.random() < 0.2:
            deck.sort(key=lambda card: card[0] != 8)  # a rare deal, dealt often
        hands = [deck[11 * seat : 11 * seat + 11] for seat in range(players)]
        holders = [seat for seat, hand in enumerate(hands) if sum(number == 8 for number, _ in hand) == 3]
        if not (manner.three_eights and holders):
            return hands
        game.declarations.append(ThreeEights(holders[0]))
        game.totals[holders[0]] += 1


def _change_seats(random: Random, game: Played, sitting: list[int], out: list[int]) -> list[int]:
    players = len(sitting)
    ways = [
        way
        for way in permutations(range(players))  # way[seat] is the player who moves there
        if players == 2 or all(way[seat] != sitting[seat] for seat in range(players))
    ]
    for player in reversed(out):
        offered = sorted({way.index(player) for way in ways})
        seat = random.choice(offered)
        if len(offered) > 1:
            game.declarations.append(Sits(player, seat + 1))
        ways = [way for way in ways if way[seat] == player]
    assert len(ways) == 1
    return list(ways[0])


def _round(manner: Manner, game: Played, hands: list[list[Real]], sitting: list[int], start: int) -> list[int]:
    """Play a round. Returns the players in the order in which they went out."""
    left = [list(hand) for hand in hands]
    aside = [_set_aside(manner.random, hand) for hand in left]
    current = Round(sitting, left, aside, start)
    while len(current.out) < len(sitting) - 1:
        _take_turn(manner, current)
    outs = [Out(player) for player in current.out]
    game.declarations.extend(current.declared if manner.plays else outs)
    return [*current.out, next(player for player in sitting if player not in current.out)]


def _set_aside(random: Random, hand: list[Real]) -> list[Real]:
    """Remove two cards from the hand; often 8s, so that there are twists."""
    aside = []
    for _ in range(2):
        eights = [card for card in hand if card[0] == 8]
        card = random.choice(eights if eights and random.random() < 0.5 else hand)
        hand.remove(card)
        aside.append(card)
    return aside


def _take_turn(manner: Manner, current: Round) -> None:
    seat, random = current.turn, manner.random
    for card in [card for card in current.aside[seat] if card[0] == 8]:
        if random.random() < 0.15:
            current.aside[seat].remove(card)
            current.twisted = not current.twisted
            current.declared.append(Twist(current.sitting[seat]))
    fitting = _fitting(current)
    if current.best is not None and (not fitting or random.random() < manner.passing):
        _pass(current)
    else:
        _lay(manner, current, random.choice(fitting))


def _fitting(current: Round) -> list[list[Real]]:
    """The combinations that the player on turn can play."""
    groups = _groups(current.cards[current.turn])
    best = current.best
    if best is None:
        return groups
    found = []
    for group in groups:
        stronger = min(group) < min(best) if current.twisted else min(group) > min(best)
        if _manner(group) == _manner(best) and min(group)[0] != min(best)[0] and stronger:
            found.append(group)
    return found


def _groups(hand: list[Real]) -> list[list[Real]]:
    """Every combination in a hand."""
    found = [[card] for card in hand]
    for number in range(1, 16):
        alike = [card for card in hand if card[0] == number]
        found += [[one, two] for index, one in enumerate(alike) for two in alike[index + 1 :]]
        found += [alike] if len(alike) == 3 else []
    for number, colour in hand:
        run = [(number, colour)]
        while (run[-1][0] + 1, colour) in hand:
            run.append((run[-1][0] + 1, colour))
            found.append(list(run))
    return found


def _manner(group: list[Real]) -> tuple[int, bool]:
    """The size and type of a combination, which must be the same to follow."""
    return len(group), any(one[0] != two[0] for one, two in pairwise(group))


def _lay(manner: Manner, current: Round, group: list[Real]) -> None:
    seat = current.turn
    for card in group:
        current.cards[seat].remove(card)
    current.declared.append(Plays(current.sitting[seat], _said(manner, group)))
    if not current.cards[seat]:
        current.out.append(current.sitting[seat])
    current.best, current.by = group, seat
    current.waiting = {other for other in range(len(current.sitting)) if current.still_in(other)}
    if len(current.waiting) == 1:
        return
    if any(number == 8 for number, _ in group):
        _new_trick(current)
    else:
        current.turn = current.after(seat)


def _said(manner: Manner, group: list[Real]) -> tuple[Card, ...]:
    sequence = _manner(group)[1]
    cards = []
    for number, colour in group:
        said = sequence or manner.random.random() < manner.saying
        cards.append(Card(number, Colour(colour) if said else None))
    return tuple(card for card in sort_cards(tuple(cards)) if isinstance(card, Card))


def _pass(current: Round) -> None:
    current.declared.append(Pass(current.sitting[current.turn]))
    current.waiting.discard(current.turn)
    if current.waiting:
        current.turn = current.after(current.turn)
    else:
        _new_trick(current)


def _new_trick(current: Round) -> None:
    current.best = None
    current.turn = current.by if current.still_in(current.by) else current.after(current.by)
