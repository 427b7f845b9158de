"""No Loose Ends: whether a deal of the unseen cards fits, against trying every deal (ruling on deeper revokes)."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import event, given, settings
from hypothesis import strategies as st

from device.contract.unseen_cards import Void
from device.games.no_loose_ends.cards import Card, DealSizes, deck
from device.games.no_loose_ends.knowledge import overfull_suits
from device.games.no_loose_ends.state import State, new_round
from device.games.no_loose_ends.suits import SUITS
from tests.games.no_loose_ends.lines import playing, started

TINY = (DealSizes(2, 2, 4, 1), DealSizes(4, 2, 2, 1), DealSizes(3, 3, 4, 1))
"""Decks of eight or twelve cards, all of them dealt."""


def some_deal_fits(cards: Sequence[Card], room: dict[int, int], out_of: frozenset[tuple[int, str]]) -> bool:
    """Whether the cards can be dealt, by trying."""
    if not cards:
        return True
    first, *rest = cards
    return any(
        some_deal_fits(rest, {**room, seat: places - 1}, out_of)
        for seat, places in room.items()
        if places and (seat, first.suit) not in out_of
    )


@st.composite
def positions(draw: st.DrawFn) -> State:
    """A moment of a round: cards seen of each player, suits that players are out of, cards taken back."""
    deal = draw(st.sampled_from(TINY))
    cards = draw(st.permutations(sorted(deck(deal.highest_number))))
    seats = range(deal.player_count)
    seen = [draw(st.integers(0, deal.hand_size)) for _ in seats]
    bids, place = [], 0
    for count in seen:
        bids.append(tuple(cards[place : place + count]))
        place += count
    crossed = draw(st.sampled_from([None, *seats]))
    back = 0 if crossed is None else draw(st.integers(0, deal.hand_size - seen[crossed]))
    out_of = draw(st.sets(st.tuples(st.sampled_from(seats), st.sampled_from(SUITS)), max_size=6))
    state = started(deal.player_count, detail="cards")._replace(deal_sizes=deal)
    round_ = new_round(deal.player_count, 0)._replace(
        bids=tuple(bids),
        seen_cards=frozenset(cards[:place]),
        double_crosser=crossed,
        taken_back=frozenset(cards[place : place + back]),
        voids=tuple(Void(seat, suit, 1) for seat, suit in sorted(out_of)),
    )
    return state._replace(round=round_)


@settings(max_examples=300, deadline=None)
@given(positions())
def test_deals_that_fit(state: State) -> None:
    """The count of suits and places says the same as trying every deal."""
    round_ = playing(state)
    room = {seat: state.deal_sizes.hand_size - len(round_.bids[seat]) for seat in state.seats}
    if round_.double_crosser is not None:
        room[round_.double_crosser] -= len(round_.taken_back)
    left = sorted(deck(state.deal_sizes.highest_number) - round_.seen_cards - round_.taken_back)
    expected = some_deal_fits(left, room, frozenset((void.seat, void.suit) for void in round_.voids))
    event(f"fits: {expected}")
    assert (overfull_suits(state) is None) == expected
