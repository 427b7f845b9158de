"""Exports games to BG Stats: as the link that creates a play of one game, and as a file of several games.

Both have every field that the app's importers require: Android's fails if a boolean is missing, and a game's number at
BoardGameGeek must be a number. The identifiers are derived from those of games and people, so that a game imported
twice is one play.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from device import games
from device.contract.game import Variant
from device.contract.scores import counts_as_played
from device.history.kinds import GameKind, game_kind, played_variant
from device.history.past_game import PastGame
from device.history.results import GameResult
from device.people.people import People
from display.words import ENGLISH, SeatName, text

APP_SENTENCE = text("BG Stats is an app for phones that keeps statistics of games.")
SOURCE = "Tablekeeper"
LINK_PREFIX = "https://app.bgstatsapp.com/createPlay.html?data="

_UNNAMED_ID_LENGTH = 8
"""Number of digits of a game's identity in the identifiers of its unnamed players: each game has other ones."""

_NAMESPACE = uuid5(NAMESPACE_URL, "https://tablekeeper.example/")

JsonObject = dict[str, object]


def is_played(result: GameResult) -> bool:
    """Whether a game counts as played, so that BG Stats could have it."""
    return result.finished and counts_as_played(result.round_count, is_stopped=result.stopped)


def is_exportable(game: PastGame) -> bool:
    """Whether BG Stats can import a game: it was played, its date is known, and its rules are installed."""
    return game.began_at is not None and is_played(game.result) and games.find(game.result.game_id) is not None


def play_link(game: PastGame, people: People) -> str:
    """The link that creates a play of a game in BG Stats. Raises ValueError if the game can't be exported."""
    return LINK_PREFIX + quote(json.dumps(play_value(game, people), ensure_ascii=False, separators=(",", ":")), safe="")


def play_value(game: PastGame, people: People) -> JsonObject:
    """The data in the link. Raises ValueError if `is_exportable` is false for the game."""
    result, variant = game.result, _exported_variant(game)
    numbered_seats = enumerate(zip(result.seats, _link_players(game, people), strict=True))
    game_value: JsonObject = {
        "name": ENGLISH.say(variant.title),
        "sourceGameId": source_id(game_kind(result)),
        "highestWins": not variant.lowest_wins,
        "noPoints": False,
    }
    if variant.bgg is not None:
        game_value["bggId"] = variant.bgg
    value: JsonObject = {
        "sourceName": SOURCE,
        "sourcePlayId": _uuid("play", game.identity),
        "playDate": _play_date(game),
        "game": game_value,
        "players": [
            {
                "name": name,
                "sourcePlayerId": identity,
                "rank": seat.place,
                "score": seat.points,
                "winner": result.is_won_by(seat_number),
                "startPlayer": seat_number == result.starter,
            }
            for seat_number, (seat, (identity, name)) in numbered_seats
        ],
    }
    minutes = round(result.seconds / 60)
    if minutes:
        value["durationMin"] = minutes
    return value


def file_parts(read_games: Callable[[], Iterable[PastGame]], people: People) -> Iterator[str]:
    """The content of a `.bgsplay` file of these games, part by part. Raises ValueError if `is_exportable` is false for
    a game.

    `read_games` is called twice, since a file begins with what all games have in common. A game that only the second
    call returns is left out if the beginning lacks its kind or one of its players.
    """
    kinds: dict[GameKind, Variant] = {}
    names: dict[str, str] = {}
    team_kinds: set[GameKind] = set()
    for game in read_games():
        kind = game_kind(game.result)
        kinds.setdefault(kind, played_variant(game.result))
        if game.result.sides:
            team_kinds.add(kind)
        names |= {_player_identity(seat.name, people): _player_name(seat.name, people) for seat in game.result.seats}
    kind_ids = {kind: number for number, kind in enumerate(sorted(kinds), 1)}
    player_ids = {identity: number for number, identity in enumerate(sorted(names), 1)}
    game_entries = [_game_entry(kind, kinds[kind], number, kind in team_kinds) for kind, number in kind_ids.items()]
    players = [
        {"id": number, "uuid": _uuid("player", identity), "name": names[identity], "isAnonymous": not identity}
        for identity, number in player_ids.items()
    ]
    yield f'{{"games": {_json_text(game_entries)}, "players": {_json_text(players)}, "plays": ['
    separator = ""
    for game in read_games():
        try:
            play = _play_entry(game, people, kind_ids[game_kind(game.result)], player_ids)
        except KeyError:  # the beginning lacks the kind, or a player
            continue
        yield separator + _json_text(play)
        separator = ", "
    yield '], "locations": [], "userInfo": {}}'


