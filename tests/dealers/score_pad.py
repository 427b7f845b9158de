"""Deals games of a score pad, as points only. The dealer computes totals and the end of the game by itself."""

from __future__ import annotations

from random import Random

from device.contract.declarations import Declaration, First, GameEnd
from device.kits.figures.declarations import FigureDeclaration
from tests.dealers.result import Dealt, Result

MAX_LENGTH = 8
"""The number of rounds after which a table ends a game that has no end of its own."""


def dealt(random: Random, players: int, chosen: tuple[tuple[str, str], ...] = ()) -> Dealt:
    """A whole game, with the expected result."""
    options = {name: value for name, value in chosen if value != "off"}
    rounds = int(options.get("rounds", MAX_LENGTH))
    lines: list[Declaration] = []
    totals, standings = [0] * players, []
    for number in range(rounds):
        if random.random() < 0.2 and options.get("dealer") == "on":
            lines.append(First(random.randrange(players)))
        points = _round(random, players, options)
        if "target" in options and number == MAX_LENGTH - 1:
            _reach(int(options["target"]) - totals[0], points, options)
        order = random.sample(range(players), players)
        order = order if random.random() < 0.3 else sorted(order)
        lines += [FigureDeclaration(seat, "points", points[seat]) for seat in order]
        totals = [total + own for total, own in zip(totals, points, strict=True)]
        standings.append(tuple(totals))
        if "target" in options and max(totals) >= int(options["target"]):
            break
    if "rounds" not in options and "target" not in options:
        lines.append(GameEnd())
    return Dealt(lines, Result(standings, _winners(totals, options)))


def _winners(totals: list[int], options: dict[str, str]) -> tuple[int, ...]:
    best = min(totals) if options.get("wins") == "low" else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def _reach(lacking: int, points: list[int], options: dict[str, str]) -> None:
    """Give the first player the missing points, at the cost of the last one if a round has a fixed sum."""
    more = lacking - points[0]
    points[0] += more
    points[-1] -= more if "sum" in options and len(points) > 1 else 0


def _round(random: Random, players: int, options: dict[str, str]) -> list[int]:
    points = [random.choice((0, random.randint(1, 12), random.randint(-30, 60), random.randint(0, 300)))
              for _ in range(players)]  # fmt: skip
    if "sum" in options:
        points[random.randrange(players)] += int(options["sum"]) - sum(points)
    return points


def play(random: Random, players: int, chosen: tuple[tuple[str, str], ...] = ()) -> list[Declaration]:
    """A whole game with these options, as a list of declarations."""
    return dealt(random, players, chosen).declarations
