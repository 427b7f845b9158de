"""Converts past games and statistics to plain values for JSON. docs/past.md describes the fields, and
docs/past.schema.json is the schema against which they are checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from device.history.kinds import GameKind, played_variant
from device.history.past_game import PastGame
from device.history.ratings import RatedGame, Rating
from device.history.results import SeatResult
from device.history.statistics import (
    Extreme,
    KindStatistics,
    PairStatistics,
    PersonStatistics,
    PlayerStatistics,
    Statistics,
    counted_figure_names,
)
from device.reports.sheet import FinalSheet
from device.session.evenings import evening_of
from display.words import ENGLISH

Value = dict[str, object]

RatedKind = tuple[GameKind, tuple[Rating, ...], list[RatedGame]]
"""A kind of game, everybody's latest rating in it, and the rated games in order."""


def game_value(game: PastGame) -> Value:
    """A game: its players, its options and its result."""
    result, day = game.result, evening_of(game.began_at)
    names = [seat.name for seat in result.seats]
    value: Value = {
        "number": game.number,
        "id": game.identity,
        "game": result.game_id,
        "title": ENGLISH.say(played_variant(result).title),
        "begun": iso_time(game.began_at),
        "evening": None if day is None else day.isoformat(),
        "ended": result.finished,
        "stopped": result.stopped,
        "stands": result.accepted_refusal_count,
        "unread": result.unread_row_count,
        "seconds": result.seconds,
        "options": dict(result.options),
        "starter": None if result.starter is None else names[result.starter],
        "players": [_seat_value(game, seat_number) for seat_number in range(len(names))],
        "rounds": [list(round_) for round_ in result.rounds],
    }
    if result.sets is not None:
        value["sets"] = list(result.sets)
    return value


def _seat_value(game: PastGame, seat_number: int) -> Value:
    result = game.result
    seat, knows_outcome = result.seats[seat_number], result.has_places
    return {
        "name": seat.name,
        "person": game.people[seat_number],
        "points": seat.points if knows_outcome else None,
        "place": result.final_place(seat_number) if knows_outcome else None,
        "won": result.is_won_by(seat_number) if knows_outcome else None,
        "timed_declarations": seat.timed_declaration_count,
        "seconds": seat.seconds,
        "figures": _counted_figures(seat, result.seats),
        **({"side": result.sides[seat_number] + 1} if result.sides else {}),
    }


def _counted_figures(
    player: SeatResult | PlayerStatistics, players: Sequence[SeatResult | PlayerStatistics]
) -> dict[str, int]:
    """A player's figures without those that were counted of nobody."""
    counted_names = counted_figure_names(players)
    return {name: count for name, count in player.figures if name in counted_names}


def sheet_value(sheet: FinalSheet) -> Value:
    """A game with the reasons for its points, and with the lines of its record."""
    causes = [
        [[{"why": ENGLISH.say(cause.why), "points": cause.points} for cause in seat] for seat in round_]
        for round_ in sheet.causes
    ]
    return {**game_value(sheet.game), "causes": causes, "record": list(sheet.public_record_lines)}


def iso_time(epoch: float | None) -> str | None:
    """A time as an ISO 8601 string in UTC, to the second; None if it is not known."""
    return None if epoch is None else datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def statistics_value(summary: Statistics, ratings: Iterable[RatedKind]) -> Value:
    """The statistics, with the latest ratings in each kind of game and their history."""
    ratings_by_kind = {game: (latest, history) for game, latest, history in ratings}
    return {
        "games": [_kind_value(game, *ratings_by_kind.get(game.kind, ((), []))) for game in summary.kinds],
        "people": [_person_value(person) for person in summary.people],
        "pairs": [_pair_value(pair) for pair in summary.pairs],
    }


def _kind_value(kind_statistics: KindStatistics, latest: tuple[Rating, ...], history: list[RatedGame]) -> Value:
    return {
        "game": kind_statistics.game_id,
        "title": ENGLISH.say(kind_statistics.title),
        "played": kind_statistics.game_count,
        "unfinished": kind_statistics.unfinished_count,
        "stands": kind_statistics.game_count_with_accepted_refusals,
        "shortest": _extreme_value(kind_statistics.shortest),
        "longest": _extreme_value(kind_statistics.longest),
        "players": [_player_value(player, kind_statistics.players) for player in kind_statistics.players],
        "ratings": [_rating_value(rating) for rating in latest],
        "rating_history": [
            {
                "number": rated_game.number,
                "begun": iso_time(rated_game.began_at),
                "ratings": {rating.name: round(rating.mean, 2) for rating in rated_game.ratings},
            }
            for rated_game in history
        ],
    }


def _played_value(person: PlayerStatistics | PersonStatistics) -> Value:
    return {
        "name": person.name,
        "played": person.game_count,
        "won": person.win_count,
        "shared": person.shared_win_count,
        "places": list(person.place_counts),
    }


def _player_value(player: PlayerStatistics, players: Sequence[PlayerStatistics]) -> Value:
    return {
        **_played_value(player),
        "points": {
            "mean": round(player.mean, 2),
            "best": _extreme_value(player.best),
            "worst": _extreme_value(player.worst),
        },
        "figures": _counted_figures(player, players),
    }


def _person_value(person: PersonStatistics) -> Value:
    return {
        **_played_value(person),
        "longest_streak": person.longest_streak,
        "streak": person.streak,
        "timed_declarations": person.timed_declaration_count,
        "seconds_per_declaration": None
        if person.seconds_per_declaration is None
        else round(person.seconds_per_declaration, 1),
    }


def _pair_value(pair: PairStatistics) -> Value:
    ahead = {pair.one: pair.one_ahead, pair.other: pair.other_ahead}
    return {"people": [pair.one, pair.other], "games": pair.game_count, "ahead": ahead, "level": pair.level}


def _rating_value(rating: Rating) -> Value:
    return {
        "name": rating.name,
        "mean": round(rating.mean, 2),
        "deviation": round(rating.deviation, 2),
        "games": rating.game_count,
    }


def _extreme_value(extreme: Extreme | None) -> Value | None:
    if extreme is None:
        return None
    return {"value": extreme.value, "number": extreme.game_number, "begun": iso_time(extreme.began_at)}
