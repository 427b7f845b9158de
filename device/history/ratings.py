"""Ratings of people in one kind of game, computed from the rankings of its games: openskill's Plackett–Luce model.

A rating is an estimate with an uncertainty. A person who has not played yet has 25, with a standard deviation of 8.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING

from device import games
from device.history.kinds import ComparedKind, compared_kind
from device.history.past_game import PastGame
from device.session.names import alphabetical_key
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """A person's rating, its uncertainty (one standard deviation), and the number of games behind it."""

    name: str
    mean: float
    deviation: float
    game_count: int


class RatedGame(NamedTuple):
    """A game with its players' ratings after it."""

    number: int
    began_at: float | None
    ratings: tuple[Rating, ...]


def can_rate() -> bool:
    """Whether openskill is installed."""
    return find_spec("openskill") is not None


def ratings_of_kind(
    past_games: Iterable[PastGame], kind: ComparedKind, hidden: frozenset[str] = frozenset()
) -> list[RatedGame]:
    """The rated games of a kind, first to last, without the ratings of hidden people.

    Returns an empty list if openskill is not installed.
    """
    if not can_rate():
        return []
    return [
        game._replace(ratings=tuple(rating for rating in game.ratings if rating.name not in hidden))
        for game in rated_games(game for game in past_games if compared_kind(game.result) == kind)
    ]


def rated_games(past_games: Iterable[PastGame]) -> list[RatedGame]:
    """The games of one kind that can be rated (see `_can_be_rated`), first to last, with the ratings after each."""
    rating_by_name: dict[str, Rating] = {}
    rated = []
    for game in sorted(filter(_can_be_rated, past_games), key=lambda game: game.number):
        names = [name for name in game.people if name is not None]
        before, places = [rating_by_name.get(name, name) for name in names], [seat.place for seat in game.result.seats]
        after = rate_game(before, places, game.result.sides)
        rating_by_name |= {rating.name: rating for rating in after}
        rated.append(RatedGame(game.number, game.began_at, after))
    return rated


def rate_game(before: Sequence[Rating | str], places: Sequence[int], sides: Sequence[int] = ()) -> tuple[Rating, ...]:
    """The players' ratings after a game, from their places in it. A player without a rating is given as a name.

    Partners form a team; `sides` is the side of each seat.
    """
    model = _model()
    ratings = [
        Rating(rating_or_name, model.mu, model.sigma, 0) if isinstance(rating_or_name, str) else rating_or_name
        for rating_or_name in before
    ]
    teams = _teams(sides or range(len(ratings)))
    team_ratings = [
        [model.rating(mu=ratings[seat].mean, sigma=ratings[seat].deviation) for seat in team] for team in teams
    ]
    new_team_ratings = model.rate(team_ratings, ranks=[float(places[team[0]]) for team in teams])
    rating_by_seat = dict(zip(chain(*teams), chain(*new_team_ratings), strict=True))
    return tuple(
        Rating(rating.name, float(rating_by_seat[seat].mu), float(rating_by_seat[seat].sigma), rating.game_count + 1)
        for seat, rating in enumerate(ratings)
    )


def _teams(sides: Sequence[int]) -> list[list[int]]:
    """The seats of each side."""
    return [[seat for seat, side in enumerate(sides) if side == team] for team in dict.fromkeys(sides)]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # imported late: it takes a tenth of a second, and only ratings need it

    return PlackettLuce()


def _can_be_rated(game: PastGame) -> bool:
    """Whether a game can be rated: it was played to its end, or can be rated although it was stopped."""
    result = game.result
    return (
        _has_known_opponents(game)
        if game.is_counted
        else result.stopped and counts_when_stopped(game, result.round_count)
    )


def counts_when_stopped(game: PastGame, round_count: int) -> bool:
    """Whether a game that is stopped after so many rounds can be rated: if its rounds are all worth the same, so that
    it is merely a shorter one."""
    rules = games.find(game.result.game_id)
    return round_count > 0 and rules is not None and rules.counts_if_stopped and _has_known_opponents(game)


def _has_known_opponents(game: PastGame) -> bool:
    """Whether a game has at least two players, and all of them are known."""
    return None not in game.people and len(game.people) > 1


def latest_ratings(rated: Iterable[RatedGame]) -> tuple[Rating, ...]:
    """Everybody's last rating, the highest first."""
    rating_by_name: dict[str, Rating] = {}
    for game in rated:
        rating_by_name |= {rating.name: rating for rating in game.ratings}
    return tuple(sorted(rating_by_name.values(), key=lambda rating: (-rating.mean, alphabetical_key(rating.name))))
