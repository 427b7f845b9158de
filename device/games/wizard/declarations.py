"""What a table can declare in Wizard, and its words in a record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from device.contract.declarations import Declaration, RecordLine, WonTrick, read_won, written_won
from device.contract.numbers import number
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.wizard.cards import SPECIAL
from device.kits.cards import Card
from display.words import text

_SUITED = re.compile(r"([^\W\d_]+)-(0|[1-9][0-9]*)")
_SUIT = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Trump:
    """The suit that is trump, or None; no player's own declaration."""

    suit: str | None

    @property
    def seat(self) -> Seat | None:
        return None


@dataclass(frozen=True, slots=True)
class Bid:
    """How many tricks a player says they will win."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Won:
    """How many tricks a player won in a round."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Wins:
    """A trick won; the winning card and the lead suit as far as the table said them."""

    seat: Seat
    card: Card | None = None
    lead: str | None = None


@dataclass(frozen=True, slots=True)
class Plays:
    """A card played to a trick."""

    seat: Seat
    card: Card


def read(line: RecordLine) -> Declaration:
    """The declaration of a line. Raises Refused (`syntax`)."""
    match line.seat, line.words:
        case None, ("trump", "none"):
            return Trump(None)
        case None, ("trump", suit):
            return Trump(_suit(suit))
        case int(seat), ("bid", tricks):
            return Bid(seat, _number(tricks))
        case int(seat), ("won", tricks):
            return Won(seat, _number(tricks))
        case int(seat), ("plays", card):
            return Plays(seat, _card(card))
        case int(seat), ("wins", *words):
            return _read_wins(seat, words, line)
    _refuse_words(line)


def _read_wins(seat: Seat, words: list[str], line: RecordLine) -> Wins:
    won = read_won(words)
    if won is None:
        _refuse_words(line)
    card = None if won.card is None else _card(won.card)
    return Wins(seat, card, None if won.lead is None else _suit(won.lead))


def write(declaration: Declaration) -> RecordLine:
    """The words of a declaration. Raises TypeError for what is none of this game."""
    match declaration:
        case Trump(suit):
            return RecordLine(None, ("trump", suit or "none"))
        case Bid(seat, tricks):
            return RecordLine(seat, ("bid", str(tricks)))
        case Won(seat, tricks):
            return RecordLine(seat, ("won", str(tricks)))
        case Plays(seat, card):
            return RecordLine(seat, ("plays", str(card)))
        case Wins(seat, card, lead):
            return RecordLine(seat, written_won(WonTrick(None if card is None else str(card), lead)))
    raise TypeError(declaration)


def _refuse_words(line: RecordLine) -> NoReturn:
    refuse(
        RefusalCode.SYNTAX,
        text(
            "“{words}” can't be read: trump is said, a player bids, plays, wins a trick or won so many.",
            words=" ".join(line.words),
        ),
        line.seat,
    )


def _number(word: str) -> int:
    found = number(word)
    if found is None:
        refuse(
            RefusalCode.SYNTAX,
            text("“{word}” is not a number: write it in digits, without sign or leading zeros.", word=word),
        )
    return found


def _card(word: str) -> Card:
    if word in SPECIAL:
        return SPECIAL[word]
    match = _SUITED.fullmatch(word)
    if match is None:
        refuse(
            RefusalCode.SYNTAX,
            text("“{word}” is not a card: write a suit and a number, like blue-10, or wizard or jester.", word=word),
        )
    return Card(match[1], _number(match[2]))


def _suit(word: str) -> str:
    if _SUIT.fullmatch(word) is None:
        refuse(RefusalCode.SYNTAX, text("“{word}” is not a suit: write it as a word, like blue.", word=word))
    return word
