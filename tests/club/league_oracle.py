"""The league table of whole games, computed in memory: what the stored one must come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from club.league.standings import LeagueRow, league_shares
from device.history.past_game import PastGame


def league_table(games: Iterable[PastGame]) -> tuple[LeagueRow, ...]:
    """The league table of these games, by points, then by wins.

    Unfinished games and games of one person do not count. Players without a name, who have only a number, are left out.
    """
    played: dict[str, int] = defaultdict(int)
    won: dict[str, int] = defaultdict(int)
    points: dict[str, Fraction] = defaultdict(Fraction)
    for game in games:
        if not game.is_counted or len(game.people) < 2:
            continue
        for name, seat, share in zip(game.people, game.result.seats, league_shares(game.result), strict=True):
            if name is not None:
                played[name] += 1
                won[name] += seat.is_winner
                points[name] += share
    worth = {name: (points[name], won[name]) for name in played}
    rows = [
        LeagueRow(1 + sum(other > own for other in worth.values()), name, played[name], won[name], points[name])
        for name, own in worth.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.name)))