def _json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _exported_variant(game: PastGame) -> Variant:
    if not is_exportable(game):
        raise ValueError(game.number)
    return played_variant(game.result)


def source_id(kind: GameKind) -> str:
    """The identifier of a kind of game in other programs: the game's id, with the title if that is not the usual
    one."""
    usual_title = ENGLISH.say(games.title(kind.game_id))
    return kind.game_id if kind.title == usual_title else f"{kind.game_id} {kind.title}"


def _play_date(game: PastGame) -> str:
    assert game.began_at is not None
    return datetime.fromtimestamp(game.began_at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _game_entry(kind: GameKind, variant: Variant, game_id: int, has_teams: bool) -> JsonObject:
    return {
        "id": game_id,
        "uuid": _uuid("game", source_id(kind)),
        "name": kind.title,
        "bggId": variant.bgg or 0,
        "bggYear": 0,
        "highestWins": not variant.lowest_wins,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": has_teams,
    }


def _play_entry(game: PastGame, people: People, game_id: int, player_ids: dict[str, int]) -> JsonObject:
    result, _ = game.result, _exported_variant(game)  # raises ValueError
    return {
        "uuid": _uuid("play", game.identity),
        "playDate": _play_date(game),
        "durationMin": round(result.seconds / 60),
        "gameRefId": game_id,
        "ignored": False,
        "manualWinner": True,
        "rating": 0,
        "rounds": len(result.rounds),
        "scoringSetting": 0,
        "usesTeams": bool(result.sides),
        "playImages": "[]",
        "playerScores": [
            {
                "playerRefId": player_ids[_player_identity(seat.name, people)],
                "score": str(seat.points),
                "rank": seat.place,
                "seatOrder": seat_number + 1,
                "winner": result.is_won_by(seat_number),
                "startPlayer": seat_number == result.starter,
                "newPlayer": False,
                **({"team": str(result.sides[seat_number] + 1)} if result.sides else {}),
            }
            for seat_number, seat in enumerate(result.seats)
        ],
    }


def _is_unnamed(name: str) -> bool:
    """Whether a seat's name is only its number: nobody entered a name."""
    return name.isdecimal()


def _link_players(game: PastGame, people: People) -> Iterator[tuple[str, str]]:
    """Each player's identifier and name in the link. An unnamed player is a different one in each game."""
    for seat_number, seat in enumerate(game.result.seats, 1):
        if _is_unnamed(seat.name):
            yield f"{game.identity[:_UNNAMED_ID_LENGTH]}-{seat_number}", ENGLISH.say(SeatName(seat_number))
        else:
            person = people.find_person(seat.name)
            yield person.identity, person.name


def _player_identity(name: str, people: People) -> str:
    """A player's identifier in a file; empty for all unnamed players. The app has one anonymous player for them."""
    return "" if _is_unnamed(name) else people.find_person(name).identity


def _player_name(name: str, people: People) -> str:
    return "Anonymous player" if _is_unnamed(name) else people.find_person(name).name


def _uuid(kind: str, identity: str) -> str:
    return str(uuid5(_NAMESPACE, f"{kind} {identity}")).upper()
