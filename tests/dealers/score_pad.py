"""Games of a score pad, by their points alone: the dealer adds up by itself, and knows when a game is over."""

from __future__ import annotations

from random import Random

from device.contract.declarations import Declaration, First, GameEnd
from device.kits.figures.declarations import Says
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
            _reach(int(options["target"]) - totals[0], points, options)
        order = random.sample(range(players), players)
        lines += [Says(seat, "points", points[seat]) for seat in (order if random.random() < 0.3 else sorted(order))]
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
    """Give the first player what they lack, at the cost of the last where a round has to add up."""
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
