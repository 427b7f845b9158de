"""Statistics are what counting by hand comes to."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.league.standings import rank_people
from device.history import ratings
from device.history.past_game import PastGame, person_names
from device.history.remark import find_remark
from device.history.results import GameResult, SeatResult
from device.history.statistics import MIN_COMMON_GAMES, PairStatistics, statistics
from device.people.people import People
from device.reports.statistics_pages import wins_question
from device.reports.text_lines import kind_facts, one_decimal, statistics_lines, two_decimals
from display.words import ENGLISH
from tests.history.histories import LOWEST_WINS, NAMES, history, past_game
from tests.non_empty import non_empty


def of(games: list[PastGame], name: str) -> list[tuple[PastGame, SeatResult]]:
    """Where somebody sat, in games that count."""
    return [
        (game, game.result.seats[game.people.index(name)])
        for game in games
        if game.result.finished and name in game.people
    ]


def place(game: PastGame, name: str) -> int:
    return game.result.seats[game.people.index(name)].place


@given(st.integers(0, 2**32), st.integers(1, 25))
def test_statistics_are_what_is_counted_by_hand(seed: int, count: int) -> None:
    games = history(seed, count)
    found = statistics(reversed(games))
    assert {person.name for person in found.people} == {name for name in NAMES if of(games, name)}
    for person in found.people:
        seats = of(games, person.name)
        wins = sum(seat.is_winner for _, seat in seats)
        assert (person.game_count, person.win_count) == (len(seats), wins)
        assert sum(person.place_counts) == person.game_count
        assert person.place_counts[0] == person.win_count
        assert person.seconds_per_declaration == 5.0
        won = "".join("x" if seat.is_winner else " " for _, seat in seats)
        assert person.longest_streak == max(map(len, won.split(" ")))
        assert person.streak == len(won.rpartition(" ")[2])
    for record in non_empty(found.kinds):
        of_kind = [game for game in games if game.result.game_id == record.game_id]
        assert record.game_count + record.unfinished_count == len(of_kind)
        for player in record.players:
            points = [seat.points for _, seat in of(of_kind, player.name)]
            best, worst = (min, max) if record.game_id in LOWEST_WINS else (max, min)
            assert (player.best.value, player.worst.value) == (best(points), worst(points))
            assert player.mean == pytest.approx(sum(points) / len(points))
    assert_pairs_are_counted({(pair.one, pair.other): pair for pair in found.pairs}, games)


def assert_pairs_are_counted(pairs: dict[tuple[str, str], PairStatistics], games: list[PastGame]) -> None:
    for one in NAMES:
        for other in NAMES:
            both = [game for game, _ in of(games, one) if other in game.people] if one < other else []
            assert ((one, other) in pairs) == (len(both) >= MIN_COMMON_GAMES)
            if len(both) >= MIN_COMMON_GAMES:
                ahead = [place(game, one) < place(game, other) for game in both]
                pair = pairs[one, other]
                assert (pair.game_count, pair.one_ahead) == (len(both), sum(ahead))
                assert pair.one_ahead + pair.other_ahead + pair.level == pair.game_count


def test_who_is_hidden_is_left_out_and_their_games_are_not() -> None:
    games = [past_game(number, "no-thanks", {"Ann": 3, "Bo": 5}) for number in range(1, 4)]
    found = statistics(games, frozenset({"Bo"}))
    assert [person.name for person in found.people] == ["Ann"]
    assert (found.kinds[0].game_count, found.people[0].win_count, found.pairs) == (3, 3, ())


def test_names_are_sorted_as_in_a_dictionary() -> None:
    """Élodie stood after Zoé, and bo after both."""
    names = ("Zoé", "bo", "Élodie", "Dan")
    games = [past_game(number, "no-thanks", dict.fromkeys(names, 3)) for number in range(1, 4)]
    found = statistics(games)
    assert [person.name for person in found.people] == ["bo", "Dan", "Élodie", "Zoé"]
    assert [player.name for player in found.kinds[0].players] == ["bo", "Dan", "Élodie", "Zoé"]
    assert [(pair.one, pair.other) for pair in found.pairs[:4]] == [
        ("bo", "Dan"), ("bo", "Élodie"), ("bo", "Zoé"), ("Dan", "Élodie")
    ]  # fmt: skip
    assert rank_people(names, (), {}) == ["bo", "Dan", "Élodie", "Zoé"]


def test_seat_numbers_are_nobody_and_one_person_at_two_seats_is_neither() -> None:
    seats = tuple(SeatResult(name, 0, 1, False) for name in ("Tom", "1", "Thomas", "Bo"))
    result = GameResult("loop", (), True, seats)
    assert person_names(result, People()) == ("Tom", None, "Thomas", "Bo")
    assert person_names(result, People().with_merged("Tom", remaining_name="Thomas")) == (None, None, None, "Bo")


def test_one_spelling_stands_for_those_that_differ_in_case() -> None:
    spelled: dict[str, str] = {}
    found = [
        person_names(GameResult("loop", (), True, (SeatResult(name, 0, 1, False),)), People(), spelled)
        for name in ("Ann", "ANN", "ann ")
    ]
    assert found == [("Ann",)] * 3


def test_ratings_rise_for_winners_and_grow_certain() -> None:
    games = [past_game(number, "no-loose-ends", {"Ann": 9, "Bo": 5, "Cleo": 1}) for number in range(1, 6)]
    history_ = ratings.rated_games(games)
    found = ratings.latest_ratings(history_)
    assert [rating.name for rating in found] == ["Ann", "Bo", "Cleo"]
    assert [game.number for game in history_] == [1, 2, 3, 4, 5]
    for before, after in non_empty(pairwise(history_)):
        assert after.ratings[0].mean > before.ratings[0].mean
        assert after.ratings[0].deviation < before.ratings[0].deviation


def test_level_players_stay_level() -> None:
    rating = ratings.latest_ratings(ratings.rated_games([past_game(1, "no-loose-ends", {"Ann": 5, "Bo": 5})]))
    assert rating[0].mean == pytest.approx(rating[1].mean)


def test_games_with_nobodies_and_unfinished_games_rate_nobody() -> None:
    games = [past_game(1, "loop", {"Ann": 5, "1": 4}), past_game(2, "loop", {"Ann": 5, "Bo": 4}, finished=False)]
    assert ratings.rated_games(games) == []


def test_games_that_took_equally_long_took_so_many_minutes() -> None:
    few = [past_game(number, "loop", {"Ann": 5, "Bo": 4}) for number in (1, 2)]
    more = past_game(300, "loop", {"Ann": 5, "Bo": 4})
    assert said_of([*few]) == ["2 games", "10 minutes"]
    assert said_of([*few, more]) == ["3 games", "10 to 15 minutes"]


def test_no_game_took_no_time() -> None:
    """A game of twenty seconds was said to have taken “0 minutes”."""
    game = past_game(1, "loop", {"Ann": 5, "Bo": 4})
    assert said_of([game._replace(result=game.result._replace(seconds=20.0))]) == ["1 game", "1 minute"]


def said_of(found: list[PastGame]) -> list[str]:
    return [ENGLISH.say(fact) for fact in kind_facts(statistics(found).kinds[0])]


def test_wizard_and_oh_hell_are_two_kinds_of_one_game() -> None:
    """Their points can't be compared: each has its own statistics, its own ratings and its own remarks."""
    wizard = past_game(1, "wizard", {"Ann": 300, "Bo": 200, "Cleo": 10})
    oh_hell = past_game(2, "wizard", {"Ann": 30, "Bo": 40, "Cleo": 10})
    oh_hell = oh_hell._replace(result=oh_hell.result._replace(options=(("deck", "plain"),)))
    found = statistics([wizard, oh_hell]).kinds
    assert [(record.game_id, ENGLISH.say(record.title), record.game_count) for record in found] == [
        ("wizard", "Oh Hell", 1),
        ("wizard", "Wizard", 1),
    ]
    assert [player.best.value for player in found[0].players] == [40, 30, 10]
    assert find_remark([wizard, oh_hell]) == find_remark([oh_hell])


