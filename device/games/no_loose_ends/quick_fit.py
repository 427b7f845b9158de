"""The quickest way to fit one more trick into an example, with its cards almost as they lie.

Each player plays from the hand that the example gives them. Players follow suit if they can: the winner with the lowest
card that wins, the others with their lowest. If a card is needed that lies elsewhere, it changes places with one of the
hand. About seven of eight tricks can be fitted in this way; the others need more changes (`trick_fitting`).
"""

from __future__ import annotations

from collections.abc import Sequence

from device.contract.setup import Seat
from device.games.no_loose_ends.arrangement import Arrangement
from device.games.no_loose_ends.bits import GETAWAY_BITS, PLAIN_BITS, SEAT_MASK, SUIT_BITS, TRUMP_BITS, card_bit
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.one_trick import cached_winning_cards, cards_below
from values.named_tuple import NamedTuple

_ALL_BUT_TRUMP = SEAT_MASK ^ TRUMP_BITS


class _TrickPlay(NamedTuple):
    """A way to play a trick: the suit led, the cards that can win, everybody's card, and players out of the suit."""

    suit_bits: int
    winning_cards: int
    cards: list[int]
    void_seats: list[Seat]


def add_trick_quickly(arrangement: Arrangement, clue: Clue) -> bool:
    """Add one more trick (of cards that have suits), played from the hands, which are the first places of the example.

    Returns whether that is possible. If not, cards may have changed places, but they still are an example.
    """
    declared = 0 if clue.card is None else card_bit(clue.card)
    lacks_declared = declared and not arrangement.cards_at[clue.winner] & declared
    if lacks_declared and not _exchange_card(arrangement, clue.winner, declared, 0):
        return False
    leads = cached_winning_cards(clue)
    play = _best_play_from_hands(arrangement.cards_at[: arrangement.player_count], clue, leads)
    play = play or _play_after_exchanges(arrangement, clue, leads, declared)
    if play is None:
        return False
    _add_plays(arrangement.allowed_at, arrangement.cards_at, clue, play)
    return True


def _best_play_from_hands(hands: list[int], clue: Clue, leads: Sequence[tuple[int, int]]) -> _TrickPlay | None:
    """Return a way to play from the hands as they are: the one in which most players follow suit."""
    best = None
    # Trump is tried last as the lead suit: players who keep trumps can win other tricks, too.
    for suit, winning_cards in reversed(leads):
        play = _play_from_hands(hands, clue, SUIT_BITS[suit], winning_cards)
        if play is not None:
            if not play.void_seats:
                return play
            if best is None or len(play.void_seats) < len(best.void_seats):
                best = play
    return best


def _play_from_hands(hands: list[int], clue: Clue, suit_bits: int, winning_cards: int) -> _TrickPlay | None:
    if not hands[clue.leader] & suit_bits:
        return None
    cards, void_seats = [], []
    other_cards = 0
    for seat, hand in enumerate(hands):
        card = hand & suit_bits
        if not card:
            void_seats.append(seat)
            # Trump is played only if nothing else is left.
            card = hand & _ALL_BUT_TRUMP or hand
        card &= -card
        cards.append(card)
        if seat != clue.winner:
            other_cards |= card
    winners = _winning_cards(hands[clue.winner], suit_bits, winning_cards, other_cards)
    if not winners:
        return None
    cards[clue.winner] = winners & -winners
    return _TrickPlay(suit_bits, winning_cards, cards, void_seats)


def _winning_cards(hand: int, suit_bits: int, winning_cards: int, other_cards: int) -> int:
    """Return the cards of a hand, among those that can have won, that beat the cards of all others."""
    trumps = other_cards & TRUMP_BITS
    if suit_bits == TRUMP_BITS or not hand & suit_bits:
        return hand & winning_cards & TRUMP_BITS & _bits_above(trumps)
    return 0 if trumps else hand & winning_cards & suit_bits & _bits_above(other_cards & suit_bits)


def _bits_above(cards: int) -> int:
    """Return all bits above the highest card of a set; all bits if the set is empty."""
    return -1 << cards.bit_length()


