"""Ratings of people in one kind of game, by the order in which they came in each: openskill's Plackett–Luce model.

A rating is an estimate, and says how uncertain it is. Who has not played yet has 25, give or take 8.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING

from device import games
from device.history.kinds import ComparedKind, compared
from device.history.past import PastGame
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """What somebody is rated at, how uncertain that is (one standard deviation), and after how many games."""

    name: str
    mean: float
    deviation: float
    games: int


class RatedGame(NamedTuple):
    """The ratings of those who played a game, after it."""

    number: int
    begun: float | None
    ratings: tuple[Rating, ...]


def available() -> bool:
    """Whether openskill is installed."""
    return find_spec("openskill") is not None


def ratings_of_kind(
    games: Iterable[PastGame], wanted: ComparedKind, hidden: frozenset[str] = frozenset()
) -> list[RatedGame]:
    """The rated games of a kind, first to last, without the ratings of those who are hidden.

    There are none where openskill is not installed.
    """
    if not available():
        return []
    return without(rated_games(game for game in games if compared(game.result) == wanted), hidden)


def rated_games(games: Iterable[PastGame]) -> list[RatedGame]:
    """The games of one kind that at least two people played to the end, first to last, with the ratings after each."""
    known: dict[str, Rating] = {}
    found = []
    for game in sorted(filter(_rates, games), key=lambda game: game.number):
        names = [name for name in game.people if name is not None]
        before, places = [known.get(name, name) for name in names], [seat.place for seat in game.result.seats]
        after = rated(before, places, game.result.sides)
        known |= {rating.name: rating for rating in after}
        found.append(RatedGame(game.number, game.begun, after))
    return found


def rated(before: Sequence[Rating | str], places: Sequence[int], sides: Sequence[int] = ()) -> tuple[Rating, ...]:
    """The ratings of those who played a game after it, by the places that they came to; who has none is a name.

    Partners are a team, by the side that each is on.
    """
    model = _model()
    known = [Rating(one, model.mu, model.sigma, 0) if isinstance(one, str) else one for one in before]
    teams = _teams(sides or range(len(known)))
    played = [[model.rating(mu=known[seat].mean, sigma=known[seat].deviation) for seat in team] for team in teams]
    rates = model.rate(played, ranks=[float(places[team[0]]) for team in teams])
    found = dict(zip(chain(*teams), chain(*rates), strict=True))
    return tuple(
        Rating(rating.name, float(found[seat].mu), float(found[seat].sigma), rating.games + 1)
        for seat, rating in enumerate(known)
    )


def _teams(sides: Sequence[int]) -> list[list[int]]:
    """The seats of each side."""
    return [[seat for seat, side in enumerate(sides) if side == each] for each in dict.fromkeys(sides)]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # it takes a tenth of a second to load, and only ratings need it

    return PlackettLuce()


def _rates(game: PastGame) -> bool:
    """Whether a game says who is better: at least two people, who are all known.

    One that was stopped does where its rounds are worth the same, so that it is a shorter one.
    """
    result = game.result
    fair = result.stopped and bool(result.rounds) and _has_equal_rounds(result.game)
    return (game.counts or fair) and None not in game.people and len(game.people) > 1


def _has_equal_rounds(game_id: str) -> bool:
    """Whether a game's rounds are worth the same, as far as its rules are here."""
    game = games.find(game_id)
    return game is not None and game.equal_rounds


def without(games: Iterable[RatedGame], hidden: frozenset[str]) -> list[RatedGame]:
    """The same without the ratings of those who are hidden."""
    return [
        game._replace(ratings=tuple(rating for rating in game.ratings if rating.name not in hidden)) for game in games
    ]


def latest(games: Iterable[RatedGame]) -> tuple[Rating, ...]:
    """Everybody's last rating, the highest first."""
    found: dict[str, Rating] = {}
    for game in games:
        found |= {rating.name: rating for rating in game.ratings}
    return tuple(sorted(found.values(), key=lambda rating: (-rating.mean, rating.name)))
