"""Whether unseen cards find room: Hall's theorem against trying every deal."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from device.contract.unseen_cards import OverfullSuits, find_overfull_suits


def test_players_who_are_out_of_a_suit_have_no_room_for_it() -> None:
    assert find_overfull_suits([3, 1], [2, 2], [0b01, 0], 0) == OverfullSuits((0,), 3, 2, (0,))
    assert find_overfull_suits([3, 1], [2, 2], [0b01, 0], 1) is None


def test_two_suits_may_be_too_many_together_where_each_finds_room() -> None:
    assert find_overfull_suits([2, 2], [3, 3], [0b11, 0], 0) == OverfullSuits((0, 1), 4, 3, (0,))
    assert find_overfull_suits([2, 1], [3, 3], [0b11, 0], 0) is None


@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=3),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 7)), min_size=1, max_size=2),
    st.integers(0, 2),
)
def test_cards_find_room_exactly_if_some_deal_has_them_all(
    unseen: list[int], hands: list[tuple[int, int]], rest: int
) -> None:
    room, out_of = [size for size, _ in hands], [out for _, out in hands]
    cards = [suit for suit, count in enumerate(unseen) for _ in range(count)]
    places = (*range(len(hands)), len(hands))
    dealt = any(
        all(deal.count(place) <= size for place, size in enumerate((*room, rest)))
        and all(place == len(hands) or not out_of[place] >> suit & 1 for suit, place in zip(cards, deal, strict=True))
        for deal in product(places, repeat=len(cards))
    )
    assert (find_overfull_suits(unseen, room, out_of, rest) is None) == dealt