def _play_after_exchanges(
    arrangement: Arrangement, clue: Clue, leads: Sequence[tuple[int, int]], declared: int
) -> _TrickPlay | None:
    """Return a way to play after missing cards were fetched from other places."""
    for suit, winning_cards in reversed(leads):
        suit_bits = SUIT_BITS[suit]
        can_lead = arrangement.cards_at[clue.leader] & suit_bits
        if not can_lead and not _exchange_card(arrangement, clue.leader, suit_bits & ~declared, declared):
            continue
        if not _fetch_winner(arrangement, clue, suit_bits, winning_cards, declared):
            continue
        play = _play_from_hands(arrangement.cards_at[: arrangement.player_count], clue, suit_bits, winning_cards)
        if play is not None:
            return play
    return None


def _fetch_winner(arrangement: Arrangement, clue: Clue, suit_bits: int, winning_cards: int, declared: int) -> bool:
    """Give the winner a card of the lead suit that wins; if the card was declared, give others lower ones instead."""
    hands = enumerate(arrangement.cards_at[: arrangement.player_count])
    of_suit = {seat: hand & suit_bits for seat, hand in hands if seat != clue.winner}
    if declared:
        seats_above = [seat for seat, cards in of_suit.items() if declared & suit_bits and cards & -cards > declared]
        return all(_exchange_card(arrangement, seat, suit_bits & declared - 1, declared) for seat in seats_above)
    card_to_beat = max(cards & -cards for cards in of_suit.values())
    wanted = suit_bits & winning_cards & _bits_above(card_to_beat)
    return bool(arrangement.cards_at[clue.winner] & wanted) or _exchange_card(arrangement, clue.winner, wanted, 0)


def _exchange_card(arrangement: Arrangement, seat: Seat, wanted: int, kept_cards: int) -> bool:
    """Exchange a card of a hand that is not `kept_cards` for a wanted one. Returns False if that is impossible."""
    allowed_at, cards_at = arrangement.allowed_at, arrangement.cards_at
    wanted &= allowed_at[seat]
    hand = cards_at[seat] & ~kept_cards
    for place, cards in enumerate(cards_at):
        fetched = cards & wanted
        if fetched and place != seat:
            offered = hand & allowed_at[place]
            if offered:
                fetched &= -fetched
                offered = offered & _suit_of_card(fetched) or offered & PLAIN_BITS or offered
                exchanged = fetched | offered & -offered
                cards_at[place] ^= exchanged
                cards_at[seat] ^= exchanged
                return True
    return False


def _suit_of_card(card: int) -> int:
    """Return all cards of a card's suit; none for a getaway card."""
    return next((suit_bits for suit_bits in SUIT_BITS if card & suit_bits), 0)


def _add_plays(allowed_at: list[int], cards_at: list[int], clue: Clue, play: _TrickPlay) -> None:
    """Add the plays of a trick to the places. Hands of players who are out of the suit take no more of it."""
    suit_bits, winning_card = play.suit_bits, play.cards[clue.winner]
    below = cards_below(winning_card, suit_bits)
    for seat, card in enumerate(play.cards):
        allowed_cards = allowed_at[seat]
        cards_at[seat] ^= card
        if seat in play.void_seats:
            allowed_at[seat] &= ~suit_bits
        if seat == clue.winner:
            winning_suit = suit_bits if winning_card & suit_bits else TRUMP_BITS
            allowed_cards &= play.winning_cards & winning_suit & -winning_card
        elif seat in play.void_seats:
            allowed_cards &= below & ~suit_bits
        elif seat == clue.leader:
            allowed_cards &= suit_bits & below
        else:
            allowed_cards &= suit_bits & below | GETAWAY_BITS
        allowed_at.append(allowed_cards)
        cards_at.append(card)
    if clue.card is not None:  # the declared card is known: it needs no place (that of the winner's play, from the end)
        allowed_at[clue.winner - len(play.cards)] = cards_at[clue.winner - len(play.cards)] = 0
