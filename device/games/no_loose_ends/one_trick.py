"""Computes what each player can have played in one trick, given the suit that was led.

Sets of cards are bits, as `bits` lays them out. A player's set has a lane for each suit, with trump lowest, and above
them a lane for getaway cards. Within a lane, a higher bit is a higher card. The players' sets lie side by side.
"""

from __future__ import annotations

from functools import lru_cache

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import (
    GETAWAY_BITS,
    LANE_WIDTH,
    PLAIN_BITS,
    SEAT_LOW_BITS,
    SEAT_MASK,
    SEAT_WIDTH,
    SUIT_BITS,
    SUIT_INDEX,
    TRUMP_BITS,
    card_bit,
    cards_of_seat,
    nonempty_seats,
    number_bits,
    restrict_seat,
    seats_in,
)
from device.games.no_loose_ends.clues import Clue

_ALL_BUT_TRUMP = SEAT_MASK ^ TRUMP_BITS

_LOSING_CARDS_BY_LEAD = tuple((SEAT_MASK ^ (TRUMP_BITS | suit_bits)) * SEAT_LOW_BITS for suit_bits in SUIT_BITS)
"""The cards that can't win: neither trump nor of the lead suit. By the lead suit, for all players side by side."""


class NoPlayLeft(Exception):
    """Raised if there is no card that a player can have played."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


def winning_cards_by_lead(clue: Clue) -> dict[int, int]:
    """Return the cards that can have won the trick, for each suit that can have been led."""
    return dict(_cached_winning_cards(clue))


@lru_cache(maxsize=64)
def _cached_winning_cards(clue: Clue) -> tuple[tuple[int, int], ...]:
    """Return, for each suit that can have been led (its number, trump first), the cards that can have won. Cached,
    because each later trick examines the earlier ones again."""
    cards_by_lead = []
    for suit, suit_bits in enumerate(SUIT_BITS):
        if clue.lead is not None and SUIT_INDEX[clue.lead] != suit:
            continue
        cards = suit_bits if clue.winner == clue.leader else suit_bits | TRUMP_BITS
        if clue.card is not None:
            cards &= card_bit(clue.card)
        cards = _cards_that_cover(clue, suit, cards)
        if cards:
            cards_by_lead.append((suit, cards))
    return tuple(cards_by_lead)


def _cards_that_cover(clue: Clue, suit: int, cards: int) -> int:
    """Return the winning cards that agree with what was declared of the cover, if this suit was led."""
    if clue.covered is not None and SUIT_INDEX[clue.covered.suit] != suit:
        cards &= SUIT_BITS[SUIT_INDEX[clue.covered.suit]] | number_bits(clue.covered.number)
    for bid in clue.not_eligible:
        if SUIT_INDEX[bid.suit] == suit:
            return 0
        cards &= ~(SUIT_BITS[SUIT_INDEX[bid.suit]] | number_bits(bid.number))
    return cards


def plays_if_led(
    clue: Clue, plays: int, all_seats: int, suit: int, winning_cards: int, suits_to_follow: int, getaways: int
) -> int:
    """Return the plays that are possible if the suit was led, by seat. Raises NoPlayLeft.

    `all_seats` has the lowest bit of each player. `winning_cards` are the cards that can have won the trick.
    `suits_to_follow` has the lowest bit of each lane whose suit a player holds and has to follow. `getaways` are the
    getaway cards that can have been played.
    """
    suit_bits = SUIT_BITS[suit]
    holders = suits_to_follow >> LANE_WIDTH * suit & SEAT_LOW_BITS
    if holders:
        plays &= ~(holders * (SEAT_MASK ^ suit_bits ^ GETAWAY_BITS))
    shift = SEAT_WIDTH * clue.winner
    winner_plays = plays >> shift & winning_cards
    if not winner_plays:
        raise NoPlayLeft(clue.winner)
    plays = plays & ~(SEAT_MASK << shift) | winner_plays << shift
    if getaways:
        plays = _exclude_wrong_leads(clue, plays, all_seats, suit_bits, getaways)
        winner_plays = plays >> shift & SEAT_MASK
    elif clue.leader != clue.winner:
        plays &= ~((SEAT_MASK ^ suit_bits) << SEAT_WIDTH * clue.leader)
    plays &= cards_below(winner_plays, suit_bits) * SEAT_LOW_BITS | SEAT_MASK << shift
    seats_without_play = all_seats ^ nonempty_seats(plays)
    if seats_without_play:
        raise NoPlayLeft(next(seats_in(seats_without_play)))
    # A player who has to play trump or the lead suit is beaten. That may exclude low winning cards.
    beaten_seats = all_seats ^ nonempty_seats(plays & _LOSING_CARDS_BY_LEAD[suit] | 1 << shift)
    return _exclude_beaten_wins(clue.winner, plays, beaten_seats, suit_bits) if beaten_seats else plays


def _exclude_beaten_wins(winner: Seat, plays: int, beaten_seats: int, suit_bits: int) -> int:
    """Exclude winning cards that do not beat what some players have to play."""
    card_to_beat = 0
    for seat in seats_in(beaten_seats):
        card_to_beat = _stronger_card(card_to_beat, _lowest_card(cards_of_seat(plays, seat), suit_bits))
    plays = restrict_seat(plays, winner, _cards_above(card_to_beat, suit_bits))
    if not cards_of_seat(plays, winner):
        raise NoPlayLeft(winner)
    return plays


def _exclude_wrong_leads(clue: Clue, plays: int, all_seats: int, suit_bits: int, getaways: int) -> int:
    """Exclude plays that contradict the lead suit, which is that of the first card with a suit."""
    player_count = all_seats.bit_count()
    order = [(clue.leader + position) % player_count for position in range(player_count)]
    positions = _lead_positions(clue.winner, plays, suit_bits, order)
    if not positions or positions[0] > getaways.bit_count():
        raise NoPlayLeft(clue.leader)
    for seat in order[: positions[0]]:
        plays = restrict_seat(plays, seat, GETAWAY_BITS)
    lead_seat = order[positions[0]]
    if len(positions) == 1:
        return restrict_seat(plays, lead_seat, suit_bits)
    return plays if lead_seat == clue.winner else restrict_seat(plays, lead_seat, suit_bits | GETAWAY_BITS)


def _lead_positions(winner: Seat, plays: int, suit_bits: int, order: list[Seat]) -> list[int]:
    """Return the positions in the trick from which the lead suit can have come."""
    positions = []
    for position, seat in enumerate(order):
        play = cards_of_seat(plays, seat)
        if play & suit_bits:
            positions.append(position)
        if seat == winner or not play & GETAWAY_BITS:
            break
    return positions


def cards_below(winning_cards: int, suit_bits: int) -> int:
    """Return the cards that do not beat the highest of some winning cards."""
    trumps = winning_cards & TRUMP_BITS
    if trumps:
        return _ALL_BUT_TRUMP | (1 << trumps.bit_length() - 1) - 1
    return _ALL_BUT_TRUMP ^ suit_bits | suit_bits & (1 << winning_cards.bit_length() - 1) - 1


def _cards_above(card: int, suit_bits: int) -> int:
    """Return the cards that beat a card."""
    if card & TRUMP_BITS:
        return TRUMP_BITS & -(card << 1)
    return TRUMP_BITS | suit_bits & -(card << 1)


def _lowest_card(play: int, suit_bits: int) -> int:
    """Return the lowest card of a player who has to play trump or the lead suit."""
    low = play & suit_bits & PLAIN_BITS or play
    return low & -low


def _stronger_card(first: int, second: int) -> int:
    """Return the stronger of two cards that are trump or of the lead suit."""
    if bool(first & TRUMP_BITS) == bool(second & TRUMP_BITS):
        return max(first, second)
    return first if first & TRUMP_BITS else second
