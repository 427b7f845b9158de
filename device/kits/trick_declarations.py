"""Declarations of tricks: a card played, or a trick won with as many details as the table declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from device.contract.declarations import Declaration, RecordLine
from device.contract.keycodes import Choice, Layout, Level
from device.contract.setup import Seat
from device.kits.cards import Card
from display.vocabulary import Suit
from display.words import Argument, Text, text


@dataclass(frozen=True, slots=True)
class Plays:
    """A card is played to a trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Wins:
    """A trick is won. The winning card and the lead suit are None if they were not declared."""

    seat: Seat
    card: Card | None = None
    lead: str | None = None


def parse_win(
    seat: Seat, words: Sequence[str], parse_card: Callable[[str], Card], parse_suit: Callable[[str], str]
) -> Wins | None:
    """Parse the words after `wins`, with parsers for a card and a suit. Returns None for other words.

    Raises whatever these parsers raise.
    """
    match words:
        case []:
            return Wins(seat)
        case ["lead", lead]:
            return Wins(seat, None, parse_suit(lead))
        case [word]:
            return Wins(seat, parse_card(word))
        case [word, "lead", lead]:
            return Wins(seat, parse_card(word), parse_suit(lead))
    return None


def lead_of_win(win: Wins, leader: Seat, trump: str | None) -> str | None:
    """Return the lead suit as declared; else the winning card's suit, or None for a trump not played by the leader."""
    card = win.card
    if win.lead is not None or card is None or not card.suit:
        return win.lead
    return None if card.suit == trump and win.seat != leader else card.suit


def why_card_cannot_win(win: Wins, leader: Seat, trump: str | None, suits: Mapping[str, Suit]) -> Text | None:
    """Return why the winning card, which has a suit, contradicts the lead suit that was declared; None if it does not.

    `suits` are all suits, as they are shown. Who refuses the card fills in {player} and {card}.
    """
    card, lead = win.card, win.lead
    if card is None or lead in (None, card.suit):
        return None
    if win.seat == leader:
        return text("{player} led this trick: the lead suit is that of {card}, not {lead}.", lead=suits[str(lead)])
    if card.suit == trump:
        return None
    return text(
        "{player}'s {card} can't have won: it is neither trump nor of the lead suit {lead}.", lead=suits[str(lead)]
    )


def trick_line(declaration: Plays | Wins) -> RecordLine:
    """Return the line of a declaration."""
    if isinstance(declaration, Plays):
        return RecordLine(declaration.seat, ("plays", str(declaration.card)))
    card_words = () if declaration.card is None else (str(declaration.card),)
    lead_words = () if declaration.lead is None else ("lead", declaration.lead)
    return RecordLine(declaration.seat, ("wins", *card_words, *lead_words))


def wins_in_words(player: str, card: Argument | None, suit: Argument | None) -> Text:
    """The sentence that a player wins a trick, with the card and the lead suit if they were declared."""
    if card is None:
        if suit is None:
            return text("{player} wins the trick.", player=player)
        return text("{player} wins the trick; lead suit: {suit}.", player=player, suit=suit)
    if suit is None:
        return text("{player} wins the trick with {card}.", player=player, card=card)
    return text("{player} wins the trick with {card}; lead suit: {suit}.", player=player, card=card, suit=suit)


def card_question(player: str, *, leads: bool) -> Text:
    """The question for the next card."""
    return text("{player} leads a card", player=player) if leads else text("{player} plays a card", player=player)


def awaited_sentence(number: int, player: str | None = None) -> Text:
    """The refusal of anything but the awaited card of a player, or the winner, in trick `number` (from 1)."""
    if player is None:
        return text("Trick {number} is being played: say who wins it.", number=number)
    return text("Trick {number} is being played: {player} plays a card.", number=number, player=player)


@lru_cache(maxsize=4)
def winner_level(names: tuple[str, ...]) -> Level[Declaration]:
    """The level that asks who wins."""
    return Level("winner", text("winner"), Layout.LIST, _seat_choices(names, Wins), is_of_players=True)


def winner_then_level(names: tuple[str, ...], next_level: Callable[[Seat], Level[Declaration]]) -> Level[Declaration]:
    """The level that asks who wins, followed by a further level for each player."""
    return Level("winner", text("winner"), Layout.LIST, _seat_choices(names, next_level), is_of_players=True)


def _seat_choices(
    names: tuple[str, ...], make_meaning: Callable[[Seat], Declaration | Level[Declaration]]
) -> tuple[Choice[Declaration], ...]:
    return tuple(Choice(seat, name, make_meaning(seat)) for seat, name in enumerate(names))
