"""League tables: who has come before how many of those they played with.

A game gives each player the share of the others that they came before, who is level counting half: 1 for who wins
alone, 0 for who is last alone, whatever is played and with how many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from club.league.comparing import HALF, beaten
from device.history.past import PastGame
from device.history.results import GameResult
from values.named_tuple import NamedTuple


class LeagueRow(NamedTuple):
    """Somebody in a league table: their place, who is level sharing the better one; games played and won, shared wins
    too; their points, and how many a game."""

    place: int
    name: str
    played: int
    won: int
    points: Fraction

    @property
    def share(self) -> Fraction:
        """Points a game, from 0 to 1."""
        return self.points / self.played


def shares(result: GameResult) -> tuple[Fraction, ...]:
    """What each seat of a game gets, from 0 to 1; nothing where somebody plays alone."""
    ranks = [-seat.place for seat in result.seats]
    if len(ranks) < 2:
        return (Fraction(0),) * len(ranks)
    in_order = sorted(ranks)
    return tuple(beaten(rank, in_order) / (len(ranks) - 1) for rank in ranks)


def league(games: Iterable[PastGame]) -> tuple[LeagueRow, ...]:
    """The league table of these games: by points, then by wins. Unfinished ones, and those of one person, do not count;
    nor does who has a number for a name."""
    played: dict[str, int] = defaultdict(int)
    won: dict[str, int] = defaultdict(int)
    points: dict[str, Fraction] = defaultdict(Fraction)
    for game in games:
        if not game.counts or len(game.people) < 2:
            continue
        for name, seat, share in zip(game.people, game.result.seats, shares(game.result), strict=True):
            if name is not None:
                played[name] += 1
                won[name] += seat.won
                points[name] += share
    worth = {name: (points[name], won[name]) for name in played}
    rows = [
        LeagueRow(1 + sum(other > own for other in worth.values()), name, played[name], won[name], points[name])
        for name, own in worth.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.name)))


def order(names: Iterable[str], rows: Iterable[LeagueRow], sat_out: Mapping[str, int]) -> list[str]:
    """These people by a league table, the first first; who sat out gets half a point for each time, and by no table is
    anybody before who has a name earlier in the alphabet."""
    known = {row.name: row for row in rows}

    def key(name: str) -> tuple[Fraction, int, str]:
        row = known.get(name)
        points = sat_out.get(name, 0) * HALF + (row.points if row else 0)
        return -points, -(row.won if row else 0), name

    return sorted(names, key=key)
