"""The card that was turned for trump: which cards it can have been. Nobody can play it.

A record has the trump suit, not the card that was turned. A suit is trump because a card of it was turned, or a wizard,
and the dealer chose the suit. There is no trump because a jester was turned, or a wizard, and the dealer chose none
(the Wizard rulebook has the dealer choose a suit; but what a table has played is not refused).
"""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse_player
from device.contract.setup import Seat
from device.games.wizard.cards import JESTER, WIZARD, face
from device.games.wizard.state import Round, State
from device.kits.cards import SUIT_FACES, Card
from display.words import Text, text


def possible_trump_cards(state: State, round_: Round) -> tuple[Card, ...]:
    """Return the kinds of cards that can have been turned; empty if no card was turned, or nothing is known of it.

    Nothing is known of it in a round of the plain deck without trump.
    """
    deck = state.settings.deck
    if not round_.is_trump_declared or deck.is_all_dealt(state.player_count, round_.card_count):
        return ()
    if round_.trump is not None:
        cards_of_trump = tuple(Card(round_.trump, number) for number in deck.numbers)
        return (*cards_of_trump, WIZARD) if deck.special_count else cards_of_trump
    return (WIZARD, JESTER) if deck.special_count else ()


def check_trump_card_left(state: State, round_: Round, seat: Seat, card: Card) -> None:
    """Refuse a card (`card-already-seen`) after which every card that can have been turned has been played.

    `round_` is the round with the card in it.
    """
    kinds = possible_trump_cards(state, round_)
    if kinds and not any(_count_unseen(state, round_, kind) for kind in kinds):
        sentence = _all_played_text(state, round_)
        refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))


def _count_unseen(state: State, round_: Round, kind: Card) -> int:
    """Return the number of cards of a kind that have not been played."""
    if kind.suit:
        return int(kind not in round_.seen_cards)
    return state.settings.deck.special_count - (round_.wizards_played if kind == WIZARD else round_.jesters_played)


def _all_played_text(state: State, round_: Round) -> Text:
    """The refusal of the last card that can have been turned."""
    if round_.trump is None:
        return text(
            "{player} can't have {card}: there is no trump, so a jester or a wizard was turned, and all others have "
            "been played."
        )
    suit = SUIT_FACES[round_.trump]
    if state.settings.deck.special_count:
        return text(
            "{player} can't have {card}: {suit} is trump, so a card of it or a wizard was turned, and all others have "
            "been played.",
            suit=suit,
        )
    return text(
        "{player} can't have {card}: {suit} is trump, so a card of it was turned, and all others have been played.",
        suit=suit,
    )
