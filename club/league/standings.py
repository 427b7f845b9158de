"""League tables: each game gives points for the share of the other players that a player has beaten.

Others with the same rank count half. So a sole winner gets 1 point, and a sole last player 0, whatever the game and the
number of players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from club.league.ranks import HALF, count_beaten
from device.history.results import GameResult
from device.session.names import alphabetical_key
from values.named_tuple import NamedTuple


class LeagueRow(NamedTuple):
    """A row of a league table: place (people who are equal share the better one), name, games played and won, including
    shared wins, and points."""

    place: int
    name: str
    games_played: int
    games_won: int
    points: Fraction

    @property
    def average_points(self) -> Fraction:
        """The average points per game, from 0 to 1."""
        return self.points / self.games_played


def league_shares(result: GameResult) -> tuple[Fraction, ...]:
    """The points of each seat of a game, from 0 to 1; 0 for a person who plays alone."""
    ranks = [-seat.place for seat in result.seats]
    if len(ranks) < 2:
        return (Fraction(0),) * len(ranks)
    sorted_ranks = sorted(ranks)
    return tuple(count_beaten(rank, sorted_ranks) / (len(ranks) - 1) for rank in ranks)


def rank_people(names: Iterable[str], rows: Iterable[LeagueRow], rounds_sat_out: Mapping[str, int]) -> list[str]:
    """Sort people by a league table, the best first. Each time that somebody sat out gives half a point.

    People who are equal are sorted by name.
    """
    rows_by_name = {row.name: row for row in rows}

    def sort_key(name: str) -> tuple[Fraction, int, tuple[str, str]]:
        row = rows_by_name.get(name)
        points = rounds_sat_out.get(name, 0) * HALF + (row.points if row else 0)
        return -points, -(row.games_won if row else 0), alphabetical_key(name)

    return sorted(names, key=sort_key)
