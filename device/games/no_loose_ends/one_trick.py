"""Computes what each player can have played in one trick, given the suit that was led."""

from __future__ import annotations

from functools import lru_cache

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import (
    EACH_SEAT,
    GETAWAY_BITS,
    HAND,
    LANE,
    PLACE_OF,
    PLAIN_BITS,
    SEAT,
    SUIT_BITS,
    TRUMP_BITS,
    bit,
    holding,
    limited,
    number_bits,
    of_seat,
    seats_in,
)
from device.games.no_loose_ends.clues import Clue

_NO_TRUMP = HAND ^ TRUMP_BITS

_OTHERS = tuple((HAND ^ (TRUMP_BITS | own)) * EACH_SEAT for own in SUIT_BITS)
"""The cards that are neither trump nor of the lead suit, for all players side by side, by the lead suit."""


class NoPlayLeft(Exception):
    """Raised if there is no card that a player can have played."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


def winning_bits(clue: Clue) -> dict[int, int]:
    """Return the cards that can have won the trick, for each suit that can have been led."""
    return dict(ways_to_win(clue))


@lru_cache(maxsize=64)
def ways_to_win(clue: Clue) -> tuple[tuple[int, int], ...]:
    """Return, for each suit that can have been led (its number, trump first), the cards that can have won. Cached,
    because each later trick examines the earlier ones again."""
    found = []
    for suit, own in enumerate(SUIT_BITS):
        if clue.lead is not None and PLACE_OF[clue.lead] != suit:
            continue
        cards = own if clue.winner == clue.leader else own | TRUMP_BITS
        if clue.card is not None:
            cards &= bit(clue.card)
        cards = _covering(clue, suit, cards)
        if cards:
            found.append((suit, cards))
    return tuple(found)


def _covering(clue: Clue, suit: int, cards: int) -> int:
    """Return the winning cards that agree with what was declared of the cover, if this suit was led."""
    if clue.covered is not None and PLACE_OF[clue.covered.suit] != suit:
        cards &= SUIT_BITS[PLACE_OF[clue.covered.suit]] | number_bits(clue.covered.number)
    for bid in clue.not_eligible:
        if PLACE_OF[bid.suit] == suit:
            return 0
        cards &= ~(SUIT_BITS[PLACE_OF[bid.suit]] | number_bits(bid.number))
    return cards


def with_lead(clue: Clue, plays: int, everyone: int, suit: int, won: int, must: int, getaways: int) -> int:
    """Return the plays that are possible if the suit was led, by seat. Raises NoPlayLeft.

    Sets of all players lie side by side. `everyone` has the lowest bit of each player. `won` are the cards that can
    have won the trick, `must` the suits that players hold and have to follow, and `getaways` the getaway cards that can
    have been played.
    """
    own = SUIT_BITS[suit]
    holders = must >> LANE * suit & EACH_SEAT
    if holders:
        plays &= ~(holders * (HAND ^ own ^ GETAWAY_BITS))
    place = SEAT * clue.winner
    best = plays >> place & won
    if not best:
        raise NoPlayLeft(clue.winner)
    plays = plays & ~(HAND << place) | best << place
    if getaways:
        plays = _lead(clue, plays, everyone, own, getaways)
        best = plays >> place & HAND
    elif clue.leader != clue.winner:
        plays &= ~((HAND ^ own) << SEAT * clue.leader)
    plays &= below(best, own) * EACH_SEAT | HAND << place
    none = everyone ^ holding(plays)
    if none:
        raise NoPlayLeft(next(seats_in(none)))
    # A player who has to play trump or the lead suit is beaten. That may exclude low winning cards.
    beaten = everyone ^ holding(plays & _OTHERS[suit] | 1 << place)
    return _beating(clue.winner, plays, beaten, own) if beaten else plays


def _beating(winner: Seat, plays: int, beaten: int, own: int) -> int:
    """Exclude winning cards that do not beat what some players have to play."""
    least = 0
    for seat in seats_in(beaten):
        least = _higher(least, _lowest(of_seat(plays, seat), own))
    plays = limited(plays, winner, _above(least, own))
    if not of_seat(plays, winner):
        raise NoPlayLeft(winner)
    return plays


def _lead(clue: Clue, plays: int, everyone: int, own: int, getaways: int) -> int:
    """Exclude plays that contradict the lead suit, which is that of the first card with a suit."""
    players = everyone.bit_count()
    order = [(clue.leader + place) % players for place in range(players)]
    could = _givers(clue.winner, plays, own, order)
    if not could or could[0] > getaways.bit_count():
        raise NoPlayLeft(clue.leader)
    for seat in order[: could[0]]:
        plays = limited(plays, seat, GETAWAY_BITS)
    first = order[could[0]]
    if len(could) == 1:
        return limited(plays, first, own)
    return plays if first == clue.winner else limited(plays, first, own | GETAWAY_BITS)


def _givers(winner: Seat, plays: int, own: int, order: list[Seat]) -> list[int]:
    """Return the positions in the trick from which the lead suit can have come."""
    could = []
    for place, seat in enumerate(order):
        play = of_seat(plays, seat)
        if play & own:
            could.append(place)
        if seat == winner or not play & GETAWAY_BITS:
            break
    return could


def below(won: int, own: int) -> int:
    """Return the cards that do not beat the highest of some winning cards."""
    trumps = won & TRUMP_BITS
    if trumps:
        return _NO_TRUMP | (1 << trumps.bit_length() - 1) - 1
    return _NO_TRUMP ^ own | own & (1 << won.bit_length() - 1) - 1


def _above(least: int, own: int) -> int:
    """Return the cards that beat a card."""
    if least & TRUMP_BITS:
        return TRUMP_BITS & -(least << 1)
    return TRUMP_BITS | own & -(least << 1)


def _lowest(play: int, own: int) -> int:
    """Return the lowest card of a player who has to play trump or the lead suit."""
    low = play & own & PLAIN_BITS or play
    return low & -low


def _higher(one: int, other: int) -> int:
    """Return the stronger of two cards that are trump or of the lead suit."""
    if bool(one & TRUMP_BITS) == bool(other & TRUMP_BITS):
        return max(one, other)
    return one if one & TRUMP_BITS else other
