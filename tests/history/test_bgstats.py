"""What BG Stats is given has every field that it wants, of the type that it wants."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest

from device import games
from device.history.past_game import PastGame, person_names
from device.people.people import People
from device.reports import bgstats
from tests.games.registered import GAMES
from tests.history.dealt_games import result_of, rows_of
from tests.history.histories import past_game
from tests.non_empty import non_empty

NAMES = ("Ann", "Bo & Co", "Cléo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")
PLAYER = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1},
        "sourcePlayerId": {"type": "string", "minLength": 1},
        "rank": {"type": "integer", "minimum": 1},
        "score": {"type": "number"},
        "winner": {"type": "boolean"},
        "startPlayer": {"type": "boolean"},
    },
    "required": ["name", "sourcePlayerId", "rank", "score", "winner", "startPlayer"],
    "additionalProperties": False,
}
PLAY = {
    "type": "object",
    "properties": {
        "sourceName": {"const": "Tablekeeper"},
        "sourcePlayId": {"type": "string", "minLength": 1},
        "playDate": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$"},
        "durationMin": {"type": "integer", "minimum": 1},
        "game": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "bggId": {"type": "integer"},
                "sourceGameId": {"type": "string"},
                "highestWins": {"type": "boolean"},
                "noPoints": {"const": False},
            },
            "required": ["name", "sourceGameId", "highestWins", "noPoints"],
            "additionalProperties": False,
        },
        "players": {"type": "array", "minItems": 2, "items": PLAYER},
    },
    "required": ["sourceName", "sourcePlayId", "playDate", "game", "players"],
    "additionalProperties": False,
}


def whole(plays: Sequence[PastGame], people: People) -> dict[str, Any]:
    """The file, with all that its parts say."""
    found: dict[str, Any] = json.loads("".join(bgstats.file_parts(lambda: plays, people)))
    return found


def played(game_id: str, number: int = 1) -> PastGame:
    result = result_of(rows_of(game_id, NAMES, number))
    assert result is not None
    result = result._replace(seconds=1234.0)
    return PastGame(number, f"{number:016x}", 1_790_000_000.5, 1, result, person_names(result, People()))


def bgg(game: PastGame) -> int | None:
    """The number at BoardGameGeek of what was played, as the game itself says."""
    return games.load(game.result.game_id).variant(game.result.setup).bgg


def opened(link: str) -> dict[str, Any]:
    """What a phone makes of a link."""
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    key, _, data = parts.query.partition("=")
    assert key == "data"
    found: dict[str, Any] = json.loads(unquote(data))
    return found


def test_nobody_has_won_a_stopped_game() -> None:
    """Whoever led when it was stopped was a winner on the phone, and in no table of the box."""
    game = played("score-pad")
    stopped = game._replace(result=game.result._replace(stopped=True))
    (play,) = whole([stopped], People())["plays"]
    for players in non_empty((opened(bgstats.play_link(stopped, People()))["players"], play["playerScores"])):
        assert not any(player["winner"] for player in players)
        assert [player["rank"] for player in players].count(1) == 1


@pytest.mark.parametrize("game_id", GAMES)
def test_link_has_every_field_of_its_type(game_id: str) -> None:
    game = played(game_id)
    found = opened(bgstats.play_link(game, People()))
    jsonschema.validate(found, PLAY)
    assert found["playDate"] == "2026-09-21 14:13:20"
    assert found["durationMin"] == 21
    assert found["game"].get("bggId") == bgg(game)
    assert found["game"]["highestWins"] is not (
        games.load(game_id).lowest_wins or ("wins", "low") in game.result.options
    )
    assert [player["score"] for player in found["players"]] == [seat.points for seat in game.result.seats]
    assert [player["winner"] for player in found["players"]] == [seat.is_winner for seat in game.result.seats]
    starts_are_asked_for = game_id != "score-pad"  # unless its dealer is shown, nobody says who starts
    assert [player["startPlayer"] for player in found["players"]].count(True) == starts_are_asked_for


def test_second_import_is_the_same_play_of_the_same_people() -> None:
    game = played("no-thanks")
    before = opened(bgstats.play_link(game, People()))
    after = opened(bgstats.play_link(game, People().with_renamed("Ann", "Anna")))
    assert before["sourcePlayId"] == after["sourcePlayId"]
    assert [player["sourcePlayerId"] for player in before["players"]] == [
        player["sourcePlayerId"] for player in after["players"]
    ]
    assert after["players"][0]["name"] == "Anna"


def test_game_without_a_date_or_an_end_is_no_play() -> None:
    for game in (
        past_game(1, "no-thanks", {"Ann": 1, "Bo": 2}),
        past_game(1, "no-thanks", {"Ann": 1, "Bo": 2}, began_at=1.79e9, finished=False),
        past_game(1, "bridge", {"Ann": 1, "Bo": 2}, began_at=1.79e9),
    ):
        assert not bgstats.is_exportable(game)
        with pytest.raises(ValueError):  # noqa: PT011  (whatever it says)
            bgstats.play_link(game, People())


def test_file_names_everything_it_refers_to() -> None:
    people = People().with_merged("Bo & Co", remaining_name="Ann")
    plays = [with_deck("wizard") if game_id == "wizard" else played(game_id, n) for n, game_id in enumerate(GAMES, 1)]
    found: dict[str, Any] = whole(plays, people)
    assert list(found) == ["games", "players", "plays", "locations", "userInfo"]
    kinds = {kind["id"]: kind for kind in found["games"]}
    persons = {person["id"]: person for person in found["players"]}
    assert len(found["plays"]) == len(plays)
    assert sum(person["name"] == "Ann" for person in found["players"]) == 1
    uuids = [one["uuid"] for part in ("games", "players", "plays") for one in found[part]]
    assert len(set(uuids)) == len(uuids)
    assert all(uuid == uuid.upper() and len(uuid) == 36 for uuid in uuids)
    for play, game in zip(found["plays"], plays, strict=True):
        assert kinds[play["gameRefId"]]["bggId"] == (bgg(game) or 0)
        assert [int(score["score"]) for score in play["playerScores"]] == [seat.points for seat in game.result.seats]
        assert {score["playerRefId"] for score in play["playerScores"]} <= set(persons)
        booleans = ("winner", "startPlayer", "newPlayer")
        assert all(isinstance(score[name], bool) for score in play["playerScores"] for name in booleans)
    assert json.loads(json.dumps(found)) == found


def test_a_game_that_ends_while_the_file_is_made_is_not_in_it() -> None:
    """The download broke off where that game was of a new kind, or a player's first."""
    games_before = [played("no-thanks")]
    for later in (played("wizard", 2), past_game(2, "no-thanks", {"Ann": 1, "Zoe": 2}, began_at=1.79e9)):
        readings = iter((games_before, [later, *games_before]))
        found = json.loads("".join(bgstats.file_parts(lambda readings=readings: next(readings), People())))  # type: ignore[misc]
        assert found == whole(games_before, People())


