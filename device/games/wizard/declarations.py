"""The declarations of Wizard, and how records read and write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from device.contract.declarations import Declaration, RecordLine
from device.contract.numbers import parse_number
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.wizard.cards import SPECIAL_CARDS
from device.kits.cards import Card
from device.kits.trick_declarations import Plays as Plays
from device.kits.trick_declarations import Wins as Wins
from device.kits.trick_declarations import parse_win, trick_line
from display.words import text

_SUITED = re.compile(r"([^\W\d_]+)-(0|[1-9][0-9]*)")
_SUIT = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump suit, or None for no trump. It is no player's own declaration."""

    suit: str | None

    @property
    def seat(self) -> Seat | None:
        return None


@dataclass(frozen=True, slots=True)
class Bid:
    """The number of tricks that a player bids."""

    seat: Seat
    trick_count: int


@dataclass(frozen=True, slots=True)
class TricksWon:
    """The number of tricks that a player won in a round."""

    seat: Seat
    trick_count: int


def read(line: RecordLine) -> Declaration:
    """Parse a line. Raises Refused (`syntax`)."""
    match line.seat, line.words:
        case None, ("trump", "none"):
            return Trump(None)
        case None, ("trump", suit):
            return Trump(_parse_suit(suit))
        case int(seat), ("bid", tricks):
            return Bid(seat, parse_number(tricks))
        case int(seat), ("won", tricks):
            return TricksWon(seat, parse_number(tricks))
        case int(seat), ("plays", card):
            return Plays(seat, _parse_card(card))
        case int(seat), ("wins", *words):
            win = parse_win(seat, words, _parse_card, _parse_suit)
            if win is not None:
                return win
    sentence = text(
        "“{words}” can't be read: trump is said, a player bids, plays, wins a trick or won so many.",
        words=" ".join(line.words),
    )
    refuse(RefusalCode.SYNTAX, sentence, line.seat)


def write(declaration: Declaration) -> RecordLine:
    """Return the words of a declaration. Raises TypeError for one of another game."""
    match declaration:
        case Trump(suit):
            return RecordLine(None, ("trump", suit or "none"))
        case Bid(seat, tricks):
            return RecordLine(seat, ("bid", str(tricks)))
        case TricksWon(seat, tricks):
            return RecordLine(seat, ("won", str(tricks)))
        case Plays() | Wins():
            return trick_line(declaration)
    raise TypeError(declaration)


def _parse_card(word: str) -> Card:
    if word in SPECIAL_CARDS:
        return SPECIAL_CARDS[word]
    match = _SUITED.fullmatch(word)
    if match is None:
        sentence = text(
            "“{word}” is not a card: write a suit and a number, like blue-10, or wizard or jester.", word=word
        )
        refuse(RefusalCode.SYNTAX, sentence)
    return Card(match[1], parse_number(match[2]))


def _parse_suit(word: str) -> str:
    if _SUIT.fullmatch(word) is None:
        refuse(RefusalCode.SYNTAX, text("“{word}” is not a suit: write it as a word, like blue.", word=word))
    return word
