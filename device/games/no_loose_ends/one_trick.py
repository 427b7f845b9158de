"""What each player can have played in one trick, if a suit was led."""

from __future__ import annotations

from functools import lru_cache

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import (
    GETAWAY_BITS,
    PLACE_OF,
    PLAIN_BITS,
    SUIT_BITS,
    TRUMP_BITS,
    bit,
    number_bits,
)
from device.games.no_loose_ends.clues import Clue


class NoPlayLeft(Exception):
    """There is no card that a player can have played."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


def winning_bits(clue: Clue) -> dict[int, int]:
    """With which cards the winner can have won, for each suit that can have been led, by what was said of the trick."""
    return dict(_ways_to_win(clue))


@lru_cache(maxsize=64)
def _ways_to_win(clue: Clue) -> tuple[tuple[int, int], ...]:
    """The same as pairs; kept, as the same tricks are looked at again with each that follows."""
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
    """Those of the winning cards with which the cover was as it was said, if this suit was led."""
    if clue.covered is not None and PLACE_OF[clue.covered.suit] != suit:
        cards &= SUIT_BITS[PLACE_OF[clue.covered.suit]] | number_bits(clue.covered.number)
    for bid in clue.not_eligible:
        if PLACE_OF[bid.suit] == suit:
            return 0
        cards &= ~(SUIT_BITS[PLACE_OF[bid.suit]] | number_bits(bid.number))
    return cards


def with_lead(clue: Clue, plays: list[int], suit: int, won: int, must: tuple[int, ...], getaways: int) -> list[int]:
    """What is left of each player's play. Raises NoPlayLeft.

    `won` are the cards with which the trick can have been won, `must` suits that players hold and have to follow, and
    `getaways` the getaway cards that can have been played.
    """
    own = SUIT_BITS[suit]
    cards = [play & (own | GETAWAY_BITS) if held & own else play for play, held in zip(plays, must, strict=True)]
    cards[clue.winner] &= won
    if not cards[clue.winner]:
        raise NoPlayLeft(clue.winner)
    if getaways:
        _lead(clue, cards, own, getaways.bit_count())
    else:
        cards[clue.leader] &= own
    _win(clue.winner, cards, own)
    return cards


def _lead(clue: Clue, cards: list[int], own: int, getaways: int) -> None:
    """Strike out what does not make this the lead suit: that of the first card that has one."""
    order = [(clue.leader + place) % len(cards) for place in range(len(cards))]
    could = _givers(clue.winner, cards, own, order)
    if not could or could[0] > getaways:
        raise NoPlayLeft(clue.leader)
    for seat in order[: could[0]]:
        cards[seat] &= GETAWAY_BITS
    first = order[could[0]]
    if len(could) == 1:
        cards[first] &= own
    elif first != clue.winner:
        cards[first] &= own | GETAWAY_BITS


def _givers(winner: Seat, cards: list[int], own: int, order: list[Seat]) -> list[int]:
    """The places in a trick from which the lead suit can have come."""
    could = []
    for place, seat in enumerate(order):
        if cards[seat] & own:
            could.append(place)
        if seat == winner or not cards[seat] & GETAWAY_BITS:
            break
    return could


def _win(winner: Seat, cards: list[int], own: int) -> None:
    """Strike out what would have beaten the highest winning card, and winning cards that somebody had to beat."""
    beaten = below(cards[winner], own)
    other = ~(TRUMP_BITS | own)
    least = 0
    for seat, play in enumerate(cards):
        if seat == winner:
            continue
        cards[seat] = left = play & beaten
        if not left:
            raise NoPlayLeft(seat)
        if not left & other:
            least = _higher(least, _lowest(left, own))
    if least:
        cards[winner] &= _above(least, own)
        if not cards[winner]:
            raise NoPlayLeft(winner)


def below(won: int, own: int) -> int:
    """What does not beat the highest of some winning cards."""
    trumps = won & TRUMP_BITS
    if trumps:
        return ~TRUMP_BITS | (1 << trumps.bit_length() - 1) - 1
    return ~(TRUMP_BITS | own) | own & (1 << won.bit_length() - 1) - 1


def _above(least: int, own: int) -> int:
    """What beats a card."""
    if least & TRUMP_BITS:
        return TRUMP_BITS & -(least << 1)
    return TRUMP_BITS | own & -(least << 1)


def _lowest(play: int, own: int) -> int:
    """The lowest card of a player who has to play trump or the lead suit."""
    low = play & own & PLAIN_BITS or play
    return low & -low


def _higher(one: int, other: int) -> int:
    """Of two cards that are trump or of the lead suit, the one that beats the other."""
    if bool(one & TRUMP_BITS) == bool(other & TRUMP_BITS):
        return max(one, other)
    return one if one & TRUMP_BITS else other