def pad_game(number: int, title: str, points: dict[str, int], **options: str) -> PastGame:
    """A finished game on a score pad."""
    game = past_game(number, "score-pad", points, began_at=1.79e9 + number)
    return game._replace(result=game.result._replace(title=title, options=tuple(options.items())))


@pytest.mark.parametrize("other", ["hearts", "Hearts ", "HEARTS"])
def test_titles_are_one_as_names_are(other: str) -> None:
    found = statistics([pad_game(1, other, {"Ann": 3, "Bo": 1}), pad_game(2, "Hearts", {"Ann": 5, "Bo": 2})])
    (record,) = found.kinds
    assert (record.title, record.game_count) == ("Hearts", 2)


def test_titles_are_one_whatever_the_form_of_an_accent() -> None:
    composed, decomposed = "Caf\N{LATIN SMALL LETTER E WITH ACUTE}", "Cafe\N{COMBINING ACUTE ACCENT}"
    games = [pad_game(1, composed, {"Ann": 3, "Bo": 1}), pad_game(2, decomposed, {"Ann": 3, "Bo": 1})]
    assert [record.game_count for record in statistics(games).kinds] == [2]


def test_best_and_worst_are_of_games_that_the_same_points_win() -> None:
    most = [pad_game(number, "Darts", {"Ann": points, "Bo": 0}) for number, points in enumerate((10, 30), 1)]
    fewest = [
        pad_game(3, "Darts", {"Ann": 4, "Bo": 9}, wins="low"),
        pad_game(4, "Darts", {"Ann": 7, "Bo": 9}, wins="low"),
    ]
    found = statistics([*most, *fewest])
    said = {ENGLISH.say(record.title): record.players for record in found.kinds}
    assert list(said) == ["Darts: most points win", "Darts: fewest points win"]
    anns = {title: next(player for player in players if player.name == "Ann") for title, players in said.items()}
    assert [(one.best.value, one.worst.value) for one in anns.values()] == [(30, 10), (4, 7)]


def test_wins_of_players_without_a_name_are_counted_apart() -> None:
    """A game that seat 2 won was in nobody's line, as if it had no winner."""
    games = [past_game(1, "loop", {"Ann": 3, "2": 5}), past_game(2, "loop", {"Ann": 3, "2": 1})]
    found = statistics([*games, past_game(3, "loop", {"Ann": 1, "2": 9}, finished=False)])
    assert [(person.name, person.win_count) for person in found.people] == [("Ann", 1)]
    assert found.unnamed_win_count == 1
    assert "without a name: 1 game won" in list(statistics_lines(ENGLISH, found, {}))
    assert ENGLISH.say(wins_question(found)) == "Games won (1 by players without a name)"
    assert ENGLISH.say(wins_question(statistics(games[1:]))) == "Who has won how many games"


def test_only_a_number_that_is_written_below_zero_has_a_sign() -> None:
    assert [ENGLISH.say(one_decimal(number)) for number in (-0.04, -0.06, -1.0, 0.04)] == ["0.0", "−0.1", "−1.0", "0.0"]
    assert [ENGLISH.say(two_decimals(number)) for number in (-0.004, -0.04)] == ["0.00", "−0.04"]
