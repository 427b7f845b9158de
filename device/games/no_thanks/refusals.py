"""Refusals that several ways to declare a round of No Thanks! (`Detail`) have in common."""

from __future__ import annotations

from device.contract.numbers import LARGEST_PARSED
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.no_thanks.cards import HIGHEST, LOWEST
from device.games.no_thanks.options import Settings
from display.vocabulary import Face
from display.words import Text, text


def check_card(settings: Settings, card: int, seat: Seat | None = None) -> None:
    """Raise Refused (`no-such-card`) for a card that is not in this deck."""
    if settings.has_card(card):
        return
    if card == LARGEST_PARSED:  # it stands for every larger number, so the refusal names no card
        sentence = text("There is no such card: they are numbered {low} to {high}.", low=LOWEST, high=HIGHEST)
        refuse(RefusalCode.NO_SUCH_CARD, sentence, seat)
    face = Face(number=card)
    if card in settings.removed_cards:
        refuse(RefusalCode.NO_SUCH_CARD, out_of_deck_text(card), seat, face)
    sentence = text("There is no card {card}: they are numbered {low} to {high}.", card=face, low=LOWEST, high=HIGHEST)
    refuse(RefusalCode.NO_SUCH_CARD, sentence, seat, face)


def out_of_deck_text(card: int) -> Text:
    """The sentence that refuses a card that a variant has taken out of the deck."""
    return text(
        "The {card} is out of the deck in this variant, as everybody knows: look again.", card=Face(number=card)
    )


def card_elsewhere_text(player: str, card: int, owner: str) -> Text:
    """The sentence that refuses a card that another player has."""
    return text(
        "{player} cannot hold the {card}: it lies before {owner}, and there is only one.",
        player=player,
        card=Face(number=card),
        owner=owner,
    )


def named_twice_text(player: str, card: int) -> Text:
    """The sentence that refuses a card that is named twice."""
    return text("The {card} of {player} is named twice: there is only one.", card=Face(number=card), player=player)
