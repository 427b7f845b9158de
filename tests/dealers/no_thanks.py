"""Deals No Thanks! and plays it at random, by the rulebook and without the game's own code."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from random import Random

from device.contract.declarations import Declaration, First
from device.games.no_thanks.declarations import Flip, Holds, Pass, Points, Take, Tiger
from tests.dealers.result import Dealt, Result

TOKENS = {3: 11, 4: 11, 5: 11, 6: 9, 7: 7}
"""No Thanks! rulebook, Set Up."""


@dataclass(frozen=True)
class Round:
    """One round: the declarations, and each player's cards and tokens at the end."""

    starter: int
    said: tuple[Declaration, ...]
    cards: tuple[frozenset[int], ...]
    tokens: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Rulebook, Scoring: the lowest card of each run, minus tokens in hand."""
        return tuple(
            sum(card for card in cards if card - 1 not in cards) - tokens
            for cards, tokens in zip(self.cards, self.tokens, strict=True)
        )


def play(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> list[Declaration]:
    """A whole game with these options, as a list of declarations."""
    return declared(random, rounds(random, players, chosen), dict(chosen).get("detail", "turns"))


def dealt(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> Dealt:
    """Like `play`, with the expected result."""
    played = rounds(random, players, chosen)
    by_player = zip(*(one.points for one in played), strict=True)
    standings = list(zip(*(accumulate(own) for own in by_player), strict=True))
    least = min(standings[-1])
    winners = tuple(seat for seat in range(players) if standings[-1][seat] == least)
    return Dealt(declared(random, played, dict(chosen).get("detail", "turns")), Result(standings, winners))


def declared(random: Random, played: list[Round], detail: str) -> list[Declaration]:
    """The declarations of these rounds at a level of detail."""
    line: list[Declaration] = []
    due = 0
    for one in played:
        if one.starter != due or random.random() < 0.2:
            line.append(First(one.starter))
        due = (one.starter + 1) % len(one.cards)
        if detail == "turns":
            line += one.said
            continue
        each = [
            Points(seat, one.points[seat]) if detail == "points" else Holds(seat, spans(cards), tokens)
            for seat, (cards, tokens) in enumerate(zip(one.cards, one.tokens, strict=True))
        ]
        if random.random() < 0.5:
            random.shuffle(each)
        line += each
    return line


def rounds(random: Random, players: int, chosen: tuple[tuple[str, str], ...]) -> list[Round]:
    """The rounds of a game, played out."""
    options = dict(chosen)
    played: list[Round] = []
    for _ in range(int(options.get("rounds", "4"))):
        due = (played[-1].starter + 1) % players if played else 0
        starter = random.randrange(players) if random.random() < 0.3 else due
        played.append(_round(random, players, starter, options))
    return played


def spans(cards: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """Cards as runs of consecutive numbers, ascending."""
    lows = sorted(card for card in cards if card - 1 not in cards)
    highs = sorted(card for card in cards if card + 1 not in cards)
    return tuple(zip(lows, highs, strict=True))


def _round(random: Random, players: int, starter: int, options: dict[str, str]) -> Round:
    amigo = options.get("amigo", "off")
    deck = list(range(3, 36))
    tokens = [TOKENS[players]] * players
    if amigo != "off":
        deck = [card for card in deck if str(card) not in amigo.split("-")]
        tokens = [10] * players
    random.shuffle(deck)
    draw, aside = deck[:24], deck[24:]
    tigers = aside[:players] if options.get("hidden-tiger") == "on" else []
    cards: list[set[int]] = [set() for _ in range(players)]
    said: list[Declaration] = []
    shyness = random.choice([0.0, 0.5, 0.8, 1.0])
    turn = starter
    for card in draw:
        said.append(Flip(card))
        pot = 0
        while True:
            if turn < len(tigers) and tigers[turn] and random.random() < 0.05:
                said.append(Tiger(turn, tigers[turn]))
                cards[turn].add(tigers[turn])
                tigers[turn] = 0
            # The more tokens lie on a card, the likelier it is taken.
            if not tokens[turn] or random.random() > shyness * 0.9**pot:
                break
            said.append(Pass(turn))
            tokens[turn] -= 1
            pot += 1
            turn = (turn + 1) % players
        said.append(Take(turn))
        cards[turn].add(card)
        tokens[turn] += pot
    return Round(starter, tuple(said), tuple(frozenset(own) for own in cards), tuple(tokens))
