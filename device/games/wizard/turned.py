"""The card that is turned for trump: which ones it can have been, and that nobody plays it.

A record says what is trump, not which card was turned. A suit is trump by a card of it, or, with a wizard turned,
because the dealer chose it. Without trump a jester was turned, or a wizard, and the dealer chose none (rulebook of
Wizard: one of the suits; no table is refused what it played).
"""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.wizard.cards import JESTER, WIZARD, face
from device.games.wizard.state import Round, State
from device.kits.cards import SUIT_FACES, Card
from display.words import Text, text


def candidates(state: State, round_: Round) -> tuple[Card, ...]:
    """The kinds of cards that can have been turned; none where no card was, or where nothing is known of it.

    Nothing is known of it in a round of the plain deck that is played without trump.
    """
    deck = state.settings.deck
    if not round_.trump_said or deck.all_dealt(state.players, round_.cards):
        return ()
    if round_.trump is not None:
        suited = tuple(Card(round_.trump, number) for number in deck.numbers)
        return (*suited, WIZARD) if deck.special else suited
    return (WIZARD, JESTER) if deck.special else ()


def refuse_turned(state: State, round_: Round, seat: Seat, card: Card) -> None:
    """Refuse a card (`card-already-seen`) after which every one that can have been turned has been played.

    `round_` is the round with the card in it.
    """
    kinds = candidates(state, round_)
    if kinds and not any(_unseen(state, round_, kind) for kind in kinds):
        refuse(RefusalCode.CARD_ALREADY_SEEN, _all_played(state, round_, seat, card), seat, face(card))


def _unseen(state: State, round_: Round, kind: Card) -> int:
    """How many cards of a kind have not been played."""
    if kind.suit:
        return int(kind not in round_.seen)
    return state.settings.deck.special - (round_.wizards if kind == WIZARD else round_.jesters)


def _all_played(state: State, round_: Round, seat: Seat, card: Card) -> Text:
    player, shown = state.name(seat), face(card)
    if round_.trump is None:
        return text(
            "{player} can't have {card}: there is no trump, so a jester or a wizard was turned, and all others have "
            "been played.",
            player=player,
            card=shown,
        )
    suit = SUIT_FACES[round_.trump]
    if state.settings.deck.special:
        return text(
            "{player} can't have {card}: {suit} is trump, so a card of it or a wizard was turned, and all others have "
            "been played.",
            player=player,
            card=shown,
            suit=suit,
        )
    return text(
        "{player} can't have {card}: {suit} is trump, so a card of it was turned, and all others have been played.",
        player=player,
        card=shown,
        suit=suit,
    )
