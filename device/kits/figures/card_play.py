"""Card play in a game by figures: the author's settings for tricks that are declared card by card."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.setup import labelled_option
from device.kits.arguments import quote_value, raise_description_error
from device.kits.cards import Card, Deck, all_cards
from device.kits.figures.columns import FiguresRound, setting_value
from display.words import text
from values.named_tuple import NamedTuple, compared_by_identity

TOTALS, CARDS = "totals", "cards"

DETAIL = labelled_option(
    "detail", text("What is typed"), {TOTALS: text("figures of each round"), CARDS: text("every card")}
)
"""The option to declare every card, or figures only. A sheet with card play has it in addition to its own options."""


@compared_by_identity
class CardPlay(NamedTuple):
    """How cards are played. Each setting may be a function of the round, which sees what was declared before."""

    deck: Deck | Callable[[FiguresRound], Deck] = Deck()

    dealt: int | Callable[[FiguresRound], int] | None = None
    """The number of cards in each hand; None if all cards are dealt."""

    trump: str | Callable[[FiguresRound], str | None] | None = None
    """The trump suit, by its word in records; None if there is none."""

    opens: str | Callable[[FiguresRound], str] | None = None
    """The card that must be led first, as records write it: its owner leads. None if the round's starter leads."""


class CardDeal(NamedTuple):
    """The settings of card play in one round."""

    deck: Deck
    dealt_count: int
    undealt_count: int
    trump: str | None
    opening_card: Card | None


def card_deal(play: CardPlay, round_: FiguresRound) -> CardDeal:
    """Compute the settings of card play for a round. Raises DescriptionError if they don't fit together."""
    deck, trump = setting_value(play.deck, round_), setting_value(play.trump, round_)
    if trump is not None and trump not in deck.suits:
        raise_description_error(f"trump is {quote_value(trump)}: the deck has {', '.join(deck.suits)}.")
    card_count = len(all_cards(deck))
    dealt_count = setting_value(play.dealt, round_)
    dealt_count = card_count // round_.player_count if dealt_count is None else dealt_count
    opening_word = setting_value(play.opens, round_)
    opening_card = None if opening_word is None else parse_card(opening_word)
    if opening_word is not None and (opening_card is None or not deck.has(opening_card)):
        raise_description_error(f"opens is {quote_value(opening_word)}: write a card of the deck, as clubs-2.")
    if not 0 < dealt_count <= card_count // round_.player_count:
        raise_description_error(
            f"{dealt_count} cards are dealt to each of {round_.player_count}: the deck has {card_count}."
        )
    return CardDeal(deck, dealt_count, card_count - dealt_count * round_.player_count, trump, opening_card)


def parse_card(word: str) -> Card | None:
    """Parse a word like `hearts-12`. Returns None if it is no card."""
    suit, _, number = word.rpartition("-")
    is_number = number.isascii() and number.isdecimal() and len(number) < 4 and number[0] != "0"
    return Card(suit, int(number)) if suit.isalpha() and is_number else None
