"""What can be declared in No Loose Ends, and how a record writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from device.contract.declarations import Declaration, First, RecordLine
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import GETAWAY, Card
from display.words import text

_SUITED = re.compile(r"([^\W\d_]+)-(0|[1-9][0-9]*)")
_SUIT = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_DIGITS = 9
"""A longer number is beyond every deck; it is cut so that reading it costs nothing."""


@dataclass(frozen=True, slots=True)
class Bid:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Pass:
    seat: Seat


@dataclass(frozen=True, slots=True)
class DoubleCross:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Plays:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Wins:
    """A trick won; the winning card and the lead suit as far as the table said them."""

    seat: Seat
    card: Card | None = None
    lead: str | None = None


@dataclass(frozen=True, slots=True)
class Covers:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Loose:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Planned:
    """A whole round of one player: bids, bids covered, tricks that covered nothing."""

    seat: Seat
    planned: int
    covered: int
    extra: int


def read(line: RecordLine) -> Declaration:
    """The declaration of a line's words. Raises Refused (`syntax`)."""
    assert line.seat is not None
    seat = line.seat
    match line.words:
        case ("pass",):
            return Pass(seat)
        case ("double-cross",):
            return DoubleCross(seat)
        case ("loose",):
            return Loose(seat)
        case ("bid", word):
            return Bid(seat, _card(word))
        case ("plays", word):
            return Plays(seat, _card(word))
        case ("covers", word):
            return Covers(seat, _card(word))
        case ("wins",):
            return Wins(seat)
        case ("wins", "lead", suit):
            return Wins(seat, None, _suit(suit))
        case ("wins", word):
            return Wins(seat, _card(word))
        case ("wins", word, "lead", suit):
            return Wins(seat, _card(word), _suit(suit))
        case ("planned", planned, "covered", covered, "extra", extra):
            return Planned(seat, _number(planned), _number(covered), _number(extra))
    refuse(
        RefusalCode.SYNTAX,
        text("“{words}” can't be read: a player bids, passes, plays, wins or covers.", words=" ".join(line.words)),
    )


def write(declaration: Declaration) -> RecordLine:
    """The words of a declaration."""
    match declaration:
        case Pass(seat):
            return RecordLine(seat, ("pass",))
        case DoubleCross(seat):
            return RecordLine(seat, ("double-cross",))
        case Loose(seat):
            return RecordLine(seat, ("loose",))
        case Bid(seat, card):
            return RecordLine(seat, ("bid", str(card)))
        case Plays(seat, card):
            return RecordLine(seat, ("plays", str(card)))
        case Covers(seat, card):
            return RecordLine(seat, ("covers", str(card)))
        case Wins(seat, card, lead):
            won_with = () if card is None else (str(card),)
            led = () if lead is None else ("lead", lead)
            return RecordLine(seat, ("wins", *won_with, *led))
        case Planned(seat, planned, covered, extra):
            return RecordLine(seat, ("planned", str(planned), "covered", str(covered), "extra", str(extra)))
    raise TypeError(declaration)


def player_of(declaration: Declaration) -> Seat:
    """Whose declaration it is; every one but `first` is a player's own."""
    assert declaration.seat is not None
    assert not isinstance(declaration, First)
    return declaration.seat


def _card(word: str) -> Card:
    if word == "getaway":
        return GETAWAY
    match = _SUITED.fullmatch(word)
    if match is None:
        refuse(RefusalCode.SYNTAX, text("“{word}” is not a card: write a suit and a number, like blue-10.", word=word))
    return Card(match[1], int(match[2][:_DIGITS]))


def _suit(word: str) -> str:
    if _SUIT.fullmatch(word) is None:
        refuse(RefusalCode.SYNTAX, text("“{word}” is not a suit: blue, red, yellow or gray can be led.", word=word))
    return word


def _number(word: str) -> int:
    if _NUMBER.fullmatch(word) is None:
        refuse(RefusalCode.SYNTAX, text("“{word}” is not a whole number.", word=word))
    return int(word[:_DIGITS])
