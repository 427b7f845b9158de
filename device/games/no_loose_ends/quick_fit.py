"""The quickest way to fit one more trick into an example, with its cards almost as they lie.

Each player plays from the hand that the example gives them. Players follow suit if they can: the winner with the lowest
card that wins, the others with their lowest. If a card is needed that lies elsewhere, it changes places with one of the
hand. About seven of eight tricks can be fitted in this way; the others need more changes (`trick_fitting`).
"""

from __future__ import annotations

from collections.abc import Sequence

from device.contract.setup import Seat
from device.games.no_loose_ends.bits import GETAWAY_BITS, HAND, PLAIN_BITS, SUIT_BITS, TRUMP_BITS, bit
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.one_trick import below as below_best
from device.games.no_loose_ends.one_trick import ways_to_win
from values.named_tuple import NamedTuple

_NO_TRUMP = HAND ^ TRUMP_BITS


class _Played(NamedTuple):
    """A way to play a trick: the suit led, the cards that can win, everybody's card, and players out of the suit."""

    own: int
    won: int
    cards: list[int]
    out: list[Seat]


def add_trick(takes: list[int], lying: list[int], players: int, clue: Clue) -> bool:
    """Add one more trick (of cards that have suits), played from the hands, which are the first places of the example.

    Returns whether that is possible. If not, cards may have changed places, but they still are an example.
    """
    named = 0 if clue.card is None else bit(clue.card)
    if named and not lying[clue.winner] & named and not _fetch(takes, lying, clue.winner, named, 0):
        return False
    ways = ways_to_win(clue)
    played = _as_it_lies(lying[:players], clue, ways) or _fetched(takes, lying, players, clue, ways, named)
    if played is None:
        return False
    _lay(takes, lying, clue, played)
    return True


def _as_it_lies(hands: list[int], clue: Clue, ways: Sequence[tuple[int, int]]) -> _Played | None:
    """Return a way to play from the hands as they are: the one in which most players follow suit."""
    found = None
    # Trump is tried last as the lead suit: players who keep trumps can win other tricks, too.
    for suit, won in reversed(ways):
        played = _from_hands(hands, clue, SUIT_BITS[suit], won)
        if played is not None:
            if not played.out:
                return played
            if found is None or len(played.out) < len(found.out):
                found = played
    return found


def _from_hands(hands: list[int], clue: Clue, own: int, won: int) -> _Played | None:
    if not hands[clue.leader] & own:
        return None
    cards, out = [], []
    others = 0
    for seat, hand in enumerate(hands):
        play = hand & own
        if not play:
            out.append(seat)
            # Trump is played only if nothing else is left.
            play = hand & _NO_TRUMP or hand
        play &= -play
        cards.append(play)
        if seat != clue.winner:
            others |= play
    best = _winning(hands[clue.winner], own, won, others)
    if not best:
        return None
    cards[clue.winner] = best & -best
    return _Played(own, won, cards, out)


def _winning(hand: int, own: int, won: int, others: int) -> int:
    """Return the cards of a hand, among those that can have won, that beat the cards of all others."""
    trumps = others & TRUMP_BITS
    if own == TRUMP_BITS or not hand & own:
        return hand & won & TRUMP_BITS & _above(trumps)
    return 0 if trumps else hand & won & own & _above(others & own)


def _above(cards: int) -> int:
    """Return all bits above the highest card of a set; all bits if the set is empty."""
    return -1 << cards.bit_length()


def _fetched(
    takes: list[int], lying: list[int], players: int, clue: Clue, ways: Sequence[tuple[int, int]], named: int
) -> _Played | None:
    """Return a way to play after missing cards were fetched from other places."""
    for suit, won in reversed(ways):
        own = SUIT_BITS[suit]
        if not lying[clue.leader] & own and not _fetch(takes, lying, clue.leader, own & ~named, named):
            continue
        if not _winning_fetched(takes, lying, players, clue, own, won, named):
            continue
        played = _from_hands(lying[:players], clue, own, won)
        if played is not None:
            return played
    return None


def _winning_fetched(
    takes: list[int], lying: list[int], players: int, clue: Clue, own: int, won: int, named: int
) -> bool:
    """Give the winner a card of the lead suit that wins; if the card was declared, give others lower ones instead."""
    others = [seat for seat in range(players) if seat != clue.winner]
    if named:
        above = [seat for seat in others if named & own and 0 < lying[seat] & own & -(lying[seat] & own) > named]
        return all(_fetch(takes, lying, seat, own & named - 1, named) for seat in above)
    lowest = [lying[seat] & own & -(lying[seat] & own) for seat in others]
    wanted = own & won & _above(max(lowest))
    return bool(lying[clue.winner] & wanted) or _fetch(takes, lying, clue.winner, wanted, 0)


def _fetch(takes: list[int], lying: list[int], seat: Seat, wanted: int, kept: int) -> bool:
    """Exchange a card of a hand that is not `kept` for a wanted one. Returns False if that is impossible."""
    wanted &= takes[seat]
    hand = lying[seat] & ~kept
    for place, cards in enumerate(lying):
        found = cards & wanted
        if found and place != seat:
            given = hand & takes[place]
            if given:
                found &= -found
                given = given & _suit_of(found) or given & PLAIN_BITS or given
                found |= given & -given
                lying[place] ^= found
                lying[seat] ^= found
                return True
    return False


def _suit_of(card: int) -> int:
    """Return all cards of a card's suit; none for a getaway card."""
    return next((own for own in SUIT_BITS if card & own), 0)


def _lay(takes: list[int], lying: list[int], clue: Clue, played: _Played) -> None:
    """Add the plays of a trick to the places. Hands of players who are out of the suit take no more of it."""
    own, best = played.own, played.cards[clue.winner]
    below = below_best(best, own)
    for seat, card in enumerate(played.cards):
        hand = takes[seat]
        lying[seat] ^= card
        if seat in played.out:
            takes[seat] &= ~own
        if seat == clue.winner:
            hand &= played.won & (own if best & own else TRUMP_BITS) & -best
        elif seat in played.out:
            hand &= below & ~own
        elif seat == clue.leader:
            hand &= own & below
        else:
            hand &= own & below | GETAWAY_BITS
        takes.append(hand)
        lying.append(card)
    if clue.card is not None:
        takes[clue.winner - len(played.cards)] = lying[clue.winner - len(played.cards)] = 0
