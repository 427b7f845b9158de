"""Chooses how a trick was played while an example is built: who followed suit, who could not, and the winning card."""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.setup import Seat
from device.games.no_loose_ends.arrangement import Arrangement
from device.games.no_loose_ends.bits import GETAWAY_BITS, LANE, PLACE_OF, SUIT_BITS, TRUMP_BITS, bit
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.one_trick import below as below_best
from device.games.no_loose_ends.possible_plays import NO_LEAD

WENT = 2
"""The steps that it costs to try one way, apart from cards that change places."""


def fit_trick(arranged: Arrangement, number: int, clue: Clue, leads: dict[int, int]) -> bool:
    """Choose a way in which a trick was played, and restrict its plays accordingly. Returns False if none works."""
    kept = arranged.kept()
    if fits_as_lying(arranged, number, clue, leads):
        return True
    arranged.restore(kept)
    for suit in sorted(leads, key=_led(arranged, number, clue).__ne__) if len(leads) > 1 else leads:
        if suit == NO_LEAD:
            continue
        for won in _chances(arranged, number, clue, SUIT_BITS[suit], leads[suit]):
            if arranged.effort.used_up:
                return False
            arranged.effort.steps -= WENT
            if _went(arranged, number, clue, suit, won):
                return True
            arranged.restore(kept)
    return False


def fits_as_lying(arranged: Arrangement, number: int, clue: Clue, leads: dict[int, int]) -> bool:
    """Whether a trick can have been played as its cards lie. If so, restrict its plays to cards that keep it so."""
    first = arranged.play(number, 0)
    cards = arranged.lying[first : first + arranged.players]
    if clue.card is not None:
        cards[clue.winner] = bit(clue.card)
    led, best = cards[clue.leader], cards[clue.winner]
    suit = (led.bit_length() - 1) // LANE
    if not best & leads.get(suit, 0):
        return False
    own, takes = SUIT_BITS[suit], arranged.takes
    below = below_best(best, own)
    for seat, card in enumerate(cards):
        if seat == clue.winner:
            takes[first + seat] &= leads[suit] & (own if best & own else TRUMP_BITS) & -best
        elif card & below:
            takes[first + seat] &= _losing(card, own, below, leads=seat == clue.leader)
        else:
            return False
    return all(_out(arranged, number, seat, own) for seat, card in enumerate(cards) if not card & (own | GETAWAY_BITS))


def _losing(card: int, own: int, below: int, *, leads: bool) -> int:
    """Return the cards that a losing play can be so that it follows suit, or does not, as the present card does."""
    if leads:
        return own & below
    return below & (own | GETAWAY_BITS if card & (own | GETAWAY_BITS) else ~own)


def _out(arranged: Arrangement, number: int, seat: Seat, own: int) -> bool:
    """Whether a player is out of a suit after a trick as the cards lie. If so, their places take no more of it."""
    return not arranged.holds(number, seat, own) and arranged.out_of(number, seat, own)


def _chances(arranged: Arrangement, number: int, clue: Clue, own: int, won: int) -> Iterator[int]:
    """Yield sets of cards to win with: all that are possible, the highest of the lead suit, the highest trump."""
    yield won
    if clue.card is None:
        could = arranged.takes[arranged.play(number, clue.winner)] & won
        for cards in {could & own, could & TRUMP_BITS}:
            if cards:
                yield 1 << cards.bit_length() - 1


def _led(arranged: Arrangement, number: int, clue: Clue) -> int:
    """Return the lead suit as the cards lie."""
    for place in range(arranged.players):
        seat = (clue.leader + place) % arranged.players
        card = arranged.lying[arranged.play(number, seat)]
        if seat == clue.winner and clue.card is not None:
            return PLACE_OF[clue.card.suit]
        if card & ~GETAWAY_BITS:
            return (card.bit_length() - 1) // 16
    return NO_LEAD


def _went(arranged: Arrangement, number: int, clue: Clue, suit: int, won: int) -> bool:
    own = SUIT_BITS[suit]
    order = [(clue.leader + place) % arranged.players for place in range(arranged.players)]
    first = _first(arranged, number, clue, order)
    for seat in order[:first]:
        arranged.takes[arranged.play(number, seat)] &= GETAWAY_BITS
    best = _win(arranged, number, clue, own, won, leads=order[first] == clue.winner)
    if not best:
        return False
    below = below_best(best, own)
    leads = order[first]
    if leads != clue.winner and not arranged.only(arranged.play(number, leads), own & below):
        return False
    for seat in order[first + 1 :]:
        if seat != clue.winner and not _follow(arranged, number, seat, own, below):
            return False
    return True


def _first(arranged: Arrangement, number: int, clue: Clue, order: list[Seat]) -> int:
    """Return the position of the player who plays the lead suit, as the cards lie."""
    first = 0
    while order[first] != clue.winner and arranged.lying[arranged.play(number, order[first])] & GETAWAY_BITS:
        first += 1
    return first


def _win(arranged: Arrangement, number: int, clue: Clue, own: int, won: int, *, leads: bool) -> int:
    """Arrange the winning card, and return it; 0 if there is none."""
    if clue.card is not None:
        best = bit(clue.card)
    else:
        follows = leads or arranged.holds(number, clue.winner, own)
        best = _choose(arranged, number, clue.winner, own, won & own if follows else won)
    if best & own:
        return best
    return best if best and not leads and arranged.out_of(number, clue.winner, own) else 0


def _choose(arranged: Arrangement, number: int, seat: Seat, own: int, won: int) -> int:
    """Choose a winning card that was not declared, the best in the hand; 0 if there is none.

    The play is restricted to this card and better ones.
    """
    place = arranged.play(number, seat)
    if not arranged.only(place, won):
        return 0
    best = arranged.lying[place]
    suit = own if best & own else TRUMP_BITS
    better = arranged.lying[seat] & arranged.takes[place] & suit & -best
    if better and arranged.takes[seat] & best:
        better = 1 << better.bit_length() - 1
        arranged.lying[seat] ^= better | best
        arranged.lying[place] = best = better
    arranged.takes[place] &= suit & -best
    return best


def _follow(arranged: Arrangement, number: int, seat: Seat, own: int, below: int) -> bool:
    """Make a player follow suit, or be out of it. Returns False if neither is possible."""
    place = arranged.play(number, seat)
    card = arranged.lying[place]
    follows = bool(card & (own | GETAWAY_BITS)) or arranged.holds(number, seat, own)
    if follows and card & (own & below | GETAWAY_BITS):
        arranged.takes[place] &= own & below | GETAWAY_BITS
        return True
    kept = arranged.kept()
    for follow in (follows, not follows):
        if follow:
            if arranged.only(place, own & below | GETAWAY_BITS):
                return True
        elif arranged.only(place, below & ~own) and arranged.out_of(number, seat, own):
            return True
        arranged.restore(kept)
    return False
