"""Random histories: games with people, points and dates, as in the journal."""

from __future__ import annotations

import random

from device.history.past_game import PastGame
from device.history.results import GameResult, SeatResult

NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve")
LOWEST_WINS = {"no-thanks"}


def past_game(
    number: int, game: str, points: dict[str, int], *, finished: bool = True, began_at: float | None = None
) -> PastGame:
    """A game with these points. The most points win, or the fewest if the game is so."""
    sense = -1 if game in LOWEST_WINS else 1
    worth = {name: sense * own for name, own in points.items()}
    places = {name: 1 + sum(other > own for other in worth.values()) for name, own in worth.items()}
    seats = tuple(
        SeatResult(name, own, places[name], finished and places[name] == 1, (), 10, 50.0)
        for name, own in points.items()
    )
    result = GameResult(game, (), finished, seats, (tuple(points.values()),), 0, seconds=600.0 + number)
    people = tuple(None if name.isdecimal() else name for name in points)
    return PastGame(number, f"{number:016x}", began_at, 1, result, people)


def history(seed: int, games: int) -> list[PastGame]:
    """Random games of two kinds, first to last."""
    chance = random.Random(seed)
    found = []
    for number in range(1, games + 1):
        players = chance.sample(NAMES, chance.randint(2, 4))
        points = {name: chance.randint(-5, 12) for name in players}
        kind = chance.choice(("no-thanks", "no-loose-ends"))
        found.append(past_game(number, kind, points, finished=chance.random() > 0.1, began_at=1.79e9 + 3600 * number))
    return found