def with_deck(deck: str) -> PastGame:
    game = played("wizard")
    return game._replace(identity=deck, result=game.result._replace(options=(("deck", deck),)))


def test_oh_hell_is_another_game_than_wizard() -> None:
    """BoardGameGeek has them apart (1465 and 1116), and so does BG Stats."""
    wizard, oh_hell = (with_deck(deck) for deck in ("wizard", "plain"))
    found = whole([wizard, oh_hell], People())
    kinds: Any = found["games"]
    assert {(kind["name"], kind["bggId"]) for kind in kinds} == {("Wizard", 1465), ("Oh Hell", 1116)}
    assert len({kind["uuid"] for kind in kinds}) == 2
    about = opened(bgstats.play_link(oh_hell, People()))["game"]
    assert (about["name"], about["bggId"], about["sourceGameId"]) == ("Oh Hell", 1116, "wizard Oh Hell")


def test_each_name_of_a_score_pad_is_a_game_of_its_own() -> None:
    """With the number that the table said once; without one, the name alone tells which it is."""
    skat, hearts = (
        past_game(number, "score-pad", {"Ann": 26, "Bo": 0}, began_at=1.79e9)._replace(identity=f"{number:016x}")
        for number in (1, 2)
    )
    skat = skat._replace(result=skat.result._replace(title="Skat"))
    hearts = hearts._replace(result=hearts.result._replace(title="Hearts", options=(("wins", "low"), ("bgg", "6887"))))
    kinds: Any = whole([skat, hearts], People())["games"]
    assert [(kind["name"], kind["bggId"], kind["highestWins"]) for kind in kinds] == [
        ("Hearts", 6887, False),
        ("Skat", 0, True),
    ]
    assert len({kind["uuid"] for kind in kinds}) == 2
    about = opened(bgstats.play_link(hearts, People()))["game"]
    assert (about["name"], about["bggId"], about["sourceGameId"]) == ("Hearts", 6887, "score-pad Hearts")


def test_who_gave_no_name_is_not_one_person_everywhere() -> None:
    unnamed = [past_game(n, "no-thanks", {"1": 4, "Ann": 9, "3": 5}, began_at=1.79e9) for n in (1, 2)]
    unnamed = [game._replace(identity=f"{n}" * 32) for n, game in enumerate(unnamed)]
    links = [opened(bgstats.play_link(game, People())) for game in unnamed]
    assert [player["name"] for player in links[0]["players"]] == ["Player 1", "Ann", "Player 3"]
    identities = [player["sourcePlayerId"] for link in links for player in link["players"]]
    assert len(set(identities)) == 5  # Ann is the same in both
    found = whole(unnamed, People())
    assert [(person["name"], person["isAnonymous"]) for person in found["players"]] == [
        ("Anonymous player", True),
        ("Ann", False),
    ]


def test_a_play_is_the_same_by_the_code_and_in_a_file() -> None:
    game = played("no-thanks")
    (play,) = whole([game], People())["plays"]
    assert opened(bgstats.play_link(game, People()))["sourcePlayId"] == play["uuid"]
