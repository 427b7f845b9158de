"""Chooses how a trick was played while an example is built: who followed suit, who could not, and the winning card."""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.setup import Seat
from device.games.no_loose_ends.arrangement import Arrangement
from device.games.no_loose_ends.bits import GETAWAY_BITS, LANE_WIDTH, SUIT_BITS, SUIT_INDEX, TRUMP_BITS, card_bit
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.one_trick import cards_below
from device.games.no_loose_ends.possible_plays import NO_LEAD

TRY_STEPS = 2
"""The steps that it costs to try one way, apart from cards that change places."""


def fit_trick(arranged: Arrangement, number: int, clue: Clue, leads: dict[int, int]) -> bool:
    """Choose a way in which a trick was played, and restrict its plays accordingly. Returns False if none works."""
    snapshot = arranged.snapshot()
    if fits_as_lying(arranged, number, clue, leads):
        return True
    arranged.restore(snapshot)
    for suit in sorted(leads, key=_lead_as_lying(arranged, number, clue).__ne__) if len(leads) > 1 else leads:
        if suit == NO_LEAD:
            continue
        for winning_cards in _winning_choices(arranged, number, clue, SUIT_BITS[suit], leads[suit]):
            if arranged.effort.is_used_up:
                return False
            arranged.effort.steps_left -= TRY_STEPS
            if _try_lead(arranged, number, clue, suit, winning_cards):
                return True
            arranged.restore(snapshot)
    return False


def fits_as_lying(arranged: Arrangement, number: int, clue: Clue, leads: dict[int, int]) -> bool:
    """Whether a trick can have been played as its cards lie. If so, restrict its plays to cards that keep it so."""
    first = arranged.play_place(number, 0)
    cards = arranged.cards_at[first : first + arranged.players]
    if clue.card is not None:
        cards[clue.winner] = card_bit(clue.card)
    led_card, best = cards[clue.leader], cards[clue.winner]
    suit = (led_card.bit_length() - 1) // LANE_WIDTH
    if not best & leads.get(suit, 0):
        return False
    suit_bits, allowed_at = SUIT_BITS[suit], arranged.allowed_at
    below = cards_below(best, suit_bits)
    for seat, card in enumerate(cards):
        if seat == clue.winner:
            allowed_at[first + seat] &= leads[suit] & (suit_bits if best & suit_bits else TRUMP_BITS) & -best
        elif card & below:
            allowed_at[first + seat] &= _losing_cards(card, suit_bits, below, leads=seat == clue.leader)
        else:
            return False
    return all(
        _exclude_suit_if_void(arranged, number, seat, suit_bits)
        for seat, card in enumerate(cards)
        if not card & (suit_bits | GETAWAY_BITS)
    )


def _losing_cards(card: int, suit_bits: int, below: int, *, leads: bool) -> int:
    """Return the cards that a losing play can be so that it follows suit, or does not, as the present card does."""
    if leads:
        return suit_bits & below
    return below & (suit_bits | GETAWAY_BITS if card & (suit_bits | GETAWAY_BITS) else ~suit_bits)


def _exclude_suit_if_void(arranged: Arrangement, number: int, seat: Seat, suit_bits: int) -> bool:
    """Whether a player is out of a suit after a trick as the cards lie. If so, their places take no more of it."""
    return not arranged.has_suit_after(number, seat, suit_bits) and arranged.remove_suit_after(number, seat, suit_bits)


def _winning_choices(
    arranged: Arrangement, number: int, clue: Clue, suit_bits: int, winning_cards: int
) -> Iterator[int]:
    """Yield sets of cards to win with: all that are possible, the highest of the lead suit, the highest trump."""
    yield winning_cards
    if clue.card is None:
        possible = arranged.allowed_at[arranged.play_place(number, clue.winner)] & winning_cards
        for cards in {possible & suit_bits, possible & TRUMP_BITS}:
            if cards:
                yield 1 << cards.bit_length() - 1


