"""Who sits where: everybody meets everybody evenly, or neighbours in the standings meet without repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.pairing.meetings import Meetings, Tables
from club.pairing.pairing import PairingMethod, SeatedRound, TableWish, count_sitting_out, next_round
from club.pairing.sizes import CannotSeat, table_sizes
from club.pairing.swiss import seat_by_standings

MANY = 99


def people(count: int) -> list[str]:
    return [f"p{number:03}" for number in range(count)]


def evening(method: PairingMethod, count: int, size: int, rounds: int) -> list[SeatedRound]:
    played: list[SeatedRound] = []
    for _ in range(rounds):
        played.append(next_round(method, people(count), TableWish(2, size, size, MANY), played))
    return played


def counts(rounds: list[SeatedRound], count: int) -> Counter[int]:
    """How many pairs have met how often."""
    met = Meetings(table for one in rounds for table in one.tables)
    return Counter(met.count(one, other) for one, other in combinations(people(count), 2))


@pytest.mark.parametrize(
    ("count", "size", "rounds"),
    [(4, 2, 3), (6, 2, 5), (20, 2, 19), (9, 3, 4), (16, 4, 5), (25, 5, 6), (49, 7, 8), (64, 8, 9)],
)
def test_where_everybody_can_meet_everybody_once_they_do(count: int, size: int, rounds: int) -> None:
    assert counts(evening(PairingMethod.ALL_MEET, count, size, rounds), count) == {1: count * (count - 1) // 2}


@pytest.mark.parametrize(("count", "size", "rounds"), [(12, 3, 4), (20, 4, 5), (44, 4, 11), (32, 4, 8)])
def test_where_a_movement_is_known_nobody_meets_anybody_twice(count: int, size: int, rounds: int) -> None:
    assert max(counts(evening(PairingMethod.ALL_MEET, count, size, rounds), count)) == 1


def partitions(names: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """Every seating: slow, and plainly right."""
    if not sizes:
        yield ()
        return
    for table in combinations(names, sizes[0]):
        rest = tuple(name for name in names if name not in table)
        for others in partitions(rest, sizes[1:]):
            yield (table, *others)


@pytest.mark.parametrize(("count", "size", "rounds"), [(5, 3, 3), (6, 3, 3), (6, 3, 5), (7, 4, 3)])
def test_no_other_plan_of_a_few_rounds_is_more_even(count: int, size: int, rounds: int) -> None:
    names = tuple(people(count))
    sizes = tuple(table_sizes(count, 2, size, size, MANY))
    seatings = [tables for tables in partitions(names, sizes) if list(tables) == sorted(tables) or len(set(sizes)) > 1]

    def uneven(plan: Iterable[Tables]) -> int:
        met = Meetings(table for tables in plan for table in tables)
        return sum(met.count(one, other) ** 2 for one, other in combinations(names, 2))

    found = uneven(one.tables for one in evening(PairingMethod.ALL_MEET, count, size, rounds))
    assert found == min(map(uneven, combinations_with_replacement(seatings, rounds)))


SMALL = st.sampled_from([(4, 2), (5, 3), (6, 2), (6, 3), (7, 4)])


@st.composite
def pasts(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[int, ...], Meetings]:
    """A few people, sizes of tables, and who has met: any pairs."""
    count, size = draw(SMALL)
    names = tuple(people(count))
    pairs = st.lists(st.sampled_from(list(combinations(names, 2))), max_size=count)
    return names, tuple(table_sizes(count, 2, size, size, MANY)), Meetings(draw(pairs))


@given(pasts())
def test_swiss_repeats_nothing_that_any_seating_avoids(past: tuple[tuple[str, ...], tuple[int, ...], Meetings]) -> None:
    names, sizes, met = past
    least = min(sum(map(met.count_repeats, tables)) for tables in partitions(names, sizes))
    found = seat_by_standings(names, sizes, met)
    assert sorted(name for table in found for name in table) == list(names)
    assert sorted(len(table) for table in found) == sorted(sizes)
    assert (sum(map(met.count_repeats, found)) == 0) == (least == 0)


def test_swiss_seats_neighbours_and_the_next_best_where_they_have_met() -> None:
    ranked = ["Ann", "Ben", "Cleo", "Dan"]
    assert seat_by_standings(ranked, [2, 2], Meetings()) == (("Ann", "Ben"), ("Cleo", "Dan"))
    met = Meetings([("Ann", "Ben"), ("Cleo", "Dan")])
    assert seat_by_standings(ranked, [2, 2], met) == (("Ann", "Cleo"), ("Ben", "Dan"))
    assert seat_by_standings(ranked[:2], [2], met) == (("Ann", "Ben"),)


def test_a_swiss_evening_of_pairs_repeats_nothing_until_all_have_met() -> None:
    assert counts(evening(PairingMethod.SWISS, 8, 2, 7), 8) == {1: 28}


@given(st.integers(1, 120), st.integers(1, 5), st.integers(0, 5), st.integers(1, 10), st.integers(1, 40))
def test_tables_have_sizes_that_the_game_allows_and_as_few_as_can_be_sit_out(
    count: int, lowest: int, more: int, wished: int, tables: int
) -> None:
    highest = lowest + more
    possible = [
        seated for seated in range(1, count + 1) for some in range(1, tables + 1)
        if some * lowest <= seated <= some * highest
    ]  # fmt: skip
    if not possible:
        with pytest.raises(CannotSeat):
            table_sizes(count, lowest, highest, wished, tables)
        return
    sizes = table_sizes(count, lowest, highest, wished, tables)
    assert len(sizes) <= tables
    assert all(lowest <= size <= highest for size in sizes)
    assert max(sizes) - min(sizes) <= 1
    assert sum(sizes) == max(possible)


@pytest.mark.parametrize(
    ("count", "sizes"), [(8, [4, 4]), (9, [5, 4]), (10, [5, 5]), (11, [4, 4, 3]), (6, [3, 3]), (3, [3])]
)
def test_tables_are_as_near_to_what_is_wished_as_can_be(count: int, sizes: list[int]) -> None:
    assert table_sizes(count, 3, 5, 4, MANY) == sizes


def test_nobody_sits_out_twice_before_all_have() -> None:
    played: list[SeatedRound] = []
    for _ in range(5):
        played.append(next_round(PairingMethod.ALL_MEET, people(5), TableWish(2, 2, 2, MANY), played))
    assert count_sitting_out(played) == dict.fromkeys(people(5), 1)
    assert counts(played, 5) == {1: 10}
