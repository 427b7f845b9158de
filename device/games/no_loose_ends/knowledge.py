"""Knowledge about hands that a round's declarations prove (voids, cards taken back), and the revokes it reveals.

A player who did not follow suit, other than with a getaway card, holds no card of that suit (No Loose Ends rulebook,
Winning Tricks). Cards that a double-cross put back are known to be in that player's hand.
"""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse_player
from device.contract.setup import Seat
from device.contract.unseen_cards import (
    OverfullSuits,
    Void,
    find_overfull_suits,
    find_void,
    refuse_overfull,
    refuse_revoke,
    void_suit_bits,
)
from device.games.no_loose_ends.bits import SUIT_INDEX
from device.games.no_loose_ends.cards import Card, deck, face
from device.games.no_loose_ends.options import Detail
from device.games.no_loose_ends.refusal_codes import NoLooseEndsRefusal
from device.games.no_loose_ends.state import Round, State
from device.games.no_loose_ends.suits import SUIT_FACES, SUITS
from display.words import Several, text


def card_certainly_held(round_: Round, seat: Seat, suit: str) -> Card | None:
    """Return a card of the suit that the player certainly holds, since a double-cross put it back; or None.

    A card that was put back is in the hand, or among the plays that were not declared card by card. A player who is out
    of several suits must have played the cards of all of them there.
    """
    if round_.double_crosser != seat:
        return None
    held_cards = sorted(card for card in round_.taken_back if card.suit == suit)
    void_suits = {void.suit for void in _voids_of_spent_suits(round_, seat, suit)}
    spent_count = sum(card.suit in void_suits for card in round_.taken_back)
    return held_cards[0] if held_cards and len(held_cards) + spent_count > round_.undeclared_play_count else None


def _voids_of_spent_suits(round_: Round, seat: Seat, suit: str) -> tuple[Void, ...]:
    """Return the voids that prove that cards of other suits, which the player put back, were played."""
    suits = {card.suit for card in round_.taken_back} - {suit}
    return tuple(void for void in round_.voids if void.seat == seat and void.suit in suits)


def check_not_taken_back(state: State, seat: Seat, card: Card) -> None:
    """Refuse a card that is in another player's hand since a double-cross."""
    round_ = state.current_round
    if card in round_.taken_back and round_.double_crosser != seat:
        assert round_.double_crosser is not None
        sentence = text(
            "{player} can't have {card}: {other} took it back with the double-cross.",
            other=state.name(round_.double_crosser),
        )
        refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))


def after_showing_suit(
    state: State, seat: Seat, suit: str, card: Card | None = None, *, waive_revoke: bool = False
) -> State:
    """Return the state after a player showed, by a card or otherwise, that they hold the suit.

    Raises Refused (`revoke`), naming both tricks, if the player failed to follow the suit before. With `waive_revoke`,
    that proof is dropped instead.
    """
    round_ = state.current_round
    void = find_void(round_.voids, seat, suit)
    if void is None:
        return state
    if waive_revoke:
        voids = tuple(other_void for other_void in round_.voids if other_void != void)
        return after_accepted_revoke(state._replace(round=round_._replace(voids=voids)))
    card_face = None if card is None else face(card)
    refuse_revoke(state.table, NoLooseEndsRefusal.REVOKE, void, SUIT_FACES[suit], round_.trick_number, card_face)


def after_not_following(state: State, seat: Seat, lead: str, *, waive_revoke: bool = False) -> State:
    """Return the state after a player did not follow suit: they are out of it. The earliest proof is kept.

    Raises Refused (`revoke`) if they certainly hold a card of the suit, put back by a double-cross. With
    `waive_revoke`, nothing is proven instead.
    """
    round_ = state.current_round
    if find_void(round_.voids, seat, lead) is not None:
        return state
    held_card = card_certainly_held(round_, seat, lead)
    if held_card is None:
        return state._replace(round=round_._replace(voids=(*round_.voids, Void(seat, lead, round_.trick_number))))
    if not waive_revoke:
        _refuse_not_following(state, seat, lead, held_card)
    return after_accepted_revoke(state)


def after_accepted_revoke(state: State) -> State:
    """Return the state after a revoke was let stand: from now on, players may have failed to follow suit in this round.

    At detail `cards`, voids that are disproven were dropped already, so nothing changes.
    """
    if state.settings.detail is Detail.CARDS:
        return state
    return state._replace(round=state.current_round._replace(is_revoke_accepted=True))


def _refuse_not_following(state: State, seat: Seat, lead: str, held_card: Card) -> None:
    round_ = state.current_round
    spent_voids = _voids_of_spent_suits(round_, seat, lead) if round_.undeclared_play_count else ()
    if spent_voids:
        sentence = text(
            "Revoke: {player} took back more cards of {suits} than can be gone by now, "
            "but did not follow them in tricks {tricks}.",
            suits=Several((*(SUIT_FACES[void.suit] for void in spent_voids), SUIT_FACES[lead])),
            tricks=Several((*(void.trick for void in spent_voids), round_.trick_number)),
        )
    else:
        sentence = text(
            "Revoke: {player} does not follow {suit} in trick {now}, but holds {card}, taken back before trick 1.",
            suit=SUIT_FACES[lead],
            now=round_.trick_number,
        )
    refuse_player(state.table, NoLooseEndsRefusal.REVOKE, sentence, seat, face(held_card))


def unseen_cards(state: State) -> frozenset[Card]:
    """Return the cards that have not been declared, those put back by a double-cross included."""
    return deck(state.deal_sizes.highest_number) - state.current_round.seen_cards


def overfull_suits(state: State) -> OverfullSuits | None:
    """Find suits of which more cards are unseen than there is room for, or None (detail `cards`)."""
    round_ = state.current_round
    # Cards that were taken back are unseen, but it is known who has them.
    unknown = [state.deal_sizes.highest_number] * len(SUITS)
    for card in (*round_.seen_cards, *round_.taken_back):
        unknown[SUIT_INDEX[card.suit]] -= 1
    room = [state.hand_size(seat) for seat in state.seats]
    if round_.double_crosser is not None:
        room[round_.double_crosser] -= len(round_.taken_back)
    return find_overfull_suits(unknown, room, void_suit_bits(round_.voids, state.seats, SUITS), state.undealt_count)


def check_possible_deal(after: State, seat: Seat, *, waive_revoke: bool = False) -> State:
    """Check that a deal of the unseen cards is possible after a play, and return the state (detail `cards`).

    Raises Refused (`revoke`) if no deal fits what is known. With `waive_revoke`, deals are not checked any more in this
    round.
    """
    overfull = overfull_suits(after) if after.current_round.voids else None
    if overfull is None:
        return after
    if waive_revoke:
        return after._replace(round=after.current_round._replace(is_revoke_accepted=True))
    round_ = after.current_round
    refuse_overfull(
        after.table, NoLooseEndsRefusal.REVOKE, overfull, round_.voids, SUIT_FACES, seat, round_.trick_number
    )
