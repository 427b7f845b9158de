"""Partners have one total and win together: said so, kept so, rated as a team, and a team in BG Stats."""

from __future__ import annotations

import json

import pytest

from device.contract.scores import RoundScore, Scores
from device.contract.setup import TableSetup
from device.history import ratings
from device.history.encoding import decode_result, encode_result
from device.history.results import GameResult, ResultCollector
from device.history.statistics import statistics
from device.kits.figures.columns import Column
from device.kits.figures.declarations import FigureDeclaration
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet, partners
from device.people.people import People
from device.reports import bgstats, csv_tables
from device.reports.json_values import game_value
from device.session.record import EMPTY, Record
from device.session.rows import JournalRow, RowKind
from device.session.winners import leaders_in_words, outcome
from display.words import ENGLISH
from tests.history.histories import past_game
from tests.non_empty import non_empty

TABLE = TableSetup(("Ann", "Bo", "Cleo", "Dan"))
SIDES = (0, 1, 0, 1)
SCORES = Scores((RoundScore((90, 40, 90, 40)),), (90, 40, 90, 40), True, (0, 2), sides=SIDES)


def test_partners_win_and_two_sides_share_a_win() -> None:
    assert ENGLISH.say(outcome(TABLE, SCORES)) == "Ann and Cleo win."
    level = SCORES._replace(totals=(40, 40, 40, 40), winners=(0, 1, 2, 3))
    assert ENGLISH.say(outcome(TABLE, level)) == "Ann, Bo, Cleo and Dan share the win."
    assert ENGLISH.say(leaders_in_words(TABLE, SCORES)) == "Ann and Cleo are ahead"
    assert ENGLISH.say(leaders_in_words(TABLE, level)) == "4 players are level", (
        "more names than a line of a small panel holds"
    )
    assert ENGLISH.say(outcome(TABLE, SCORES._replace(stopped=True))) == (
        "Stopped: after round 1, 2 players are ahead."
    ), "beside the round, there is room for one name"


def test_a_result_keeps_who_were_partners() -> None:
    game = past_game(1, "wizard", {"Ann": 90, "Bo": 40, "Cleo": 90, "Dan": 40})
    result = game.result._replace(sides=SIDES)
    assert decode_result(encode_result(result)) == result
    older = json.loads(encode_result(result))[: GameResult._fields.index("sides")]
    assert decode_result(json.dumps(older)) == game.result
    with pytest.raises(ValueError, match="4"):
        decode_result(encode_result(result._replace(sides=(0, 1))))


@pytest.mark.skipif(not ratings.can_rate(), reason="openskill is not installed")
def test_partners_are_rated_as_a_team() -> None:
    ann, bo, cleo, dan = ratings.rate_game(("Ann", "Bo", "Cleo", "Dan"), (1, 3, 1, 3), SIDES)
    assert ann.mean == cleo.mean > 25 > bo.mean == dan.mean
    alone = ratings.rate_game(("Ann", "Bo", "Cleo", "Dan"), (1, 3, 1, 3))
    assert alone[0].mean < ann.mean  # who is level with somebody else has not beaten them


def test_partners_have_one_place_and_share_their_win_with_nobody() -> None:
    """Of two sides, the one that lost was in place 3, and whoever had won with a partner had “shared” the win."""
    points = Column("points", "points", most=99, by_side=True)
    rules = figures_game(
        ScoreSheet(
            "pairs", "Pairs", range(4, 5), (points,), lambda now, seat: now.of(points, seat), rounds=1, sides=partners
        )
    )
    state = rules.start(TABLE)
    for seat, own in ((0, 40), (1, 90)):
        state = rules.apply(state, FigureDeclaration(seat, "points", own))
    collector = ResultCollector()
    collector.advance(EMPTY, Record(rules, TABLE, state, True), JournalRow(RowKind.RECORD, "Bo points 90"))
    result = collector.result
    assert result is not None
    assert [seat.place for seat in result.seats] == [2, 1, 2, 1]
    game = past_game(1, "wizard", {"Ann": 40, "Bo": 90, "Cleo": 40, "Dan": 90})
    for both_won, shared in ((False, 0), (True, 1)):
        seats = tuple(seat._replace(is_winner=both_won or seat.is_winner) for seat in result.seats)
        (kind,) = statistics([game._replace(result=game.result._replace(seats=seats, sides=SIDES))]).kinds
        assert {player.name: player.shared_win_count for player in kind.players}["Bo"] == shared


def test_json_and_csv_say_who_was_on_which_side() -> None:
    game = past_game(1, "wizard", {"Ann": 90, "Bo": 40, "Cleo": 90, "Dan": 40}, began_at=1.79e9)
    team = game._replace(result=game.result._replace(sides=SIDES))
    assert [player["side"] for player in game_value(team)["players"]] == [1, 2, 1, 2]  # type: ignore[attr-defined]
    assert not any("side" in player for player in game_value(game)["players"])  # type: ignore[attr-defined]
    head, *rows = (line.strip().split(",") for line in csv_tables.player_lines([team, game]))
    assert head[-2:] == ['"side of partners"', '"stopped"']
    assert [row[-2] for row in rows] == ["1", "2", "1", "2", *['""'] * 4]


def test_partners_are_a_team_in_bg_stats() -> None:
    game = past_game(1, "wizard", {"Ann": 90, "Bo": 40, "Cleo": 90, "Dan": 40}, began_at=1.79e9)
    team = game._replace(result=game.result._replace(sides=SIDES))
    file = json.loads("".join(bgstats.file_parts(lambda: [team], People())))
    (play,) = file["plays"]
    assert (play["usesTeams"], [score["team"] for score in play["playerScores"]]) == (True, ["1", "2", "1", "2"])
    assert [one["usesTeams"] for one in file["games"]] == [True]
    alone = json.loads("".join(bgstats.file_parts(lambda: [game], People())))
    (play,) = alone["plays"]
    assert play["usesTeams"] is False
    for score in non_empty(play["playerScores"]):
        assert "team" not in score
