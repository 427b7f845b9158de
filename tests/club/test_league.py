"""League tables and travellers: the figures of a few games that are reckoned by hand."""

from __future__ import annotations

from fractions import Fraction

from club.league.standings import league_shares, rank_people
from club.league.travellers import travellers
from device.history.past_game import PastGame
from device.history.results import GameResult, SeatResult
from tests.club.league_oracle import league_table


def game(
    number: int, *seats: tuple[str, int, int], finished: bool = True, rounds: tuple[tuple[int, ...], ...] = ()
) -> PastGame:
    """A game of No Thanks!, in which fewer points are better: names, points and places."""
    result = GameResult(
        "no-thanks", (), finished, tuple(SeatResult(name, points, place, place == 1) for name, points, place in seats),
        rounds,
    )  # fmt: skip
    return PastGame(number, f"{number:02x}", None, 0, result, tuple(name for name, _, _ in seats))


FIRST = game(1, ("Ann", 10, 1), ("Ben", 20, 2), ("Cleo", 30, 3), rounds=((4, 8, 30), (6, 12, 0)))
SECOND = game(2, ("Ann", 9, 1), ("Ben", 9, 1), ("Dan", 12, 3), rounds=((9, 9, 12),))
BROKEN_OFF = game(3, ("Ann", 1, 1), ("Ben", 2, 2), finished=False)


def test_a_game_gives_the_share_of_the_others_that_one_came_before() -> None:
    assert league_shares(FIRST.result) == tuple(map(Fraction, (1, 0.5, 0)))
    assert league_shares(SECOND.result) == tuple(map(Fraction, (0.75, 0.75, 0)))
    assert league_shares(game(4, ("Ann", 1, 1)).result) == (Fraction(0),)


def test_a_league_table_adds_them_up_and_who_is_level_shares_a_place() -> None:
    rows = [
        (row.place, row.name, row.games_played, row.games_won, row.points)
        for row in league_table([FIRST, SECOND, BROKEN_OFF])
    ]
    assert rows == [
        (1, "Ann", 2, 2, Fraction(7, 4)),
        (2, "Ben", 2, 1, Fraction(5, 4)),
        (3, "Cleo", 1, 0, 0),
        (3, "Dan", 1, 0, 0),
    ]


def test_for_pairing_who_sat_out_has_half_a_point() -> None:
    rows = league_table([FIRST, SECOND])
    assert rank_people(["Dan", "Cleo", "Ben", "Ann", "Eve"], rows, {"Dan": 1}) == ["Ann", "Ben", "Dan", "Cleo", "Eve"]


def test_a_traveller_has_everybody_who_played_the_same_round() -> None:
    first, second = travellers([FIRST, SECOND, BROKEN_OFF])[:2]
    assert (first.player_count, first.round_number) == (3, 1)
    assert [
        (line.name, line.game.number, line.points_gained, line.total_points, line.percent_beaten)
        for line in first.lines()
    ] == [
        ("Ann", 1, 4, 4, 100),
        ("Ben", 1, 8, 8, 80),
        ("Ann", 2, 9, 9, 50),
        ("Ben", 2, 9, 9, 50),
        ("Dan", 2, 12, 12, 20),
        ("Cleo", 1, 30, 30, 0),
    ]
    assert [(line.name, line.points_gained, line.total_points) for line in second.lines()] == [
        ("Cleo", 0, 30), ("Ann", 6, 10), ("Ben", 12, 20)
    ]  # fmt: skip


def test_only_tables_with_the_same_number_of_people_are_compared() -> None:
    two = game(5, ("Ann", 1, 1), ("Ben", 2, 2), rounds=((1, 2),))
    assert [(one.player_count, len(one)) for one in travellers([FIRST, two])] == [(2, 2), (3, 3), (3, 3)]
