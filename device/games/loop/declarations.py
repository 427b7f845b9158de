"""The declarations of LOOP, and how records read and write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from device.contract.declarations import Declaration, RecordLine
from device.contract.numbers import parse_number_or_none
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.kits.loop_editions import WORD_BY_TYPE
from device.kits.loop_editions import Out as Out
from device.kits.loop_editions import Pass as Pass
from device.kits.loop_editions import Twist as Twist
from display.words import text


@dataclass(frozen=True, slots=True)
class Plays:
    """Cards played together, lowest first."""

    seat: Seat
    numbers: tuple[int, ...]


LoopDeclaration = Plays | Pass | Twist | Out

_TYPE_BY_WORD = {word: kind for kind, word in WORD_BY_TYPE.items()}


def read(line: RecordLine) -> LoopDeclaration:
    """Parse a line. Raises Refused (`syntax`) if it is no declaration."""
    match line.seat, line.words:
        case int(seat), (word,) if word in _TYPE_BY_WORD:
            return _TYPE_BY_WORD[word](seat)
        case int(seat), ("plays",):
            refuse(RefusalCode.SYNTAX, text("“plays” needs the numbers of the cards, such as “plays 7 7”."), seat)
        case int(seat), ("plays", *numbers):
            return Plays(seat, tuple(sorted(_parse_card_number(word, seat) for word in numbers)))
    sentence = text(
        "“{words}” can't be read; after a name LOOP knows “plays”, “pass”, “twist” and “out”.",
        words=" ".join(line.words),
    )
    refuse(RefusalCode.SYNTAX, sentence, line.seat)


def _parse_card_number(word: str, seat: Seat) -> int:
    card = parse_number_or_none(word)
    if card is None:
        sentence = text("“{word}” is not the number of a card; write a number such as 7.", word=word)
        refuse(RefusalCode.SYNTAX, sentence, seat)
    return card


def write(declaration: Declaration) -> RecordLine:
    """Return the words of a declaration, such that `read(write(d)) == d`."""
    assert isinstance(declaration, LoopDeclaration)
    match declaration:
        case Plays(seat, numbers):
            return RecordLine(seat, ("plays", *map(str, numbers)))
        case Pass(seat) | Twist(seat) | Out(seat):
            return RecordLine(seat, (WORD_BY_TYPE[type(declaration)],))
    assert_never(declaration)
