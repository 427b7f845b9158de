"""The declarations of LOOP's first edition, and how they are parsed from and written to lines of a record."""

from __future__ import annotations

from dataclasses import dataclass

from device.contract.declarations import Declaration, RecordLine
from device.contract.numbers import parse_number_or_none
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.loop_2023.cards import CardOrUnknown, parse_card, sort_cards
from device.kits.loop_editions import WORD_BY_TYPE
from device.kits.loop_editions import Out as Out
from device.kits.loop_editions import Pass as Pass
from device.kits.loop_editions import Twist as Twist
from display.words import text


@dataclass(frozen=True, slots=True)
class Plays:
    """`P plays CARD …`; `cards` are sorted (see `cards.sort_cards`)."""

    seat: Seat
    cards: tuple[CardOrUnknown, ...]


@dataclass(frozen=True, slots=True)
class Sits:
    """`P sits S`: the player takes a seat; `number` counts from 1."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class ThreeEights:
    """`P three-eights`: the player was dealt all three 8s, so all cards are dealt again."""

    seat: Seat


LoopDeclaration = Plays | Pass | Twist | Out | Sits | ThreeEights

PLAYS = "plays"
SITS = "sits"
_WORD_BY_TYPE = WORD_BY_TYPE | {ThreeEights: "three-eights"}
_TYPE_BY_WORD = {word: kind for kind, word in _WORD_BY_TYPE.items()}


def read(line: RecordLine) -> LoopDeclaration:
    """Parse a line. Raises Refused (`syntax`)."""
    verb, words = (line.words[0], line.words[1:]) if line.words else ("", ())
    if line.seat is None:
        sentence = text("“{word}” is nobody's name, and no word that a line can begin with here.", word=verb)
        refuse(RefusalCode.SYNTAX, sentence)
    if verb == PLAYS:
        return Plays(line.seat, _parse_cards(words))
    if verb == SITS:
        return Sits(line.seat, _parse_seat_number(words))
    if verb not in _TYPE_BY_WORD:
        sentence = text(
            "“{word}” is not a word of this game: say plays, pass, twist, out, sits or three-eights.", word=verb
        )
        refuse(RefusalCode.SYNTAX, sentence)
    if words:
        refuse(RefusalCode.SYNTAX, text("Nothing follows “{word}” on its line.", word=verb))
    return _TYPE_BY_WORD[verb](line.seat)


def write(declaration: Declaration) -> RecordLine:
    """Return the record line of a declaration."""
    assert isinstance(declaration, LoopDeclaration)
    if isinstance(declaration, Plays):
        return RecordLine(declaration.seat, (PLAYS, *(card.word for card in declaration.cards)))
    if isinstance(declaration, Sits):
        return RecordLine(declaration.seat, (SITS, str(declaration.number)))
    return RecordLine(declaration.seat, (_WORD_BY_TYPE[type(declaration)],))


def _parse_cards(words: tuple[str, ...]) -> tuple[CardOrUnknown, ...]:
    if not words:
        refuse(RefusalCode.SYNTAX, text("Name the cards after “plays”: red-5, or 5 with its colour unsaid."))
    cards = []
    for word in words:
        card = parse_card(word)
        if card is None:
            refuse(RefusalCode.SYNTAX, text("“{word}” does not read as a card: say red-5, or 5.", word=word))
        cards.append(card)
    return sort_cards(tuple(cards))


def _parse_seat_number(words: tuple[str, ...]) -> int:
    if len(words) != 1:
        refuse(RefusalCode.SYNTAX, text("Name one seat by its number after “sits”."))
    number = parse_number_or_none(words[0])
    if number is None:
        refuse(RefusalCode.SYNTAX, text("“{word}” does not read as the number of a seat.", word=words[0]))
    return number
