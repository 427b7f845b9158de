"""What was declared in No Loose Ends, as the table says it."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.games.no_loose_ends.cards import GETAWAY, SUIT_FACES, Card, face
from device.games.no_loose_ends.declarations import Bid, Covers, DoubleCross, Loose, Pass, Planned, Plays, Wins
from display.words import Argument, Text, text


def in_words(declaration: Declaration, player: str) -> Text:
    """A player's declaration in words. Raises TypeError for what is none of this game."""
    match declaration:
        case Pass() | DoubleCross() | Loose():
            return _plain(declaration, player)
        case Bid() | Plays() | Covers():
            return _of_a_card(declaration, player)
        case Wins(_, card, lead):
            return _wins(player, card, lead)
        case Planned(_, planned, covered, extra):
            return text(
                "{player}: bids {planned}, covered {covered}, extra tricks {extra}.",
                player=player,
                planned=planned,
                covered=covered,
                extra=extra,
            )
    raise TypeError(declaration)


def _plain(declaration: Pass | DoubleCross | Loose, player: str) -> Text:
    match declaration:
        case Pass():
            return text("{player} passes.", player=player)
        case DoubleCross():
            return text("{player} double-crosses.", player=player)
        case Loose():
            return text("{player} covers nothing.", player=player)


def _of_a_card(declaration: Bid | Plays | Covers, player: str) -> Text:
    card = _card(declaration.card)
    match declaration:
        case Bid():
            return text("{player} bids {card}.", player=player, card=card)
        case Plays():
            return text("{player} plays {card}.", player=player, card=card)
        case Covers():
            return text("{player} covers {card}.", player=player, card=card)


def _wins(player: str, card: Card | None, lead: str | None) -> Text:
    suit = None if lead is None else _suit(lead)
    if card is None:
        if suit is None:
            return text("{player} wins the trick.", player=player)
        return text("{player} wins the trick; lead suit: {suit}.", player=player, suit=suit)
    if suit is None:
        return text("{player} wins the trick with {card}.", player=player, card=_card(card))
    return text("{player} wins the trick with {card}; lead suit: {suit}.", player=player, card=_card(card), suit=suit)


def _card(card: Card) -> Argument:
    return face(card) if card == GETAWAY or card.suit in SUIT_FACES else str(card)


def _suit(suit: str) -> Argument:
    return SUIT_FACES[suit].word if suit in SUIT_FACES else suit