def _lead_as_lying(arranged: Arrangement, number: int, clue: Clue) -> int:
    """Return the lead suit as the cards lie."""
    for place in range(arranged.players):
        seat = (clue.leader + place) % arranged.players
        card = arranged.cards_at[arranged.play_place(number, seat)]
        if seat == clue.winner and clue.card is not None:
            return SUIT_INDEX[clue.card.suit]
        if card & ~GETAWAY_BITS:
            return (card.bit_length() - 1) // 16
    return NO_LEAD


def _try_lead(arranged: Arrangement, number: int, clue: Clue, suit: int, winning_cards: int) -> bool:
    suit_bits = SUIT_BITS[suit]
    order = [(clue.leader + place) % arranged.players for place in range(arranged.players)]
    position = _first_suited_position(arranged, number, clue, order)
    for seat in order[:position]:
        arranged.allowed_at[arranged.play_place(number, seat)] &= GETAWAY_BITS
    best = _arrange_winning_card(arranged, number, clue, suit_bits, winning_cards, leads=order[position] == clue.winner)
    if not best:
        return False
    below = cards_below(best, suit_bits)
    leader = order[position]
    if leader != clue.winner and not arranged.restrict_place(arranged.play_place(number, leader), suit_bits & below):
        return False
    for seat in order[position + 1 :]:
        if seat != clue.winner and not _follow_or_be_void(arranged, number, seat, suit_bits, below):
            return False
    return True


def _first_suited_position(arranged: Arrangement, number: int, clue: Clue, order: list[Seat]) -> int:
    """Return the position of the player who plays the lead suit, as the cards lie."""
    position = 0
    while (
        order[position] != clue.winner
        and arranged.cards_at[arranged.play_place(number, order[position])] & GETAWAY_BITS
    ):
        position += 1
    return position


def _arrange_winning_card(
    arranged: Arrangement, number: int, clue: Clue, suit_bits: int, winning_cards: int, *, leads: bool
) -> int:
    """Arrange the winning card, and return it; 0 if there is none."""
    if clue.card is not None:
        best = card_bit(clue.card)
    else:
        follows = leads or arranged.has_suit_after(number, clue.winner, suit_bits)
        best = _choose_winning_card(
            arranged, number, clue.winner, suit_bits, winning_cards & suit_bits if follows else winning_cards
        )
    if best & suit_bits:
        return best
    return best if best and not leads and arranged.remove_suit_after(number, clue.winner, suit_bits) else 0


def _choose_winning_card(arranged: Arrangement, number: int, seat: Seat, suit_bits: int, winning_cards: int) -> int:
    """Choose a winning card that was not declared, the best in the hand; 0 if there is none.

    The play is restricted to this card and better ones.
    """
    place = arranged.play_place(number, seat)
    if not arranged.restrict_place(place, winning_cards):
        return 0
    best = arranged.cards_at[place]
    suit = suit_bits if best & suit_bits else TRUMP_BITS
    better = arranged.cards_at[seat] & arranged.allowed_at[place] & suit & -best
    if better and arranged.allowed_at[seat] & best:
        better = 1 << better.bit_length() - 1
        arranged.cards_at[seat] ^= better | best
        arranged.cards_at[place] = best = better
    arranged.allowed_at[place] &= suit & -best
    return best


def _follow_or_be_void(arranged: Arrangement, number: int, seat: Seat, suit_bits: int, below: int) -> bool:
    """Make a player follow suit, or be out of it. Returns False if neither is possible."""
    place = arranged.play_place(number, seat)
    card = arranged.cards_at[place]
    follows = bool(card & (suit_bits | GETAWAY_BITS)) or arranged.has_suit_after(number, seat, suit_bits)
    if follows and card & (suit_bits & below | GETAWAY_BITS):
        arranged.allowed_at[place] &= suit_bits & below | GETAWAY_BITS
        return True
    snapshot = arranged.snapshot()
    for must_follow in (follows, not follows):
        if must_follow:
            if arranged.restrict_place(place, suit_bits & below | GETAWAY_BITS):
                return True
        elif arranged.restrict_place(place, below & ~suit_bits) and arranged.remove_suit_after(number, seat, suit_bits):
            return True
        arranged.restore(snapshot)
    return False
