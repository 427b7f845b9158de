"""Knowledge about hands that the cards of a round prove (voids), and the revokes it reveals.

A player who did not follow suit, other than with a wizard or a jester, holds no card of that suit.
"""

from __future__ import annotations

from device.contract.setup import Seat
from device.contract.unseen_cards import (
    OverfullSuits,
    Void,
    find_overfull_suits,
    find_void,
    refuse_overfull,
    refuse_revoke,
    suit_bits,
    void_suit_bits,
)
from device.games.wizard.cards import face
from device.games.wizard.refusal_codes import WizardRefusal
from device.games.wizard.state import Round, State
from device.games.wizard.trump_card import possible_trump_cards
from device.kits.cards import SUIT_FACES, Card


def after_showing_suit(
    state: State, round_: Round, seat: Seat, suit: str, card: Card | None = None, *, waive_revoke: bool
) -> Round:
    """Return the round after a player showed, by a card or otherwise, that they hold the suit.

    Raises Refused (`revoke`) if they failed to follow the suit before. With `waive_revoke`, that proof is dropped
    instead.
    """
    void = find_void(round_.voids, seat, suit)
    if void is None:
        return round_
    if waive_revoke:
        return round_._replace(voids=tuple(other for other in round_.voids if other != void), is_revoke_accepted=True)
    card_face = None if card is None else face(card)
    refuse_revoke(state.table, WizardRefusal.REVOKE, void, SUIT_FACES[suit], round_.trick_number, card_face)


def after_not_following(round_: Round, seat: Seat, suit: str) -> Round:
    """Return the round after a player did not follow suit: they are out of it. The earliest proof is kept."""
    if find_void(round_.voids, seat, suit) is not None:
        return round_
    return round_._replace(voids=(*round_.voids, Void(seat, suit, round_.trick_number)))


def check_possible_deal(state: State, round_: Round, seat: Seat) -> None:
    """Refuse (`revoke`) a card after which no deal of the unseen cards fits what is known (detail `cards`)."""
    if not round_.voids or round_.is_revoke_accepted:
        return
    overfull = _overfull_suits(state, round_)
    if overfull is None:
        return
    faces = {suit: SUIT_FACES[suit] for suit in state.settings.deck.suits}
    refuse_overfull(state.table, WizardRefusal.REVOKE, overfull, round_.voids, faces, seat, round_.trick_number)


def _overfull_suits(state: State, round_: Round) -> OverfullSuits | None:
    """Find suits whose unseen cards have no room in hands, undealt cards and the card turned for trump; or None."""
    deck = state.settings.deck
    unseen = [len(deck.numbers) - sum(card.suit == suit for card in round_.seen_cards) for suit in deck.suits]
    room_by_hand = [state.hand_size(round_, seat) for seat in state.seats]
    void_bits = void_suit_bits(round_.voids, state.seats, deck.suits)
    undealt = deck.card_count - state.player_count * round_.card_count
    trump_card_suits = {card.suit for card in possible_trump_cards(state, round_)}
    if trump_card_suits:
        room_by_hand.append(1)
        void_bits.append(suit_bits(set(deck.suits) - trump_card_suits, deck.suits))
        undealt -= 1
    overfull = find_overfull_suits(unseen, room_by_hand, void_bits, undealt)
    return overfull and overfull._replace(void_seats=tuple(seat for seat in overfull.void_seats if seat in state.seats))
