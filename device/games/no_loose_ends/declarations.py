"""The declarations of No Loose Ends, and how records read and write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from device.contract.declarations import Declaration, RecordLine
from device.contract.numbers import parse_number
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import GETAWAY, Card
from device.games.no_loose_ends.suits import RESPELLED
from device.kits.trick_declarations import Plays as Plays
from device.kits.trick_declarations import Wins as Wins
from device.kits.trick_declarations import parse_win, trick_line
from display.words import text

_RESPELLED_SUITS = dict(RESPELLED)
_CARD = re.compile(r"([^\W\d_]+)-(0|[1-9][0-9]*)")
_SUIT = re.compile(r"[^\W\d_]+")


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
class Covers:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CoversNothing:
    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundTotals:
    """A whole round of one player: the number of bids, of covered bids, and of tricks that covered nothing."""

    seat: Seat
    planned: int
    covered: int
    extra: int


_TYPE_BY_WORD: dict[str, type[Pass | DoubleCross | CoversNothing]] = {
    "pass": Pass,
    "double-cross": DoubleCross,
    "loose": CoversNothing,
}
"""Declarations of one word."""

_TYPE_BY_WORD_WITH_CARD: dict[str, type[Bid | Plays | Covers]] = {"bid": Bid, "plays": Plays, "covers": Covers}
"""Declarations of a word and a card."""


def read(line: RecordLine) -> Declaration:
    """Parse a line. Raises Refused (`syntax`)."""
    assert line.seat is not None
    match line.words:
        case (verb,) if verb in _TYPE_BY_WORD:
            return _TYPE_BY_WORD[verb](line.seat)
        case (verb, word) if verb in _TYPE_BY_WORD_WITH_CARD:
            return _TYPE_BY_WORD_WITH_CARD[verb](line.seat, _parse_card(word))
        case ("wins", *words):
            win = parse_win(line.seat, words, _parse_card, _parse_suit)
            if win is not None:
                return win
        case ("planned", planned, "covered", covered, "extra", extra):
            return RoundTotals(line.seat, parse_number(planned), parse_number(covered), parse_number(extra))
    sentence = text(
        "“{words}” can't be read: after the name comes bid, pass, double-cross, plays, wins, covers, loose or planned.",
        words=" ".join(line.words),
    )
    refuse(RefusalCode.SYNTAX, sentence)


def write(declaration: Declaration) -> RecordLine:
    """Return the words of a declaration. Raises TypeError for a declaration of another game."""
    match declaration:
        case Plays() | Wins():
            return trick_line(declaration)
        case RoundTotals(seat, planned, covered, extra):
            return RecordLine(seat, ("planned", str(planned), "covered", str(covered), "extra", str(extra)))
    for verb, kind in _TYPE_BY_WORD.items():
        if isinstance(declaration, kind):
            return RecordLine(declaration.seat, (verb,))
    for verb, kind_with_card in _TYPE_BY_WORD_WITH_CARD.items():
        if isinstance(declaration, kind_with_card):
            return RecordLine(declaration.seat, (verb, str(declaration.card)))
    raise TypeError(declaration)


def _parse_card(word: str) -> Card:
    if word == "getaway":
        return GETAWAY
    match = _CARD.fullmatch(word)
    if match is None:
        refuse(RefusalCode.SYNTAX, text("“{word}” is not a card: write a suit and a number, like blue-10.", word=word))
    return Card(_RESPELLED_SUITS.get(match[1], match[1]), parse_number(match[2]))


def _parse_suit(word: str) -> str:
    if _SUIT.fullmatch(word) is None:
        refuse(RefusalCode.SYNTAX, text("“{word}” is not a suit: blue, red, yellow or gray can be led.", word=word))
    return _RESPELLED_SUITS.get(word, word)
