"""Games of a score pad, by their points alone: the dealer adds up by itself, and knows when a game is over."""

from __future__ import annotations

from random import Random

from device.contract.declarations import Declaration, First
from device.games.score_pad.declarations import GameEnd, Points
from tests.dealers.result import Dealt, Result

LONGEST = 8
"""Rounds after which a table ends what does not end itself."""


def dealt(random: Random, players: int, chosen: tuple[tuple[str, str], ...] = ()) -> Dealt:
    """A whole game, and what it comes to."""
    options = {name: value for name, value in chosen if value != "off"}
    rounds = int(options.get("rounds", LONGEST))
    lines: list[Declaration] = []
    totals, standings = [0] * players, []
    for number in range(rounds):
        if random.random() < 0.2 and options.get("dealer") == "on":
            lines.append(First(random.randrange(players)))
        points = _round(random, players, options)
        if "target" in options and number == LONGEST - 1:
            lacking = int(options["target"]) - totals[0] - points[0]
            points[0] += lacking
            points[-1] -= lacking if "sum" in options and players > 1 else 0
        order = random.sample(range(players), players)
        lines += [Points(seat, points[seat]) for seat in (order if random.random() < 0.3 else sorted(order))]
        totals = [total + own for total, own in zip(totals, points, strict=True)]
        standings.append(tuple(totals))
        if "target" in options and max(totals) >= int(options["target"]):
            break
    if "rounds" not in options and "target" not in options:
        lines.append(GameEnd())
    best = min(totals) if options.get("wins") == "low" else max(totals)
    return Dealt(lines, Result(standings, tuple(seat for seat in range(players) if totals[seat] == best)))


def _round(random: Random, players: int, options: dict[str, str]) -> list[int]:
    points = [random.choice((0, random.randint(1, 12), random.randint(-30, 60), random.randint(0, 300)))
              for _ in range(players)]  # fmt: skip
    if "sum" in options:
        points[random.randrange(players)] += int(options["sum"]) - sum(points)
    return points


def play(random: Random, players: int, chosen: tuple[tuple[str, str], ...] = ()) -> list[Declaration]:
    """A whole game with these options, as a list of declarations."""
    return dealt(random, players, chosen).declarations
